import { ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TranscriptionProvider } from '../../../contract/voice.ts'
import { browserStorage } from '../../browser-storage.ts'
import { Menu, MenuChoices } from '../../ui/Menu.tsx'
import { chosenService, rememberService } from './service-choice.ts'

/** Which service turns the recording into text, where there are several. */
export function ServiceMenu({ services }: { services: readonly TranscriptionProvider[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(() => chosenService(browserStorage, services))
  if (services.length < 2 || chosen === undefined) return null
  const choices = services.map(({ id, label }) => ({
    value: id,
    label: id === 'openai-compatible' ? t('dictation.ownService') : label,
  }))
  const name = choices.find(({ value }) => value === chosen)?.label ?? chosen
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          aria-label={t('dictation.serviceNow', { service: name })}
          className="tap inline-flex min-h-8 max-w-40 min-w-0 items-center gap-1.5 rounded-lg px-2 text-[0.8125rem] text-muted hover:bg-hover hover:text-ink data-[state=open]:bg-hover"
        >
          <span className="truncate">{name}</span>
          <ChevronsUpDown size={12} aria-hidden className="shrink-0 text-faint" />
        </button>
      }
    >
      <MenuChoices
        label={t('dictation.service')}
        value={chosen}
        choices={choices}
        onChange={(id) => {
          rememberService(browserStorage, id)
          setChosen(id)
        }}
      />
    </Menu>
  )
}
