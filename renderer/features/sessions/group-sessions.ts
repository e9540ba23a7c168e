import type { SessionSummary } from '../../../contract/session.ts'
import { type Project, projectOf } from './project-of.ts'
import { stateOf } from './session-words.ts'

/** Part of the list: what waits for the person, what is pinned, or what works in one project. */
export interface SessionGroup {
  key: string
  kind: 'waiting' | 'pinned' | 'project'
  /** Of a project; empty where the agents did not say where they work. */
  name: string
  /** What tells the project from others of its name: its computer, or the folder around it. */
  detail: string | undefined
  sessions: readonly SessionSummary[]
  /** How many of `sessions` have work under way. */
  working: number
  /** How many sessions of the project stand above, because they wait. */
  waiting: number
}

interface ProjectSessions {
  project: Project
  sessions: SessionSummary[]
  waiting: number
}

/**
 * What waits comes first, even when it is pinned; then what is pinned for all; then the projects, those with
 * work under way before the others, which are in order of their latest activity. A session that was replaced
 * by another in the list is left out. `computers` names those that are known, by id.
 */
export function groupSessions(
  sessions: readonly SessionSummary[],
  computers: ReadonlyMap<string, string> = new Map(),
): readonly SessionGroup[] {
  const ids = new Set(sessions.map(({ id }) => id))
  const [waiting, pinned]: SessionSummary[][] = [[], []]
  const projects = new Map<string, ProjectSessions>()
  for (const session of sessions) {
    const successor = session.metadata?.supersededBySessionId
    if (successor !== undefined && successor !== session.id && ids.has(successor)) continue
    const project = projectOf(session.metadata)
    const entry = projects.get(project.key) ?? { project, sessions: [], waiting: 0 }
    projects.set(project.key, entry)
    if (stateOf(session) === 'waiting') {
      waiting?.push(session)
      entry.waiting += 1
    } else if (session.globalPinned) pinned?.push(session)
    else entry.sessions.push(session)
  }
  const details = projectDetails(
    [...projects.values()].map(({ project }) => project),
    computers,
  )
  const ofProjects = [...projects.values()]
    .filter((entry) => entry.sessions.length > 0)
    .map((entry) => ({
      ...groupOf('project', entry.project.key, entry.sessions.sort(compareInProject)),
      name: entry.project.name,
      detail: details.get(entry.project.key),
      waiting: entry.waiting,
    }))
    .sort(compareProjects)
  return [
    ...[groupOf('waiting', 'waiting', waiting ?? []), groupOf('pinned', 'pinned', pinned ?? [])].filter(
      (group) => group.sessions.length > 0,
    ),
    ...ofProjects,
  ]
}

function groupOf(kind: SessionGroup['kind'], key: string, sessions: SessionSummary[]): SessionGroup {
  return {
    key,
    kind,
    name: '',
    detail: undefined,
    sessions,
    working: sessions.filter(isWorking).length,
    waiting: 0,
  }
}

function isWorking(session: SessionSummary): boolean {
  const state = stateOf(session)
  return state === 'working' || state === 'background'
}

/**
 * Pinned, working, open, ended; the latest activity first. Those that work do so at this moment: were they
 * told apart by their last word, two busy agents would change places with each of them.
 */
function compareInProject(a: SessionSummary, b: SessionSummary): number {
  const [aWorks, bWorks] = [isWorking(a), isWorking(b)]
  return (
    Number(b.pinned) - Number(a.pinned) ||
    Number(bWorks) - Number(aWorks) ||
    Number(b.active) - Number(a.active) ||
    (aWorks && bWorks ? 0 : b.updatedAt - a.updatedAt) ||
    a.id.localeCompare(b.id)
  )
}

/** As in a project: those with work under way keep the order of their names. */
function compareProjects(a: SessionGroup, b: SessionGroup): number {
  const [aWorks, bWorks] = [a.working > 0, b.working > 0]
  return (
    Number(bWorks) - Number(aWorks) ||
    (aWorks && bWorks ? 0 : latest(b) - latest(a)) ||
    a.name.localeCompare(b.name) ||
    a.key.localeCompare(b.key)
  )
}

const latest = ({ sessions }: SessionGroup) =>
  sessions.reduce((most, { updatedAt }) => Math.max(most, updatedAt), 0)

/** The computer where there are several, and the folder around it where the name is still not unique. */
function projectDetails(projects: readonly Project[], computers: ReadonlyMap<string, string>) {
  const hasSeveral = new Set(projects.flatMap(({ machineId }) => machineId ?? [])).size > 1
  const computerOf = ({ machineId }: Project) =>
    hasSeveral && machineId !== undefined ? computers.get(machineId) : undefined
  const titles = new Map<string, number>()
  const titleOf = (project: Project) => JSON.stringify([project.name, computerOf(project)])
  for (const project of projects) titles.set(titleOf(project), (titles.get(titleOf(project)) ?? 0) + 1)
  return new Map(
    projects.map((project) => {
      const parent = (titles.get(titleOf(project)) ?? 0) > 1 ? project.parent : undefined
      return [project.key, [parent, computerOf(project)].filter(Boolean).join(' · ') || undefined]
    }),
  )
}

/** The sessions whose title, folder or branch contain every word. */
export function searchSessions(
  sessions: readonly SessionSummary[],
  query: string,
): readonly SessionSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return sessions
  return sessions.filter(({ metadata }) => {
    const parts = [
      metadata?.name,
      metadata?.summary?.text,
      metadata?.path,
      metadata?.worktree?.basePath,
      metadata?.worktree?.branch,
    ]
    const text = parts.join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
