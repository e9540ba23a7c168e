import {
  Bot,
  Brain,
  ChevronsUpDown,
  Compass,
  Cpu,
  Gauge,
  Lock,
  Pencil,
  RotateCcw,
  ShieldCheck,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { flavorOf, type Setting } from '../../../contract/flavors.ts'
import type { Session } from '../../../contract/session.ts'
import { Menu, MenuChoices, MenuItem, MenuLine, MenuText } from '../../ui/Menu.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { failureText } from '../connection/failure-text.ts'
import { choicesOf, currentKey } from './choices.ts'
import { ModelNameDialog } from './ModelNameDialog.tsx'
import { hasModelCatalog } from './model-list.ts'
import { buttonWord, valueWord } from './setting-words.ts'
import { lockOf, type SettingValue } from './settings.ts'
import { useCatalogs } from './use-catalogs.ts'

const ICONS = {
  permissionMode: ShieldCheck,
  model: Cpu,
  effort: Brain,
  modelReasoningEffort: Brain,
  serviceTier: Gauge,
  collaborationMode: Compass,
  copilotAgentMode: Bot,
} as const

interface SettingMenuProps {
  session: Session
  setting: Setting
  isChanging: boolean
  onChange: (setting: Setting, value: SettingValue) => Promise<void>
}

/** One setting: its value on a button, and what else there is in a list that opens from it. */
export function SettingMenu({ session, setting, isChanging, onChange }: SettingMenuProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const lock = lockOf(session, setting)
  const { learned, isLoading, error, retry } = useCatalogs(session, setting, isOpen && lock === undefined)
  const choices = choicesOf(session, setting, learned, t)
  const Icon = lock ? Lock : ICONS[setting]
  const pick = (key: string) => {
    const choice = choices.find((each) => each.key === key)
    if (choice && key !== currentKey(session, setting, learned)) void onChange(setting, choice.value)
  }
  const isFree = setting === 'model' && !hasModelCatalog(flavorOf(session.metadata).id)
  return (
    <>
      <Menu
        side="top"
        align="start"
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <button
            type="button"
            aria-label={t('controls.current', {
              setting: t(`controls.${setting}`),
              value: valueWord(session, setting, t),
            })}
            aria-busy={isChanging || undefined}
            className="tap inline-flex min-h-8 max-w-52 shrink-0 items-center gap-1.5 rounded-lg px-2 text-[0.8125rem] text-muted hover:bg-hover hover:text-ink focus-visible:outline-offset-[-2px] data-[state=open]:bg-hover"
          >
            {isChanging ? <Spinner size={14} /> : <Icon size={14} aria-hidden className="shrink-0" />}
            <span className="truncate">{buttonWord(session, setting, t)}</span>
            <ChevronsUpDown size={12} aria-hidden className="shrink-0 text-faint" />
          </button>
        }
      >
        {lock && <MenuText>{t(`controls.locked.${lock}`)}</MenuText>}
        <MenuChoices
          label={t(`controls.${setting}`)}
          value={currentKey(session, setting, learned)}
          choices={choices.map(({ key, label, hint }) => ({
            value: key,
            label,
            ...(hint !== undefined && { hint }),
          }))}
          onChange={pick}
          isDisabled={lock !== undefined}
        />
        {isLoading && (
          <div role="status" className="flex items-center gap-2 px-2.5 py-2 text-muted">
            <Spinner size={14} />
            {t('controls.loading')}
          </div>
        )}
        {learned.models?.advice !== undefined && <MenuText>{learned.models.advice}</MenuText>}
        {error !== undefined && !isLoading && (
          <>
            <MenuLine />
            <MenuText>
              {t('controls.loadFailed')} {failureText(t, error)}
            </MenuText>
            <MenuItem icon={<RotateCcw size={16} />} keepsOpen onSelect={retry}>
              {t('common.tryAgain')}
            </MenuItem>
          </>
        )}
        {isFree && lock === undefined && (
          <MenuItem icon={<Pencil size={16} />} onSelect={() => setNaming(true)}>
            {t('controls.otherModel')}
          </MenuItem>
        )}
      </Menu>
      {isFree && (
        <ModelNameDialog
          isOpen={isNaming}
          onClose={() => setNaming(false)}
          onName={(name) => void onChange(setting, name)}
        />
      )}
    </>
  )
}
