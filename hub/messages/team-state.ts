import type { TeamState } from '../../contract/session.ts'
import type { Json, ToolCall } from './content.ts'

const TEAM_MESSAGES_MAX = 50
const TASK_STATUSES = ['pending', 'in_progress', 'completed', 'blocked'] as const
const MESSAGE_TYPES = ['message', 'broadcast', 'shutdown_request', 'shutdown_response'] as const

type Task = NonNullable<TeamState['tasks']>[number]
type Member = NonNullable<TeamState['members']>[number]

/** Undefined: the call changes nothing; null: the team is gone. */
export type TeamChange = (team: TeamState | null) => TeamState | null | undefined

type Rule = (input: Json, at: number) => TeamChange | undefined

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value)

/** Leaves out what is undefined, so that a merge keeps what the other side has. */
const given = <T extends Json>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>
  }

/** Calls that need a team are ignored while there is none. */
const onTeam =
  (change: (team: TeamState) => TeamState | undefined): TeamChange =>
  (team) =>
    team ? change(team) : undefined

const withMember = (team: TeamState, member: Member): TeamState => ({
  ...team,
  members: [...(team.members ?? []).filter(({ name }) => name !== member.name), member],
})

function withTask(team: TeamState, task: Task): TeamState {
  const tasks = team.tasks ?? []
  const known = tasks.some(({ id }) => id === task.id)
  return {
    ...team,
    tasks: known ? tasks.map((old) => (old.id === task.id ? { ...old, ...task } : old)) : [...tasks, task],
  }
}

const RULES: Record<string, Rule> = {
  TeamCreate(input) {
    const teamName = text(input.team_name)
    if (teamName === undefined) return undefined
    return () => ({
      teamName,
      ...given({ description: text(input.description) }),
      members: [],
      tasks: [],
      messages: [],
    })
  },
  TeamDelete: () => () => null,
  Task(input) {
    const name = text(input.name)
    if (text(input.team_name) === undefined || name === undefined) return undefined
    const title = text(input.description)
    return onTeam((team) => {
      const joined = withMember(team, {
        name,
        ...given({ agentType: text(input.subagent_type) }),
        status: 'active',
      })
      if (title === undefined) return joined
      return withTask(joined, { id: `agent:${name}`, title, status: 'in_progress', owner: name })
    })
  },
  TaskCreate(input) {
    const id = text(input.task_id) ?? text(input.id)
    const title = text(input.title) ?? text(input.content)
    if (id === undefined || title === undefined) return undefined
    const status = oneOf(TASK_STATUSES, input.status) ?? 'pending'
    const rest = given({ description: text(input.description), owner: text(input.owner) })
    return onTeam((team) => withTask(team, { id, title, status, ...rest }))
  },
  TaskUpdate(input) {
    const id = text(input.task_id) ?? text(input.id)
    if (id === undefined) return undefined
    const change = given({
      title: text(input.title),
      status: oneOf(TASK_STATUSES, input.status),
      owner: text(input.owner),
      description: text(input.description),
    })
    return onTeam((team) => {
      const title = change.title ?? team.tasks?.find((task) => task.id === id)?.title
      return title === undefined ? undefined : withTask(team, { ...change, id, title })
    })
  },
  SendMessage(input, timestamp) {
    const type = oneOf(MESSAGE_TYPES, input.type)
    const summary = text(input.summary)
    if (type === undefined || summary === undefined) return undefined
    const to = text(input.recipient) ?? 'all'
    return onTeam((team) => {
      const message = { from: 'team-lead', to, summary, type, timestamp }
      const messages = [...(team.messages ?? []), message].slice(-TEAM_MESSAGES_MAX)
      const members = team.members?.map((member) =>
        type === 'shutdown_request' && member.name === to
          ? { ...member, status: 'shutdown' as const }
          : member,
      )
      return { ...team, messages, ...(members && { members }) }
    })
  },
}

/** What the calls of one message do to the session's team; undefined when none concerns it (reference 9.3). */
export function teamChange(calls: ToolCall[], at: number): TeamChange | undefined {
  const changes = calls.flatMap(({ name, input }) => {
    const change = Object.hasOwn(RULES, name) ? RULES[name]?.(input, at) : undefined
    return change ? [change] : []
  })
  if (changes.length === 0) return undefined
  return (team) => {
    let current = team
    let changed = false
    for (const change of changes) {
      const next = change(current)
      if (next === undefined) continue
      changed = true
      current = next && { ...next, updatedAt: at }
    }
    return changed ? current : undefined
  }
}
