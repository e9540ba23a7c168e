import { describe, expect, it } from 'vitest'
import { chosenValue, listenChoice, readAddress, readWebAddress } from './network-choice.ts'

it.each([
  ['127.0.0.1', 'here'],
  ['localhost', 'here'],
  ['::1', 'here'],
  ['0.0.0.0', 'network'],
  ['::', 'network'],
  ['192.168.1.20', 'other'],
])('takes listening at %s for "%s"', (host, choice) => {
  expect(listenChoice(host)).toBe(choice)
})

it('shows what was chosen, also while it waits for a restart', () => {
  const entry = {
    key: 'publicUrl',
    variable: 'SVC_PUBLIC_URL',
    source: 'file',
    isSet: true,
    value: 'https://a.example',
    needsRestart: false,
  } as const
  const values = [
    entry,
    { ...entry, needsRestart: true, valueAfterRestart: 'https://b.example' },
    { ...entry, needsRestart: true, valueAfterRestart: null },
    { ...entry, value: null },
  ].map(chosenValue)
  expect(values).toEqual(['https://a.example', 'https://b.example', '', ''])
})

describe('readAddress', () => {
  it.each([
    ['https://hub.example', 'https://hub.example'],
    [' hub.example ', 'https://hub.example'],
    ['Hub.Example:8443/', 'https://hub.example:8443'],
    ['http://hub.example/path//?a=b#c', 'http://hub.example/path'],
    ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
    ['https://[2001:db8::1]:3006', 'https://[2001:db8::1]:3006'],
  ])('reads %s as %s', (text, url) => {
    expect(readAddress(text)).toEqual({ url })
  })

  it.each([
    ['', 'invalid'],
    ['hub', 'invalid'],
    ['two words.example', 'invalid'],
    ['ftp://hub.example', 'invalid'],
    ['https://me:secret@hub.example', 'invalid'],
    ['https://•••@hub.example', 'invalid'],
    ['localhost:3006', 'this-computer'],
    ['http://127.0.0.1:3006', 'this-computer'],
    ['http://[::1]', 'this-computer'],
  ])('refuses "%s" as %s', (text, problem) => {
    expect(readAddress(text)).toEqual({ problem })
  })
})

it.each([
  ['relay.example/push/', 'https://relay.example/push'],
  // A relay of one's own may run beside the hub.
  ['http://127.0.0.1:3106', 'http://127.0.0.1:3106'],
  ['relay', undefined],
  ['https://me@relay.example', undefined],
])('reads the address of a service from "%s": %s', (text, url) => {
  expect(readWebAddress(text)).toBe(url)
})
