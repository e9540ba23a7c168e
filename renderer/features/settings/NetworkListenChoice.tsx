import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConfigurationEntry } from '../../../contract/hub-configuration.ts'
import { Notice } from '../../ui/Notice.tsx'
import { isLoopbackHost } from '../pairing/pairing-address.ts'
import { NetworkSource } from './NetworkSource.tsx'
import { chosenValue, LISTEN_HOSTS, listenChoice } from './network-choice.ts'
import { useNetwork } from './use-settings-change.ts'

const CHOICES = ['here', 'network'] as const

/** This computer alone, or phones in its network too. */
export function NetworkListenChoice({ entry }: { entry: ConfigurationEntry }) {
  const { t } = useTranslation()
  const { pending, problem, keep } = useNetwork()
  const name = useId()
  const host = pending?.listenHost ?? chosenValue(entry)
  const chosen = listenChoice(host)
  const isFixed = entry.source === 'environment'
  const losesThisPage = chosen === 'here' && entry.needsRestart && !isLoopbackHost(window.location.hostname)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 font-medium">{t('network.who')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {CHOICES.map((choice) => (
          <label
            key={choice}
            className="flex min-h-11 items-start gap-3 rounded-xl border border-line px-3 py-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-disabled:opacity-70"
          >
            <input
              type="radio"
              name={name}
              checked={choice === chosen}
              disabled={isFixed}
              aria-describedby={`${name}-${choice}`}
              onChange={() => pending === undefined && keep({ listenHost: LISTEN_HOSTS[choice] })}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-medium">{t(`network.choice.${choice}`)}</span>
              <span id={`${name}-${choice}`} className="block text-sm text-muted">
                {t(`network.choiceText.${choice}`)}
              </span>
            </span>
          </label>
        ))}
      </div>
      {chosen === 'other' && <p className="text-sm">{t('network.other', { host })}</p>}
      <NetworkSource entry={entry} />
      {losesThisPage && <Notice kind="warn">{t('network.losesThisPage')}</Notice>}
      {problem !== undefined && (
        <Notice kind="danger">{t('settings.saveFailed', { reason: problem })}</Notice>
      )}
    </fieldset>
  )
}
