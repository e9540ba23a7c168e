import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadSecrets, newBaseToken, renewJwtSecret, weaknessOf } from './secrets.ts'
import { SettingError } from './settings.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-secrets-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('makes a 32-byte JWT secret and an owner id, and finds them again', () => {
  const first = loadSecrets(folder)
  const { secretBase64 } = JSON.parse(readFileSync(join(folder, 'jwt-secret.json'), 'utf8'))
  expect(first.jwtSecret).toEqual(new Uint8Array(Buffer.from(secretBase64, 'base64')))
  expect(first.jwtSecret).toHaveLength(32)
  expect(Number.isSafeInteger(first.ownerId) && first.ownerId > 0).toBe(true)
  expect(JSON.parse(readFileSync(join(folder, 'owner-id.json'), 'utf8'))).toEqual({ ownerId: first.ownerId })
  expect(loadSecrets(folder)).toEqual(first)
})

it('replaces the JWT secret and leaves the owner id', async () => {
  const before = loadSecrets(folder)
  const secret = await renewJwtSecret(folder)
  expect(secret).toHaveLength(32)
  expect(secret).not.toEqual(before.jwtSecret)
  expect(loadSecrets(folder)).toEqual({ jwtSecret: secret, ownerId: before.ownerId })
  expect(statSync(join(folder, 'jwt-secret.json')).mode & 0o777).toBe(0o600)
})

it('tightens files others could read', () => {
  const path = join(folder, 'owner-id.json')
  writeFileSync(path, '{"ownerId":7}', { mode: 0o644 })
  expect(loadSecrets(folder).ownerId).toBe(7)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it.each([
  ['jwt-secret.json', '{"secretBase64":'],
  ['jwt-secret.json', ''],
  ['jwt-secret.json', '{"secretBase64":"dG9vIHNob3J0"}'],
  ['jwt-secret.json', '{"secretBase64":"not base64 at all, not in the least!!!!!!!!"}'],
  ['owner-id.json', '{}'],
  ['owner-id.json', '{"ownerId":0}'],
  ['owner-id.json', '{"ownerId":-5}'],
  ['owner-id.json', '{"ownerId":1.5}'],
  ['owner-id.json', '{"ownerId":90071992547409930}'],
])('refuses a damaged %s (%s) and leaves it as it is', (name, text) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  expect(() => loadSecrets(folder)).toThrow(SettingError)
  expect(() => loadSecrets(folder)).toThrow(path)
  expect(readFileSync(path, 'utf8')).toBe(text)
})

it('makes base tokens of 43 characters without a colon, each another', () => {
  const tokens = Array.from({ length: 50 }, newBaseToken)
  expect(tokens.filter((token) => !/^[\w-]{43}$/.test(token))).toEqual([])
  expect(new Set(tokens).size).toBe(50)
})

it.each([
  ['fifteen-letters', true],
  ['sixteen--letters', false],
  ['12345678901234567890', true],
  ['aaaaaaaaaaaaaaaaaaaa', true],
  ['abcdefghijklmnopqrstuvw', true],
  ['Password-and-more-of-it', true],
  ['secret-and-more-of-that', true],
  ['token-and-more-of-that-', true],
  ['123-and-more-of-that---', true],
  ['q1Zp-0hTnV3xKc_mB8yRw5sJ2dLgE7uA4fWoXiNtYbk', false],
])('judges %s weak: %s', (token, isWeak) => expect(weaknessOf(token) !== undefined).toBe(isWeak))
