import { classNames } from '../../ui/class-names.ts'
import type { SessionState } from './session-words.ts'

const LOOKS: Record<SessionState, string> = {
  waiting: 'bg-warn',
  working: 'bg-accent animate-breathe',
  background: 'bg-accent',
  ready: 'bg-ok',
  idle: 'border-2 border-faint',
  ended: 'bg-line',
  archived: 'bg-line',
}

/** The state as a coloured dot; the words beside it or the row's label say the same. */
export function StateDot({ state }: { state: SessionState }) {
  return <span aria-hidden className={classNames('size-2.5 shrink-0 rounded-full', LOOKS[state])} />
}
