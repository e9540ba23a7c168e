import { describe, expect, it } from 'vitest'
import { unquotePath } from './git-path.ts'
import { isNoRepository, parseNumstat, parseStatus } from './git-status.ts'

const hashes = `100644 100644 100644 ${'0'.repeat(40)} ${'1'.repeat(40)}`
const file = (path: string, kind: string, more: object = {}) => ({
  path,
  kind,
  from: undefined,
  isUntracked: false,
  ...more,
})

describe('parseStatus', () => {
  it('sorts files by side of the index, and names the branch', () => {
    const output = [
      '# branch.oid abc',
      '# branch.head main',
      `1 M. N... ${hashes} staged.ts`,
      `1 .M N... ${hashes} with space.ts`,
      `1 AM N... ${hashes} both.ts`,
      `1 .D N... ${hashes} gone.ts`,
      `2 R. N... ${hashes} R100 new name.ts\told name.ts`,
      `u UU N... 100644 ${hashes} ${'2'.repeat(40)} fight.ts`,
      '? new.ts',
      '! ignored.ts',
      '',
    ].join('\n')
    expect(parseStatus(output)).toEqual({
      branch: 'main',
      staged: [
        file('staged.ts', 'modified'),
        file('both.ts', 'added'),
        file('new name.ts', 'renamed', { from: 'old name.ts' }),
      ],
      unstaged: [
        file('with space.ts', 'modified'),
        file('both.ts', 'modified'),
        file('gone.ts', 'deleted'),
        file('fight.ts', 'conflict'),
        file('new.ts', 'added', { isUntracked: true }),
      ],
    })
  })

  it('knows no branch where the head is detached, and survives nonsense', () => {
    expect(parseStatus('# branch.head (detached)\nwhat?\n1 short')).toEqual({
      branch: undefined,
      staged: [],
      unstaged: [],
    })
  })
})

describe('unquotePath', () => {
  it.each([
    ['plain.ts', 'plain.ts'],
    ['"\\346\\227\\245\\346\\234\\254.md"', '日本.md'],
    ['"a\\tb\\"c\\\\d"', 'a\tb"c\\d'],
    ['"mixed \\303\\251é"', 'mixed éé'],
    ['"', '"'],
  ])('%s is %s', (printed, path) => {
    expect(unquotePath(printed)).toBe(path)
  })
})

describe('parseNumstat', () => {
  it('counts lines by the present path', () => {
    const output =
      '3\t1\ta.ts\n-\t-\tpic.png\n0\t0\tsrc/{old => new}/b.ts\n1\t0\tx => y\n2\t0\t"\\303\\251"\njunk'
    expect([...parseNumstat(output)]).toEqual([
      ['a.ts', { added: 3, removed: 1 }],
      ['pic.png', { added: undefined, removed: undefined }],
      ['src/new/b.ts', { added: 0, removed: 0 }],
      ['y', { added: 1, removed: 0 }],
      ['é', { added: 2, removed: 0 }],
    ])
  })
})

it.each([
  [['fatal: not a git repository (or any of the parent directories): .git'], true],
  [[undefined, 'Command timed out'], false],
])('isNoRepository of %j is %s', (texts, is) => {
  expect(isNoRepository(texts)).toBe(is)
})
