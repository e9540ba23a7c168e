import { expect, it } from 'vitest'
import { terminalText } from './terminal-text.ts'

const ESC = '\u001b'

it.each([
  ['plain text', 'a\r\nb\tc', 'a\r\nb\tc'],
  ['colours', `${ESC}[1;32m✓${ESC}[0m passed ${ESC}[38;5;196mred${ESC}[m`, '✓ passed red'],
  ['colours of eight bits', '\u009b31mred\u009b0m', 'red'],
  ['hidden words, which are seen', `a${ESC}[8mb${ESC}[0m`, 'ab'],
  [
    'a title and a link',
    `${ESC}]0;npm${'\u0007'}ok ${ESC}]8;;https://a.test${ESC}\\here${ESC}]8;;${ESC}\\`,
    'ok here',
  ],
  ['a progress bar', ' 10% #\r 50% ###\r100% ######\ndone', '100% ######\ndone'],
  ['a shorter text over a longer', 'downloading\rdone', 'doneloading'],
  ['a line that is cleared first', `downloading\r${ESC}[Kdone\n`, 'done\n'],
  ['a line cleared as a whole', `downloading${ESC}[2K${ESC}[1Gdone`, 'done'],
  ['a cursor that goes up', `one\ntwo\n${ESC}[2A${ESC}[2K1${ESC}[B\rTWO\n`, '1\nTWO\n'],
  ['what is below is cleared', `one\ntwo\nthree${ESC}[2A\r${ESC}[J1`, '1'],
  ['backspaces', 'ab\b\bAB|/\b-', 'AB|-'],
  ['moves to the right', `a${ESC}[3Cb${ESC}[99999999999C`, 'a   b'],
  ['short escapes', `${ESC}(B${ESC}7x${ESC}8${ESC}M${ESC}=`, 'x'],
  ['a bell', `done${'\u0007'}`, 'done'],
  ['half a sequence, which stays', `a${ESC}[31`, `a${ESC}[31`],
  ['other unseen characters, which stay', 'a\u202eb\rA', 'A\u202eb'],
])('shows %s', (_, output, shown) => {
  expect(terminalText(output)).toBe(shown)
})

it.each([
  ['steps', '\r50% \u001b[31m#'.repeat(200_000)],
  ['long lines that are overwritten', `${'x'.repeat(50_000)}${'\rX'.repeat(24_000)}`],
  ['sequences without end', '\u001b]'.repeat(500_000)],
  ['parameters without end', `\u001b[${'1;'.repeat(1_000_000)}`],
])('comes to an end with %s', (_, output) => {
  expect(terminalText(output).length).toBeLessThanOrEqual(output.length)
})
