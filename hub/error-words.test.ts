import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ERROR_TEXTS } from '../contract/error-texts.ts'

/** What only command lines, the messaging platform's own pages and tests are answered. */
const NOT_FOR_THE_WINDOW =
  /^(cli|accounts|testing|integration)\/|^lifecycle\/(handoff|clear-opencode)|^sessions\/create-session|\.test\.ts$/

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !NOT_FOR_THE_WINDOW.test(file.replaceAll('\\', '/')),
)

/** Refusals that no status explains, and what went wrong behind the hub. */
const FAILURE =
  /new (?:HubError\(\s*(?:400|409|500),|AgentFailed\(|AgentUnreachable\()\s*(['`])(.*?)\1([^\n]*)/g

const known = (text: string) => Object.values(ERROR_TEXTS).some((mine) => mine === text)

it('refuses without a code only in words that the contract knows', () => {
  const unknown = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(FAILURE)]
      .filter(([, , text = '', rest = '']) => !/\bcode\b|\bdetails\b|\{$/.test(rest) && !known(text))
      .map(([, , text]) => `${file}: ${text}`),
  )
  expect(unknown).toEqual([])
})
