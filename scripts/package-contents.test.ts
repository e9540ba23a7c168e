import { describe, expect, it } from 'vitest'
import { faultsOf } from './package-contents.mjs'

const library = 'node_modules/better-sqlite3/prebuilds/linux-x64.node'
const sound = [
  'package.json',
  'dist/hub/index.js',
  'dist/main/index.js',
  'dist/main/preload.cjs',
  'dist/renderer/index.html',
  'dist/renderer/assets/index-1a2b.js',
  'node_modules/better-sqlite3/lib/index.js',
  ...['running', 'needs-you', 'starting', 'problem'].flatMap((state) => [
    `assets/tray/${state}-light.png`,
    `assets/tray/${state}-dark@2x.png`,
    `assets/tray/${state}Template.png`,
  ]),
]

const faults = (paths: string[], unpacked = [library], desktopName: string | undefined = 'svc-hub.desktop') =>
  faultsOf(
    {
      files: [...paths, ...unpacked].map((path) => ({ path, bytes: 1, isUnpacked: unpacked.includes(path) })),
      desktopName,
    },
    'linux-x64.node',
  )

describe('a package', () => {
  it('is sound with exactly what the app needs', () => expect(faults(sound)).toEqual([]))

  it.each([
    ['hub/index.ts', 'is a source'],
    ['dist/hub/index.js.map', 'is a source'],
    ['dist/demo/index.js', 'belongs to the demo'],
    ['node_modules/better-sqlite3/lib/test/a.js', 'belongs to the tests'],
    ['dist/renderer/.vite/manifest.json', 'is hidden'],
    ['.env', 'is hidden'],
    ['dist/relay/index.js', 'has no business'],
    ['node_modules/koa/package.json', 'has no business'],
    ['node_modules/better-sqlite3/src/better_sqlite3.cpp', 'has no business'],
  ])('may not hold %s', (path, reason) => {
    expect(faults([...sound, path])).toEqual([expect.stringContaining(`${path} ${reason}`)])
  })

  it('may not hold the library of another platform', () => {
    const other = 'node_modules/better-sqlite3/prebuilds/win32-x64.node'
    expect(faults(sound, [library, other])).toEqual([`${other} is a library for another platform.`])
  })

  it('must hold its library beside the archive', () => {
    expect(faults([...sound, library], [])).toEqual([
      `${library} is inside the archive, where it cannot be loaded.`,
    ])
    expect(faults(sound, [])).toEqual(['linux-x64.node is missing.'])
  })

  it.each(['dist/main/index.js', 'dist/renderer/index.html', 'assets/tray/problemTemplate.png'])(
    'must hold %s',
    (path) => {
      expect(faults(sound.filter((other) => other !== path))).toEqual([`${path} is missing.`])
    },
  )

  it('must name its entry in the menus of Linux', () => {
    expect(faults(sound, [library], 'Svc Hub.desktop')).toEqual([
      'desktopName in package.json is Svc Hub.desktop; it must be svc-hub.desktop.',
    ])
  })
})
