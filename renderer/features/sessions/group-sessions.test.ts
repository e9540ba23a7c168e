import { describe, expect, it } from 'vitest'
import type { SessionSummary } from '../../../contract/session.ts'
import { makeSummary } from '../../testing/factories.ts'
import { groupSessions, searchSessions } from './group-sessions.ts'

type Place = Partial<NonNullable<SessionSummary['metadata']>>

const session = (id: string, change: Partial<SessionSummary> = {}, place: Place = { path: '/home/a/shop' }) =>
  makeSummary({ id, updatedAt: 0, metadata: { flavor: 'claude', ...place }, ...change })

const computers = new Map([
  ['m1', 'Desk'],
  ['m2', 'Attic'],
])
const layout = (sessions: SessionSummary[]) =>
  groupSessions(sessions, computers).map(
    ({ kind, name, detail, sessions }) =>
      `${[kind === 'project' ? name : kind, detail].filter(Boolean).join(', ')}: ${sessions.map(({ id }) => id).join(' ')}`,
  )
const site: Place = { path: '/home/a/site' }

describe('groupSessions', () => {
  it('puts what waits first, then what is pinned, then the projects', () => {
    const list = [
      session('pinned', { globalPinned: true }),
      session('site', { updatedAt: 9 }, site),
      session('shop', { updatedAt: 5 }),
      session('asks', { pendingRequestsCount: 1 }, site),
      session('asks-pinned', { globalPinned: true, pendingRequestsCount: 2 }),
    ]
    expect(layout(list)).toEqual(['waiting: asks asks-pinned', 'pinned: pinned', 'site: site', 'shop: shop'])
  })

  it('orders a project: pinned in it, working, open, ended, each by the latest activity', () => {
    const list = [
      session('over-old', { active: false, updatedAt: 1 }),
      session('over-new', { active: false, updatedAt: 99 }),
      session('open-old', { updatedAt: 2 }),
      session('open-new', { updatedAt: 3 }),
      session('tasks', { backgroundTaskCount: 1 }),
      session('pinned', { active: false, pinned: true }),
      session('archived', {
        active: false,
        updatedAt: 50,
        metadata: { flavor: null, path: '/home/a/shop', lifecycleState: 'archived' },
      }),
    ]
    expect(layout(list)).toEqual(['shop: pinned tasks open-new open-old over-new archived over-old'])
  })

  it('does not let busy sessions and projects change places with every word', () => {
    const at = (a: number, b: number) =>
      layout([
        session('a', { thinking: true, updatedAt: a }),
        session('b', { thinking: true, updatedAt: b }),
        session('c', { thinking: true, updatedAt: b }, site),
        session('d', { updatedAt: 99 }, { path: '/home/a/zoo' }),
      ])
    expect(at(1, 2)).toEqual(['shop: a b', 'site: c', 'zoo: d'])
    expect(at(2, 1)).toEqual(at(1, 2))
  })

  it('does not count the requests of an ended session as waiting', () => {
    expect(layout([session('a', { active: false, pendingRequestsCount: 1 })])).toEqual(['shop: a'])
  })

  it('leaves out a session whose successor is listed, and only then', () => {
    const old = session('old', {}, { path: '/home/a/shop', supersededBySessionId: 'new' })
    expect(layout([old, session('new')])).toEqual(['shop: new'])
    expect(layout([old])).toEqual(['shop: old'])
  })

  it('counts what works in a project and what waits above it', () => {
    const [, shop] = groupSessions([
      session('a', { thinking: true }),
      session('b', { backgroundTaskCount: 2 }),
      session('c'),
      session('d', { pendingRequestsCount: 3 }),
      session('e', { pendingRequestsCount: 3 }, site),
    ])
    expect(shop).toMatchObject({ name: 'shop', working: 2, waiting: 1 })
    expect(shop?.sessions).toHaveLength(3)
  })
})

describe('projects', () => {
  const projects = (...places: Place[]) =>
    layout(places.map((place, index) => session(`${index}`, { updatedAt: 100 - index }, place)))

  it.each<[string, Place[], string[]]>([
    ['are folders', [{ path: '/a/shop' }, { path: '/a/shop/' }, site], ['shop: 0 1', 'site: 2']],
    [
      'own their work trees, wherever those lie',
      [
        { path: '/a/shop' },
        { path: '/tmp/trees/fix', worktree: { basePath: '/a/shop', branch: 'fix', name: 'fix' } },
      ],
      ['shop: 0 1'],
    ],
    [
      'of one name have the folder around them',
      [{ path: '/a/shop' }, { path: '/b/shop' }],
      ['shop, a: 0', 'shop, b: 1'],
    ],
    [
      'have their computer where there are several',
      [
        { path: '/a/shop', machineId: 'm1' },
        { path: '/a/shop', machineId: 'm2' },
        { path: '/a/site', machineId: 'm2' },
      ],
      ['shop, Desk: 0', 'shop, Attic: 1', 'site, Attic: 2'],
    ],
    [
      'of one name on one of several computers have both',
      [
        { path: '/a/shop', machineId: 'm1' },
        { path: '/b/shop', machineId: 'm1' },
        { path: '/b/shop', machineId: 'm2' },
      ],
      ['shop, a · Desk: 0', 'shop, b · Desk: 1', 'shop, Attic: 2'],
    ],
    ['have no computer where there is one', [{ path: '/a/shop', machineId: 'm1' }], ['shop: 0']],
    [
      'are the same on Windows however they are written',
      [{ path: 'C:\\Work\\Shop' }, { path: 'c:/work/shop/' }],
      ['Shop: 0 1'],
    ],
    ['may be unknown', [{}, { path: '' }], [': 0 1']],
    ['may be a whole disk', [{ path: '/' }], ['/: 0']],
  ])('%s', (_, places, expected) => {
    expect(projects(...places)).toEqual(expected)
  })

  it('are told apart from those of a computer whose name is not known', () => {
    expect(projects({ path: '/a/shop', machineId: 'm1' }, { path: '/a/shop', machineId: 'm9' })).toEqual([
      'shop, Desk: 0',
      'shop: 1',
    ])
  })
})

describe('searchSessions', () => {
  const list = [
    session('a', {}, { name: 'Fix the flaky test', path: '/home/alex/shop' }),
    session('b', {}, { summary: { text: 'Dark mode' }, path: '/home/alex/site' }),
    session('c', {}, { path: '/tmp/tree', worktree: { basePath: '/work/zoo', branch: 'bears', name: 'x' } }),
  ]
  it.each([
    ['', 'a b c'],
    ['  FLAKY ', 'a'],
    ['alex', 'a b'],
    ['site dark', 'b'],
    ['zoo', 'c'],
    ['bears', 'c'],
    ['nothing', ''],
  ])('finds with %j: %j', (query, found) => {
    expect(
      searchSessions(list, query)
        .map(({ id }) => id)
        .join(' '),
    ).toBe(found)
  })
})
