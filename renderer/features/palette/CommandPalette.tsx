import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/class-names.ts'
import { focusOrigin, returnFocus } from '../../ui/return-focus.ts'
import { failureText } from '../connection/failure-text.ts'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { findEntries, moveChoice, PALETTE_GROUPS, type PaletteEntry } from './palette-entries.ts'
import { useMessageEntries } from './use-message-entries.tsx'
import { usePaletteEntries } from './use-palette-entries.tsx'

/** One field that leads anywhere: sessions, screens, actions. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [origin] = useState(focusOrigin)
  const entries = usePaletteEntries()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const { messages, isSearching, error } = useMessageEntries(query)
  const found = useMemo(() => [...findEntries(entries, query), ...messages], [entries, query, messages])
  const current = found[Math.min(chosen, found.length - 1)]
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (current) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A word that is still being composed takes these keys for itself.
    if (event.nativeEvent.isComposing) return
    const asked = shortcutOf('palette', event)
    if (asked === undefined) return
    if (asked === 'run') run(current)
    else setChosen(moveChoice(asked, chosen, found.length))
    event.preventDefault()
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus(origin)
          }}
          className="animate-appear fixed inset-x-3 top-3 z-50 flex max-h-[calc(100dvh-1.5rem)] flex-col overflow-hidden rounded-2xl bg-raised shadow-float sm:inset-x-auto sm:top-[12dvh] sm:left-1/2 sm:max-h-[70dvh] sm:w-[34rem] sm:-translate-x-1/2"
        >
          <Dialog.Title className="sr-only">{t('palette.label')}</Dialog.Title>
          <div className="flex items-center gap-2 border-b border-line pr-2 pl-4">
            <Search size={18} aria-hidden className="shrink-0 text-faint" />
            <input
              role="combobox"
              aria-label={t('palette.label')}
              aria-expanded
              aria-autocomplete="list"
              aria-controls={`${id}-list`}
              aria-activedescendant={current && `${id}-${found.indexOf(current)}`}
              value={query}
              onChange={(event) => {
                setQuery(event.target.value)
                setChosen(0)
              }}
              onKeyDown={onKeyDown}
              placeholder={t('palette.placeholder')}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              className="min-h-13 min-w-0 flex-1 bg-transparent outline-none"
            />
          </div>
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={t('palette.results')}
            className="thin-scroll min-h-0 overflow-y-auto p-2"
          >
            {PALETTE_GROUPS.map((group) => {
              const members = found.filter((entry) => entry.group === group)
              if (members.length === 0) return null
              return (
                // biome-ignore lint/a11y/useSemanticElements: a listbox knows no fieldsets
                <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
                  <div
                    id={`${id}-${group}`}
                    role="presentation"
                    className="px-2.5 pt-2 pb-1 text-xs font-semibold text-faint"
                  >
                    {group === 'messages' ? t('search.title') : t(`palette.${group}`)}
                  </div>
                  {members.map((entry) => (
                    <Option
                      key={entry.id}
                      id={`${id}-${found.indexOf(entry)}`}
                      entry={entry}
                      isChosen={entry === current}
                      onPoint={() => setChosen(found.indexOf(entry))}
                      onRun={() => run(entry)}
                    />
                  ))}
                </div>
              )
            })}
          </div>
          <p
            role="status"
            className={classNames(
              'text-center text-sm text-muted',
              found.length === 0 ? 'px-4 pb-6' : 'sr-only',
            )}
          >
            {isSearching
              ? t('search.searching')
              : found.length === 0
                ? t('palette.none', { query })
                : t('palette.found', { count: found.length })}
          </p>
          {error && (
            <p role="alert" className="px-4 pb-3 text-center text-sm text-danger">
              {t('search.failed', { reason: failureText(t, error) })}
            </p>
          )}
          <p className="hidden border-t border-line px-4 py-2 text-xs text-faint pointer-fine:block">
            {t('palette.hint')}
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface OptionProps {
  id: string
  entry: PaletteEntry
  isChosen: boolean
  onPoint: () => void
  onRun: () => void
}

function Option({ id, entry, isChosen, onPoint, onRun }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keyboard
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      onPointerMove={onPoint}
      onClick={onRun}
      className="tap flex items-center gap-3 rounded-lg px-2.5 py-2 aria-selected:bg-hover"
    >
      <span aria-hidden className="flex w-5 shrink-0 justify-center text-muted">
        {entry.icon}
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-left">
          {entry.title}
        </span>
        {(entry.content ?? entry.detail) !== undefined && (
          <span className="block truncate text-xs text-muted">{entry.content ?? entry.detail}</span>
        )}
      </span>
    </div>
  )
}
