import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { FIELD } from '../../ui/TextField.tsx'
import type { HubAddress } from './pairing-address.ts'

interface HubAddressChoiceProps {
  addresses: readonly HubAddress[]
  chosen: HubAddress
  onChoose: (url: string) => void
}

/** By which of its addresses the hub is to be reached; a plain line where there is one only. */
export function HubAddressChoice({ addresses, chosen, onChoose }: HubAddressChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="text-sm">
      {addresses.length > 1 ? (
        <>
          <label htmlFor={id} className="mb-1.5 block font-medium">
            {t('pair.hubAddress')}
          </label>
          <select
            id={id}
            aria-describedby={`${id}-hint`}
            value={chosen.url}
            onChange={(event) => onChoose(event.target.value)}
            className={classNames(FIELD, 'min-h-11')}
          >
            {addresses.map(({ url }) => (
              <option key={url}>{url}</option>
            ))}
          </select>
        </>
      ) : (
        <p>
          <span className="block font-medium">{t('pair.hubAddress')}</span>
          <span className="font-mono [overflow-wrap:anywhere]">{chosen.url}</span>
        </p>
      )}
      <p id={`${id}-hint`} className="mt-1 text-muted">
        {t(`pair.leads.${chosen.kind}`)}
      </p>
    </div>
  )
}
