import { describe, expect, it } from 'vitest'
import { filesFound, isWindowsPath, searchArguments } from './file-search.ts'

describe('searchArguments', () => {
  it.each([
    ['', ['--files']],
    ['app', ['--files', '--iglob', '*app*']],
    ['a b', ['--files', '--iglob', '*a b*']],
    ['src/*.ts', ['--files']],
    ['ap?', ['--files']],
    ['a[b]{c}\\', ['--files', '--iglob', '*a\\[b\\]\\{c\\}\\\\*']],
    ['!x!', ['--files', '--iglob', '*\\!x!*']],
    ['src/app', ['--files', '--iglob', '**/*src/app*']],
  ])('%j is asked for as %j', (query, args) => {
    expect(searchArguments(query)).toEqual(args)
  })
})

const TREE = ['README.md', 'src/App.ts', 'src/app.test.ts', 'src/ui/Button.tsx', 'docs/app/notes.md'].join(
  '\n',
)

const found = (query: string, stdout = TREE, limit = 200) =>
  filesFound(stdout, { query, limit, isWindows: false }).map(({ fullPath }) => fullPath)

describe('filesFound', () => {
  it('keeps blanks that belong to a name, and not the end of a line', () => {
    expect(found('', ' lead.ts\r\ntrail .ts \n')).toEqual([' lead.ts', 'trail .ts '])
  })

  it.each([
    ['', TREE.split('\n')],
    ['APP', ['src/App.ts', 'src/app.test.ts', 'docs/app/notes.md']],
    ['nothing', []],
    ['*.md', ['README.md', 'docs/app/notes.md']],
    ['src/*', ['src/App.ts', 'src/app.test.ts', 'src/ui/Button.tsx']],
    ['*.ts', ['src/App.ts', 'src/app.test.ts']],
    ['src/???.ts', ['src/App.ts']],
    ['App', ['src/App.ts', 'src/app.test.ts', 'docs/app/notes.md']],
    ['app*', []],
    ['*', TREE.split('\n')],
    ['readme.md?', []],
    ['*a*.test.*', ['src/app.test.ts']],
  ])('%j means %j', (query, paths) => {
    expect(found(query)).toEqual(paths)
  })

  it('takes regular expressions, dots too, as they are written', () => {
    expect([found('.*x', 'axx\n.x'), found('a.p', 'abp\na.p')]).toEqual([['.x'], ['a.p']])
  })

  it('keeps no more than asked for, in the order they came', () => {
    expect([found('', TREE, 1), found('app', TREE, 2)]).toEqual([
      ['README.md'],
      ['src/App.ts', 'src/app.test.ts'],
    ])
  })

  it('passes over empty lines and carriage returns', () => {
    expect(found('', '\r\na.ts\r\n\nb.ts\n')).toEqual(['a.ts', 'b.ts'])
  })

  it('tells name and folder', () => {
    expect(filesFound('a.ts\nsrc/ui/b.ts', { query: '', limit: 9, isWindows: false })).toEqual([
      { fileName: 'a.ts', filePath: '', fullPath: 'a.ts', fileType: 'file' },
      { fileName: 'b.ts', filePath: 'src/ui', fullPath: 'src/ui/b.ts', fileType: 'file' },
    ])
  })

  it('turns the separators of Windows, there and only there', () => {
    const windows = filesFound('src\\ui\\b.ts', { query: 'UI\\b', limit: 9, isWindows: true })
    expect(windows).toMatchObject([{ fileName: 'b.ts', filePath: 'src/ui', fullPath: 'src/ui/b.ts' }])
    expect(found('', 'odd\\name')).toEqual(['odd\\name'])
  })

  it('is not slowed down by a pattern made to', () => {
    const started = performance.now()
    expect(found(`${'*a'.repeat(200)}*b`, 'a'.repeat(4000))).toEqual([])
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

it.each([
  ['C:\\work', true],
  ['d:/work', true],
  ['\\\\server\\share', true],
  ['/home/c:/x', false],
])('isWindowsPath(%j) is %j', (path, expected) => {
  expect(isWindowsPath(path)).toBe(expected)
})
