import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionSummary } from '../../../contract/session.ts'
import { useMachines } from '../connection/hub-context.ts'
import { machineName } from '../machines/machine-name.ts'
import type { GroupedSessions, SessionGroup } from './group-sessions.ts'
import { SessionRow } from './SessionRow.tsx'

const HEADING_HEIGHT = 36
const ROW_HEIGHT = 66

type Line = { group: SessionGroup; count: number } | { session: SessionSummary }

/** The groups one below the other; only what is in view is rendered. */
export function SessionList({ groups }: { groups: readonly GroupedSessions[] }) {
  const { t } = useTranslation()
  const { machines } = useMachines()
  const scroller = useRef<HTMLDivElement>(null)
  const lines = useMemo(
    () =>
      groups.flatMap(({ group, sessions }): Line[] => [
        { group, count: sessions.length },
        ...sessions.map((session) => ({ session })),
      ]),
    [groups],
  )
  const names = useMemo(
    () => new Map(machines.length > 1 ? machines.map((machine) => [machine.id, machineName(machine)]) : []),
    [machines],
  )
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index] && 'group' in lines[index] ? HEADING_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => {
      const line = lines[index]
      return line === undefined ? index : 'group' in line ? line.group : line.session.id
    },
    overscan: 8,
  })
  return (
    <div ref={scroller} className="thin-scroll safe-bottom min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index]
          if (!line) return null
          return (
            <li
              key={key}
              data-index={index}
              ref={virtualizer.measureElement}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {'group' in line ? (
                <h2 className="flex items-end gap-1.5 px-5 pt-3 pb-1 text-xs font-semibold tracking-wide text-faint">
                  {t(`sessions.group.${line.group}`)}
                  <span className="font-normal tabular-nums">{line.count}</span>
                </h2>
              ) : (
                <SessionRow
                  session={line.session}
                  machineName={names.get(line.session.metadata?.machineId ?? '')}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
