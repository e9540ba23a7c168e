import { listSkills, listSlashCommands } from '../../../contract/catalog.ts'
import type { HubClient } from '../../client/hub-client.ts'
import type { CompletionPlace, Suggestion } from './completion.ts'

/** What can be typed into a session; none when the agent cannot say. */
export async function loadSuggestions(
  client: HubClient,
  id: string,
  kind: CompletionPlace['kind'],
): Promise<readonly Suggestion[]> {
  if (kind === 'command') {
    const answer = await client.call(listSlashCommands, { params: { id } })
    return answer.success ? answer.commands.map(suggestion) : []
  }
  const answer = await client.call(listSkills, { params: { id } })
  return answer.success ? answer.skills.map(suggestion) : []
}

const suggestion = ({ name, description }: { name: string; description?: string | null | undefined }) => ({
  name,
  description: description ?? undefined,
})
