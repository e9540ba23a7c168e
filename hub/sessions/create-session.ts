import type { CliSessionBody } from '../../contract/cli-plane.ts'
import type { Clock } from '../clock.ts'
import { HubError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { SessionRecord, SessionsTable } from '../store/sessions.ts'
import { metadataKeys, newCliMetadata } from './metadata-rules.ts'

export interface CreatedOrLoaded {
  record: SessionRecord
  isNew: boolean
}

const taggedOtherwise = () => new HubError(409, 'Session tag is already bound to a different id')
const idTaken = () => new HubError(409, 'Session id is already bound to a different session')

/**
 * The session a CLI announces: the one with its tag or id, unchanged, else a new one
 * (CLI-plane reference 3.2). Runs inside `db.write()`.
 * @throws HubError 409 when tag and id name different sessions.
 */
export function createOrLoad(
  { sessions, clock }: { sessions: SessionsTable; clock: Clock },
  namespace: string,
  body: CliSessionBody,
): CreatedOrLoaded {
  const tagged = sessions.findByTag(namespace, body.tag)
  if (tagged) {
    if (body.id !== undefined && body.id !== tagged.id) throw taggedOtherwise()
    return { record: tagged, isNew: false }
  }
  // Whatever bears this id has another tag or namespace, or it would have been found by its tag.
  if (body.id !== undefined && sessions.find(body.id)) throw idTaken()
  const createdAt = clock.now()
  const id = body.id ?? newId(createdAt)
  const metadata = newCliMetadata(body.metadata)
  sessions.insert({
    id,
    namespace,
    tag: body.tag,
    createdAt,
    metadata,
    agentState: body.agentState ?? null,
    model: body.model ?? null,
    modelReasoningEffort: body.modelReasoningEffort ?? null,
    effort: body.effort ?? null,
    ...metadataKeys(metadata),
  })
  return { record: sessions.find(id) as SessionRecord, isNew: true }
}
