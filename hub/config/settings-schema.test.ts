import { expect, it } from 'vitest'
import { SETTING_KEYS } from './settings.ts'
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
