import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { installLine, startLines, terminalOf } from './connect-lines.ts'

const ADDRESS = 'http://192.168.1.20:3006'

it('gives the lines of a shell', () => {
  expect([installLine('unix'), startLines('unix', ADDRESS, 'code:maria')]).toEqual([
    'npm install --global @twsxtd/hapi',
    `export HAPI_API_URL='${ADDRESS}'\nexport CLI_API_TOKEN='code:maria'\nhapi runner start`,
  ])
})

it('gives the lines of PowerShell, which may not run scripts of its own', () => {
  expect([installLine('powershell'), startLines('powershell', ADDRESS, "it's $HOME")]).toEqual([
    'npm.cmd install --global @twsxtd/hapi',
    `$env:HAPI_API_URL='${ADDRESS}'\n$env:CLI_API_TOKEN='it''s $HOME'\nhapi.cmd runner start`,
  ])
})

it.each(['plain', "it's", '$HOME `id` "q" \\ !1 *'])('hands the code %s over as it is', (code) => {
  const lines = startLines('unix', ADDRESS, code).replace('hapi runner start', 'printenv CLI_API_TOKEN')
  expect(execFileSync('sh', ['-c', lines], { encoding: 'utf8' })).toBe(`${code}\n`)
})

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'powershell'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'unix'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'unix'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8)', 'unix'],
])('takes %s for %s', (userAgent, terminal) => {
  expect(terminalOf(userAgent)).toBe(terminal)
})
