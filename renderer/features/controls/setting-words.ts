import type { TFunction } from 'i18next'
import type { Setting } from '../../../contract/flavors.ts'
import type { Session } from '../../../contract/session.ts'
import { currentOf, keyOf } from './settings.ts'

const LEVELS = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

/** How hard an agent thinks, in words; levels we do not know keep the agent's own name. */
export function effortWord(level: string, t: TFunction, name?: string): string {
  const known = LEVELS.find((each) => each === level)
  if (known) return t(`controls.level.${known}`)
  return name ?? level
}

export function tierWord(tier: string, t: TFunction): string {
  return tier === 'fast' || tier === 'standard' ? t(`controls.tier.${tier}`) : tier
}

export function collaborationWord(mode: string, t: TFunction): string {
  return mode === 'default' || mode === 'plan' ? t(`controls.collaboration.${mode}`) : mode
}

export function independenceWord(mode: string, t: TFunction): string {
  return mode === 'interactive' || mode === 'plan' || mode === 'autopilot'
    ? t(`controls.independence.${mode}`)
    : mode
}

/** A permission mode in two or three words; modes we do not know keep their own name. */
export function modeWord(mode: string, t: TFunction): string {
  switch (mode) {
    case 'default':
    case 'request-review':
      return t('controls.mode.ask')
    case 'acceptEdits':
    case 'safe-yolo':
      return t('controls.mode.edits')
    case 'plan':
      return t('controls.mode.plan')
    case 'read-only':
    case 'ask':
      return t('controls.mode.readOnly')
    case 'auto':
    case 'autoReview':
      return t('controls.mode.auto')
    case 'debug':
      return t('controls.mode.debug')
    case 'bypassPermissions':
    case 'yolo':
    case 'always-proceed':
      return t('controls.mode.everything')
    default:
      return mode
  }
}

/** What a setting is set to, for a button that does not show the setting's name. */
export function buttonWord(session: Session, setting: Setting, t: TFunction): string {
  const word = valueWord(session, setting, t)
  const isLevel = setting === 'effort' || setting === 'modelReasoningEffort'
  return isLevel ? t('controls.thinking', { level: word }) : word
}

/** What a setting is set to, beside its name. */
export function valueWord(session: Session, setting: Setting, t: TFunction): string {
  const current = currentOf(session, setting)
  if (current === null) return setting === 'model' ? t('controls.usualModel') : t('controls.automatic')
  if (typeof current !== 'string') return current.modelId
  switch (setting) {
    case 'permissionMode':
      return modeWord(current, t)
    case 'effort':
    case 'modelReasoningEffort':
      return effortWord(current, t)
    case 'serviceTier':
      return tierWord(current, t)
    case 'collaborationMode':
      return collaborationWord(current, t)
    case 'copilotAgentMode':
      return independenceWord(current, t)
    case 'model':
      return keyOf(current)
  }
}
