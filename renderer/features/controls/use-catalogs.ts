import { QueryClient, useQuery } from '@tanstack/react-query'
import { MACHINE_MODELS, SESSION_EFFORTS, SESSION_MODELS } from '../../../contract/catalog.ts'
import { flavorOf, type Setting } from '../../../contract/flavors.ts'
import type { Session } from '../../../contract/session.ts'
import { ClientError } from '../../client/client-error.ts'
import type { HubClient } from '../../client/hub-client.ts'
import { useHub } from '../connection/hub-context.ts'
import type { Learned } from './choices.ts'
import { type EffortChoice, type ModelList, readModels } from './model-list.ts'

/** What an agent offers changes seldom; failures are for the person to retry. */
const catalogs = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 60_000, gcTime: 300_000 } },
})

export interface Catalogs {
  learned: Learned
  isLoading: boolean
  error: unknown
  retry: () => void
}

/** Asks the agent what there is to choose for `setting`, once its list is open. */
export function useCatalogs(session: Session, setting: Setting, isOpen: boolean): Catalogs {
  const { client } = useHub()
  const { id, metadata } = session
  const needs = neededFor(session, setting)
  const models = useQuery(
    {
      queryKey: ['models', id],
      queryFn: ({ signal }) => loadModels(client, session, signal),
      enabled: isOpen && needs.models,
    },
    catalogs,
  )
  const efforts = useQuery(
    {
      // The efforts an agent offers depend on its model.
      queryKey: ['efforts', id, session.model],
      queryFn: ({ signal }) => loadEfforts(client, id, flavorOf(metadata).id, signal),
      enabled: isOpen && needs.efforts,
    },
    catalogs,
  )
  return {
    learned: { models: models.data, efforts: efforts.data },
    isLoading: models.isFetching || efforts.isFetching,
    error: models.error ?? efforts.error ?? undefined,
    retry: () => {
      if (needs.models) void models.refetch()
      if (needs.efforts) void efforts.refetch()
    },
  }
}

/** Which lists a setting is chosen from. */
function neededFor(session: Session, setting: Setting): { models: boolean; efforts: boolean } {
  const { id, permissionModes } = flavorOf(session.metadata)
  const hasEfforts = SESSION_EFFORTS[id] !== undefined
  switch (setting) {
    case 'permissionMode':
      // Whether `auto` can be chosen stands in the model list.
      return {
        models: session.active && SESSION_MODELS[id] !== undefined && permissionModes.includes('auto'),
        efforts: false,
      }
    case 'model':
      return { models: (SESSION_MODELS[id] ?? MACHINE_MODELS[id]) !== undefined, efforts: false }
    case 'effort':
    case 'modelReasoningEffort':
      return { models: !hasEfforts && SESSION_MODELS[id] !== undefined, efforts: hasEfforts }
    case 'serviceTier':
      return { models: SESSION_MODELS[id] !== undefined, efforts: false }
    default:
      return { models: false, efforts: false }
  }
}

async function loadModels(client: HubClient, session: Session, signal: AbortSignal): Promise<ModelList> {
  const { id, efforts } = flavorOf(session.metadata)
  const own = SESSION_MODELS[id]
  const machine = MACHINE_MODELS[id]
  const machineId = session.metadata?.machineId
  const answer = own
    ? await client.call(own.endpoint, { params: { id: session.id }, signal })
    : machine && machineId !== undefined
      ? await client.call(machine.endpoint, { params: { id: machineId }, query: {}, signal })
      : { success: true as const, availableModels: [] }
  if (!answer.success) throw new ClientError(200, answer)
  return readModels(answer, efforts ?? [])
}

async function loadEfforts(
  client: HubClient,
  sessionId: string,
  flavorId: keyof typeof SESSION_EFFORTS,
  signal: AbortSignal,
): Promise<readonly EffortChoice[]> {
  const catalog = SESSION_EFFORTS[flavorId]
  if (!catalog) return []
  const answer = await client.call(catalog.endpoint, { params: { id: sessionId }, signal })
  if (!answer.success) throw new ClientError(200, answer)
  return answer.options.map(({ value, name }) => ({ value, name: name ?? undefined }))
}
