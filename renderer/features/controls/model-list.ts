import {
  type ByFlavor,
  type CodexModel,
  MACHINE_MODELS,
  type ModelOption,
  SESSION_MODELS,
} from '../../../contract/catalog.ts'
import type { FlavorId } from '../../../contract/flavors.ts'
import { keyOf, type SettingValue } from './settings.ts'

/** A model somebody can choose. */
export interface Model {
  key: string
  value: SettingValue
  label: string
  isDefault: boolean
  /** How hard it can think; undefined when the catalog does not say. */
  efforts: readonly EffortChoice[] | undefined
  serviceTiers: readonly string[] | undefined
}

export interface EffortChoice {
  value: string
  /** The agent's own word for it. */
  name: string | undefined
}

/** What an agent offers, in one shape for all of them. */
export interface ModelList {
  models: readonly Model[]
  /** False: the permission mode `auto` cannot be chosen. */
  isAutoModeSupported: boolean | undefined
  /** Something to know beside the list, such as a sign-in that has lapsed. */
  advice: string | undefined
}

/** The successful answer of any model catalog. */
export type ModelCatalog =
  | { models: readonly CodexModel[] }
  | {
      availableModels: readonly ModelOption[]
      autoPermissionModeSupported?: boolean | null | undefined
      error?: string | null | undefined
    }

/** The models of flavors that have no catalog to ask (reference not-shown A12). */
export const MODEL_PRESETS: ByFlavor<readonly string[]> = {
  agentA: ['sonnet', 'sonnet[1m]', 'opus', 'opus[1m]', 'fable', 'fable[1m]'],
}

/** Whether an agent of this flavor can be asked for its models. */
export function hasModelCatalog(id: FlavorId): boolean {
  return (SESSION_MODELS[id] ?? MACHINE_MODELS[id]) !== undefined
}

/** Reads a catalog; `levels` are the flavor's thinking levels, which a model may lack some of. */
export function readModels(catalog: ModelCatalog, levels: readonly string[]): ModelList {
  if ('models' in catalog) {
    return { models: catalog.models.map(ofCodex), isAutoModeSupported: undefined, advice: undefined }
  }
  return {
    models: catalog.availableModels.map((option) => ofOption(option, levels)),
    isAutoModeSupported: catalog.autoPermissionModeSupported ?? undefined,
    advice: catalog.error ?? undefined,
  }
}

/** The model the session uses; without a choice of its own, the catalog's default. */
export function findModel(models: readonly Model[], current: SettingValue): Model | undefined {
  if (current === null) return models.find(({ isDefault }) => isDefault)
  const key = keyOf(current)
  return (
    models.find((model) => model.key === key) ??
    models.find(({ value }) => typeof value === 'object' && value?.modelId === key)
  )
}

function ofCodex(model: CodexModel): Model {
  return {
    key: model.id,
    value: model.id,
    label: model.displayName ?? model.id,
    isDefault: model.isDefault === true,
    efforts: model.supportedReasoningEfforts?.map((value) => ({ value, name: undefined })),
    serviceTiers: model.serviceTiers ?? undefined,
  }
}

function ofOption(option: ModelOption, levels: readonly string[]): Model {
  const { modelId, provider } = option
  const value = provider === undefined ? modelId : { provider, modelId }
  return {
    key: keyOf(value),
    value,
    label: option.name ?? modelId,
    isDefault: false,
    efforts: effortsOf(option, levels),
    serviceTiers: undefined,
  }
}

function effortsOf(
  { reasoning, reasoningEfforts, thinkingLevelMap }: ModelOption,
  levels: readonly string[],
): EffortChoice[] | undefined {
  if (reasoningEfforts) return reasoningEfforts.map(({ value, name }) => ({ value, name: name ?? undefined }))
  if (reasoning === false) return levels.includes('off') ? [{ value: 'off', name: undefined }] : []
  if (!thinkingLevelMap) return undefined
  return levels
    .filter((level) => thinkingLevelMap[level] !== null)
    .map((value) => ({ value, name: undefined }))
}
