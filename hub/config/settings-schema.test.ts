import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SETTING_KEYS, SETTINGS, type Setting } from './settings.ts'
import { settingsSchema } from './settings-schema.ts'

it('is what docs/settings.schema.json says (vitest --update writes it anew)', async () => {
  const text = `${JSON.stringify(settingsSchema(), null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../../docs/settings.schema.json')
})

it('allows every key and no other', () => {
  const { properties, additionalProperties } = settingsSchema() as {
    properties: object
    additionalProperties: boolean
  }
  expect([Object.keys(properties), additionalProperties]).toEqual([SETTING_KEYS, false])
})

it.each(SETTING_KEYS)('%s has a row in docs/settings.md, with its variable and its default', (key) => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8')
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const row = rows.find(([, keys]) => keys?.split(', ').includes(`\`${key}\``))
  const { variable, fallback }: Setting = SETTINGS[key]
  expect(row?.[2]).toBe(variable === undefined ? '' : `\`${variable}\``)
  if (fallback !== undefined) expect(row?.[3]).toContain(String(fallback))
})
