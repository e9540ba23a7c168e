import { describe, expect, it } from 'vitest'
import { isPrivateHost } from './private-host.ts'

describe('the host of a push service', () => {
  it.each([
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    'nas',
    'nas.local',
    'metadata.google.internal',
    '127.0.0.1',
    '127.9.9.9',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fd00::1]',
    '[fe80::1]',
  ])('%s is private', (host) => {
    expect(isPrivateHost(`https://${host}:8443/push`)).toBe(true)
  })

  it.each([
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'localhost.example.com',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.1.1',
    '8.8.8.8',
    '[2606:4700::1111]',
  ])('%s is public', (host) => {
    expect(isPrivateHost(`https://${host}/push`)).toBe(false)
  })
})
