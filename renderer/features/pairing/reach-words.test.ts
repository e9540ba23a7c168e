import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { ReachabilityResult } from '../../../contract/owner.ts'
import { enNetwork } from '../../i18n/en-network.ts'
import { reachWords } from './reach-words.ts'

const i18n = i18next.createInstance()
await i18n.init({ lng: 'en', resources: { en: { translation: enNetwork } } })
const { t } = i18n

describe.each(['public', 'network'] as const)('a %s address', (kind) => {
  it.each(ReachabilityResult.options)('that is %s gets a sentence and a next step of its own', (result) => {
    const { isGood, sentence, step } = reachWords(t, kind, { result, code: '502' })
    expect(isGood).toBe(result === 'reachable')
    expect(sentence).toMatch(/^[A-Z].*\.$/)
    // A public address that works leaves nothing to do.
    if (kind === 'public' && isGood) expect(step).toBeUndefined()
    else expect(step).toMatch(/^[A-Z].*[.?]$/)
  })
})

it('repeats the code where it may help somebody', () => {
  expect(reachWords(t, 'public', { result: 'not-ours', code: '502' }).sentence).toContain('(502)')
  expect(reachWords(t, 'public', { result: 'tls', code: 'CERT_HAS_EXPIRED' }).sentence).toContain(
    'CERT_HAS_EXPIRED',
  )
})
