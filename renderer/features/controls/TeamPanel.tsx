import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TeamState } from '../../../contract/session.ts'
import { classNames } from '../../ui/class-names.ts'

/** So many of the newest messages are shown. */
const MESSAGES_SHOWN = 20

/** The agents that work together: who does what, and what they told each other; one line until opened. */
export function TeamPanel({ team }: { team: TeamState }) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { members = [], tasks = [], messages = [] } = team
  const active = members.filter(({ status }) => status !== 'shutdown')
  return (
    <section
      aria-label={t('team.title', { name: team.teamName })}
      className="rounded-xl border border-line bg-raised"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="tap flex min-h-9 w-full items-center gap-2.5 rounded-xl px-3 text-left text-sm hover:bg-hover"
      >
        <span className="min-w-0 truncate font-medium">{t('team.title', { name: team.teamName })}</span>
        <span className="shrink-0 text-muted">{t('team.members', { count: active.length })}</span>
        <span className="min-w-0 flex-1 truncate text-muted">
          {!isOpen && tasks.find(({ status }) => status === 'in_progress')?.title}
        </span>
        <ChevronDown
          size={16}
          aria-hidden
          className={classNames('shrink-0 text-faint transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && (
        <div id={id} className="thin-scroll flex max-h-64 flex-col gap-3 overflow-y-auto px-3 pb-3 text-sm">
          {team.description !== undefined && <p className="text-muted">{team.description}</p>}
          <Group title={t('team.membersTitle')}>
            {members.map(({ name, agentType, status }) => (
              <Line key={name} text={name} note={agentType} state={status && t(`team.member.${status}`)} />
            ))}
          </Group>
          <Group title={t('team.tasksTitle')}>
            {tasks.map((task) => (
              <Line
                key={task.id}
                text={task.title}
                note={task.owner}
                state={task.status && t(`team.task.${task.status}`)}
              />
            ))}
          </Group>
          <Group title={t('team.messagesTitle')}>
            {messages.slice(-MESSAGES_SHOWN).map(({ from, to, summary, timestamp }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two messages may be equal, and the rows keep no state
              <Line key={`${timestamp}:${index}`} text={summary} note={t('team.message', { from, to })} />
            ))}
          </Group>
        </div>
      )}
    </section>
  )
}

function Group({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div>
      <h3 className="text-xs font-medium text-faint">{title}</h3>
      <ul className="divide-y divide-line">{children}</ul>
    </div>
  )
}

interface LineProps {
  text: string
  note?: string | undefined
  state?: string | undefined
}

function Line({ text, note, state }: LineProps) {
  return (
    <li className="flex items-baseline gap-2.5 py-1.5">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {text}
        {note !== undefined && <span className="block text-xs text-faint">{note}</span>}
      </span>
      {state !== undefined && <span className="shrink-0 text-xs text-muted">{state}</span>}
    </li>
  )
}
