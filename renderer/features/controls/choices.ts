import type { TFunction } from 'i18next'
import { flavorOf, type Setting } from '../../../contract/flavors.ts'
import type { Session } from '../../../contract/session.ts'
import { permissionModeText } from '../machines/permission-mode-words.ts'
import { type EffortChoice, findModel, MODEL_PRESETS, type ModelList } from './model-list.ts'
import { collaborationWord, effortWord, independenceWord, tierWord } from './setting-words.ts'
import { currentOf, keyOf, permissionModesOf, type SettingValue } from './settings.ts'

export interface Choice {
  key: string
  value: SettingValue
  label: string
  hint?: string
}

/** What was learned from the agent; undefined until it answered. */
export interface Learned {
  models?: ModelList | undefined
  efforts?: readonly EffortChoice[] | undefined
}

/** What can be chosen for a setting, with what the session is set to always among it. */
export function choicesOf(session: Session, setting: Setting, learned: Learned, t: TFunction): Choice[] {
  const choices = offered(session, setting, learned, t)
  const current = currentOf(session, setting)
  const key = currentKey(session, setting, learned)
  if (current === null || choices.some((choice) => choice.key === key)) return choices
  const label = setting === 'permissionMode' ? permissionModeText(key, t) : effortWord(key, t)
  return [...choices, { key, value: current, label: setting === 'model' ? key : label }]
}

/** Which choice is the present one. */
export function currentKey(session: Session, setting: Setting, { models }: Learned): string {
  const current = currentOf(session, setting)
  const known = setting === 'model' && current !== null && models && findModel(models.models, current)
  return known ? known.key : keyOf(current)
}

function offered(session: Session, setting: Setting, learned: Learned, t: TFunction): Choice[] {
  const flavor = flavorOf(session.metadata)
  const plain = (values: readonly string[], label: (value: string) => string): Choice[] =>
    values.map((value) => ({ key: value, value, label: label(value) }))
  switch (setting) {
    case 'permissionMode':
      return plain(
        permissionModesOf(session).filter(
          (mode) => mode !== 'auto' || learned.models?.isAutoModeSupported !== false,
        ),
        (mode) => permissionModeText(mode, t),
      )
    case 'model':
      return [
        { key: '', value: null, label: t('controls.usual') },
        ...(learned.models?.models ?? []).map(({ key, value, label }) => ({
          key,
          value,
          label,
          ...(label !== key && { hint: key }),
        })),
        ...plain(MODEL_PRESETS[flavor.id] ?? [], (name) => name),
      ]
    case 'effort':
    case 'modelReasoningEffort': {
      const list = setting === 'effort' ? flavor.efforts : flavor.reasoningEfforts
      const efforts =
        effortsFor(session, learned) ?? (list ?? []).map((value) => ({ value, name: undefined }))
      const choices = efforts.map(({ value, name }) => ({
        key: value,
        value,
        label: effortWord(value, t, name),
      }))
      return list?.includes('off')
        ? choices
        : [{ key: '', value: null, label: t('controls.automatic') }, ...choices]
    }
    case 'serviceTier': {
      const model = learned.models && findModel(learned.models.models, currentOf(session, 'model'))
      return plain(model?.serviceTiers ?? ['standard', 'fast'], (tier) => tierWord(tier, t))
    }
    case 'collaborationMode':
      return plain(['default', 'plan'], (mode) => collaborationWord(mode, t))
    case 'copilotAgentMode':
      return plain(flavor.copilotAgentModes ?? [], (mode) => independenceWord(mode, t))
  }
}

function effortsFor(session: Session, { models, efforts }: Learned): readonly EffortChoice[] | undefined {
  return efforts ?? (models && findModel(models.models, currentOf(session, 'model'))?.efforts)
}
