import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { browserStorage } from '../../browser-storage.ts'
import { showControls } from '../../decode/show-controls.ts'
import { Button } from '../../ui/Button.tsx'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { foldedProjects, foldProject } from './folded-projects.ts'
import { GroupHeading } from './GroupHeading.tsx'
import type { SessionGroup } from './group-sessions.ts'
import { type ListLine, listLines, moveLine } from './list-lines.ts'
import { SessionRow } from './SessionRow.tsx'
import { useHeldOrder } from './use-held-order.ts'

const HEIGHTS = { heading: 40, session: 66, older: 40 }
/** What a line is reached by. */
const TARGETS = 'a, button'

interface SessionListProps {
  groups: readonly SessionGroup[]
  /** What is searched for; empty while nothing is. */
  query: string
  /** Names of the computers by id, where the sessions are on several. */
  computers: ReadonlyMap<string, string>
}

/** The groups one below the other; only what is in view is rendered. */
export function SessionList({ groups, query, computers }: SessionListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState(() => foldedProjects(browserStorage))
  const [unrolled, setUnrolled] = useState<ReadonlySet<string>>(new Set())
  const shown = useHeldOrder(scroller, groups, query)
  const lines = useMemo(
    () => listLines(shown, { folded, unrolled, isSearching: query !== '' }),
    [shown, folded, unrolled, query],
  )
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => HEIGHTS[lines[index]?.kind ?? 'session'],
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 8,
  })
  // What another search found begins at the top, wherever the list was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search is another list
  useLayoutEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [query])
  const moveTo = useLineFocus(scroller, (index) => virtualizer.scrollToIndex(index))
  const isReachable = ({ kind, group }: ListLine) =>
    kind !== 'heading' || (group.kind === 'project' && query === '')
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A row's menu opens by keys of its own.
    const way = event.defaultPrevented ? undefined : shortcutOf('list', event)
    if (way === undefined) return
    const line = (event.target as HTMLElement).closest<HTMLElement>('li[data-index]')
    if (!line || !event.currentTarget.contains(line)) return
    const next = moveLine(way, Number(line.dataset.index), lines.map(isReachable))
    if (next === undefined) return
    event.preventDefault()
    moveTo(next)
  }
  const unroll = (key: string, index: number) => {
    setUnrolled(new Set([...unrolled, key]))
    // The button is gone; where it was stands the first of what it brought.
    moveTo(index)
  }
  const lineOf = (line: ListLine, index: number) => {
    switch (line.kind) {
      case 'heading':
        return (
          <GroupHeading
            group={line.group}
            isOpen={line.isOpen}
            isFixed={query !== ''}
            onFold={(isFolded) => setFolded(foldProject(browserStorage, { key: line.group.key, isFolded }))}
          />
        )
      case 'older':
        return (
          <OlderLine
            count={line.count}
            project={line.group.name}
            onShow={() => unroll(line.group.key, index)}
          />
        )
      case 'session':
        return (
          <SessionRow
            session={line.session}
            isInProject={line.group.kind === 'project'}
            computer={computers.get(line.session.metadata?.machineId ?? '')}
          />
        )
    }
  }
  return (
    <div ref={scroller} className="thin-scroll safe-bottom min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }} onKeyDown={onKeyDown}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index]
          return (
            line && (
              <li
                key={key}
                data-index={index}
                ref={virtualizer.measureElement}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                {lineOf(line, index)}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

function OlderLine({ count, project, onShow }: { count: number; project: string; onShow: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="px-4 py-1">
      <Button size="small" look="quiet" onClick={onShow}>
        {t('sessions.older', { count })}
        {/* There is one for each project. */}
        <span className="sr-only"> ({showControls(project) || t('sessions.group.none')})</span>
      </Button>
    </div>
  )
}

/** Returns what leads the keyboard to a line, also to one that has yet to be rendered. */
function useLineFocus(
  scroller: React.RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void,
): (index: number) => void {
  const wanted = useRef<number>(undefined)
  const [, render] = useState(0)
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    const target = scroller.current?.querySelector<HTMLElement>(
      `li[data-index="${wanted.current}"] :is(${TARGETS})`,
    )
    if (!target) return
    wanted.current = undefined
    target.focus({ preventScroll: true })
  })
  return (index) => {
    wanted.current = index
    scrollTo(index)
    render((count) => count + 1)
  }
}
