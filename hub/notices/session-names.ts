import { flavorLabel } from '../../contract/flavors.ts'
import type { SessionRecord } from '../store/sessions.ts'
import { cutText, isReadable, oneLine } from './cut-text.ts'

/** How notifications call an agent and its session (reference: not-shown B3, Names). */
export interface SessionNames {
  agent: string
  session: string
}

const ID_LENGTH = 8
/** Agents may call a session whatever they like; providers take about 4 KB for a whole notification. */
const NAME_MAX = 80

export type NamedSession = Pick<SessionRecord, 'id' | 'metadata'>

export function namesOf({ id, metadata }: NamedSession): SessionNames {
  const folder = metadata?.path?.split(/[\\/]/).findLast((part) => part !== '')
  const name = [metadata?.name, metadata?.summary?.text, folder].find(isReadable)
  return {
    agent: flavorLabel(metadata),
    session: name ? cutText(oneLine(name), NAME_MAX) : id.slice(0, ID_LENGTH),
  }
}
