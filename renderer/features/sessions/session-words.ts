import type { TFunction } from 'i18next'
import { findFlavor } from '../../../contract/flavors.ts'
import type { SessionSummary } from '../../../contract/session.ts'
import { showControls } from '../../decode/show-controls.ts'

interface TitleSource {
  name?: string | undefined
  summary?: { text: string } | null | undefined
  path?: string | undefined
}

/** What people call the session: its name, else what it is about, else its folder; for showing only. */
export function titleOf(metadata: TitleSource | null | undefined, t: TFunction): string {
  const given = metadata?.name?.trim() || metadata?.summary?.text.trim()
  return showControls(given || (metadata?.path && folderName(metadata.path)) || t('sessions.untitled'))
}

/** What people call the session's agent. */
export function agentName(metadata: { flavor?: string | null | undefined } | null | undefined, t: TFunction) {
  return findFlavor(metadata?.flavor)?.label ?? t('notices.anyAgent')
}

/** The last part of a path of any platform. */
export function folderName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path
}

/** What the session does, as a key of `state.…`. */
export type SessionState = 'waiting' | 'working' | 'background' | 'ready' | 'idle' | 'ended' | 'archived'

type StateSource = Pick<
  SessionSummary,
  'active' | 'thinking' | 'pendingRequestsCount' | 'backgroundTaskCount'
> & {
  metadata: { lifecycleState?: string | null | undefined } | null
}

/** Idle (nothing but signs of life for long) is told apart from ready (worked lately). */
export function stateOf(session: StateSource): SessionState {
  const lifecycle = session.metadata?.lifecycleState
  if (!session.active) return lifecycle === 'archived' ? 'archived' : 'ended'
  if (session.pendingRequestsCount > 0) return 'waiting'
  if (session.thinking) return 'working'
  if (session.backgroundTaskCount > 0) return 'background'
  return lifecycle === 'idle' ? 'idle' : 'ready'
}
