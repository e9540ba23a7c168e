import { describe, expect, it } from 'vitest'
import { pairingLinks } from './pairing.ts'
import { type StartupFacts, startupReport } from './startup-report.ts'

const token = 'q1Zp-0hTnV3xKc_mB8yRw5sJ2dLgE7uA4fWoXiNtYbk'
const facts: StartupFacts = {
  origin: 'http://127.0.0.1:3006',
  publicUrl: undefined,
  token,
  isTokenNew: false,
  settingsPath: '/home/a/.svc/settings.json',
  isTerminal: false,
  printPairing: false,
}
const codes = (report: string) => report.split('\n').filter((line) => /^[█▀▄ ]{20,}$/.test(line)).length

describe('pairingLinks', () => {
  it('encodes address and token in both forms', () => {
    expect(pairingLinks('https://hub.example:8443', 'a+b/c&d')).toEqual({
      web: 'https://hub.example:8443/?hub=https%3A%2F%2Fhub.example%3A8443&token=a%2Bb%2Fc%26d',
      companion: 'svccompanion://bind?hub=https%3A%2F%2Fhub.example%3A8443&code=a%2Bb%2Fc%26d',
    })
  })
})

describe('startupReport', () => {
  it('prints into a log the address and how to get the codes, and masks the token', () => {
    const report = startupReport({ ...facts, isTokenNew: true })
    expect(report).toContain('http://127.0.0.1:3006')
    expect(report).toContain('SVC_PRINT_PAIRING=1')
    expect(report).toContain('q1Zp…')
    expect(report).toContain('/home/a/.svc/settings.json')
    expect(report).not.toContain(token.slice(0, 5))
    expect(codes(report)).toBe(0)
  })

  it('prints both codes on a terminal, the token masked', () => {
    const report = startupReport({ ...facts, isTerminal: true })
    expect(codes(report)).toBeGreaterThan(30)
    expect(report).not.toContain(token.slice(0, 5))
    expect(report).not.toContain('SVC_PRINT_PAIRING')
  })

  it('prints both codes into a log that asks for them, the token still masked', () => {
    const report = startupReport({ ...facts, printPairing: true, isTokenNew: true })
    expect(codes(report)).toBeGreaterThan(30)
    expect(report).not.toContain(token.slice(0, 5))
  })

  it('shows a new token once on the terminal', () => {
    expect(startupReport({ ...facts, isTerminal: true, isTokenNew: true })).toContain(token)
  })

  it('pairs with the origin of publicUrl where there is one', () => {
    const report = startupReport({ ...facts, isTerminal: true, publicUrl: 'https://Hub.Example/app' })
    expect(report).toContain('Others reach it at https://hub.example\n')
    expect(report).not.toContain('A phone cannot reach')
  })

  it('says that a phone cannot reach loopback', () => {
    expect(startupReport({ ...facts, isTerminal: true })).toContain('A phone cannot reach this address')
  })

  it('never pairs with a wildcard address', () => {
    const report = startupReport({ ...facts, isTerminal: true, origin: 'http://0.0.0.0:3006' })
    expect(report).toMatch(/Others reach it at http:\/\/(?!0\.0\.0\.0)[^/]+:3006\n/)
  })
})
