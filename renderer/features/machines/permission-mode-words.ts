import type { TFunction } from 'i18next'

/** A permission mode in words; modes we do not know keep their own name. */
export function permissionModeText(mode: string, t: TFunction): string {
  switch (mode) {
    case 'default':
    case 'request-review':
      return t('mode.ask')
    case 'acceptEdits':
    case 'safe-yolo':
      return t('mode.edits')
    case 'plan':
      return t('mode.plan')
    case 'read-only':
    case 'ask':
      return t('mode.readOnly')
    case 'auto':
    case 'autoReview':
      return t('mode.auto')
    case 'bypassPermissions':
    case 'yolo':
    case 'always-proceed':
      return t('mode.everything')
    default:
      return mode
  }
}
