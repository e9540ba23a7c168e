import type { TFunction } from 'i18next'
import { Fragment, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { IS_MAC, keyNames, SHORTCUTS, type ShortcutPlace } from './shortcuts.ts'

/** All keyboard shortcuts, by the place they work in. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog isOpen onClose={onClose} title={t('shortcuts.title')} description={t('shortcuts.text')}>
      <div className="flex flex-col gap-5">
        {(Object.keys(SHORTCUTS) as ShortcutPlace[]).map((place) => (
          <Place key={place} place={place} />
        ))}
      </div>
    </Dialog>
  )
}

function Place({ place }: { place: ShortcutPlace }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1 text-sm font-semibold text-muted">
        {t(`shortcuts.place.${place}`)}
      </h3>
      <dl>
        {Object.entries(SHORTCUTS[place]).map(([name, alternatives]) => (
          <div key={name} className="flex items-center gap-4 border-t border-line py-1.5">
            <dt className="min-w-0 flex-1">{nameOf(t, place, name)}</dt>
            <dd className="flex shrink-0 flex-wrap items-center justify-end gap-1 text-sm">
              {keyNames(alternatives, IS_MAC).map((keys, index) => (
                <Fragment key={keys.join(' ')}>
                  {index > 0 && <span className="text-faint">{t('shortcuts.or')}</span>}
                  {keys.map((key) => (
                    <kbd
                      key={key}
                      className="min-w-7 rounded-md border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs font-medium"
                    >
                      {key}
                    </kbd>
                  ))}
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The texts have one for each; the table is what says which there are. */
const nameOf = (t: TFunction, place: ShortcutPlace, name: string) =>
  (t as (key: string) => string)(`shortcuts.${place}.${name}`)
