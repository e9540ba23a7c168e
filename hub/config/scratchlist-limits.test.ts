import { expect, it } from 'vitest'
import { SCRATCHLIST_LIMITS, scratchlistLimits } from './scratchlist-limits.ts'
import { SettingError } from './settings.ts'

it('is what the reference has where nothing is said', () => {
  expect([
    scratchlistLimits({}),
    scratchlistLimits({ SVC_SCRATCHLIST_MAX_ATTACHMENTS_PER_ENTRY: ' ' }),
  ]).toEqual([
    {
      maxBytesPerFile: 10_485_760,
      maxAttachmentsPerEntry: 4,
      maxBytesPerEntry: 20_971_520,
      maxBytesPerSession: 104_857_600,
      allowedMimeTypes: [
        'image/jpeg',
        'image/png',
        'image/gif',
        'image/webp',
        'image/svg+xml',
        'application/pdf',
        'text/plain',
      ],
    },
    SCRATCHLIST_LIMITS,
  ])
})

it('takes each from its variable', () => {
  expect(
    scratchlistLimits({
      SVC_SCRATCHLIST_MAX_ATTACHMENT_BYTES_PER_FILE: '1',
      SVC_SCRATCHLIST_MAX_ATTACHMENTS_PER_ENTRY: '2',
      SVC_SCRATCHLIST_MAX_ATTACHMENT_BYTES_PER_ENTRY: '3',
      SVC_SCRATCHLIST_MAX_ATTACHMENT_BYTES_PER_SESSION: '4',
      SVC_SCRATCHLIST_ALLOWED_ATTACHMENT_MIMES: 'Text/Plain, audio/ogg',
    }),
  ).toEqual({
    maxBytesPerFile: 1,
    maxAttachmentsPerEntry: 2,
    maxBytesPerEntry: 3,
    maxBytesPerSession: 4,
    allowedMimeTypes: ['text/plain', 'audio/ogg'],
  })
})

it.each([
  ['SVC_SCRATCHLIST_MAX_ATTACHMENT_BYTES_PER_FILE', '0'],
  ['SVC_SCRATCHLIST_MAX_ATTACHMENTS_PER_ENTRY', '-1'],
  ['SVC_SCRATCHLIST_MAX_ATTACHMENT_BYTES_PER_ENTRY', '1.5'],
  ['SVC_SCRATCHLIST_MAX_ATTACHMENT_BYTES_PER_SESSION', '10MB'],
  ['SVC_SCRATCHLIST_ALLOWED_ATTACHMENT_MIMES', 'image/png,,text/plain'],
  ['SVC_SCRATCHLIST_ALLOWED_ATTACHMENT_MIMES', 'png'],
])('refuses %s=%s by name', (variable, value) => {
  const read = () => scratchlistLimits({ [variable]: value })
  expect(read).toThrow(SettingError)
  expect(read).toThrow(variable)
})
