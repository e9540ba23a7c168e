import { Link } from '@tanstack/react-router'
import { MoreHorizontal, Pencil, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Machine } from '../../../contract/machine.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Section } from '../../ui/Section.tsx'
import { useSessionList } from '../connection/hub-context.ts'
import { machineName } from '../machines/machine-name.ts'
import { AgentList } from './AgentList.tsx'
import { RenameMachine, RestartRunner } from './MachineDialogs.tsx'
import { MachineFacts } from './MachineFacts.tsx'

/** Above this share of memory in use agents begin to suffer. */
const STRAINED_PERCENT = 92

/** One computer: how it is, its agents, and what can be done with it. */
export function MachineCard({ machine }: { machine: Machine }) {
  const { t } = useTranslation()
  const { sessions } = useSessionList()
  const [dialog, setDialog] = useState<'rename' | 'restart'>()
  const name = machineName(machine)
  const working = sessions.filter(
    ({ active, metadata }) => active && metadata?.machineId === machine.id,
  ).length
  const canRestart = machine.metadata?.supervisedRestart === true
  const close = () => setDialog(undefined)
  return (
    <Section
      title={name}
      hint={
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-2 rounded-full bg-ok" />
          {t('machines.online')} ·{' '}
          {working > 0 ? t('machines.working', { count: working }) : t('machines.allQuiet')}
        </span>
      }
      aside={
        <>
          <Link
            to="/start"
            search={{ machine: machine.id }}
            className="tap inline-flex min-h-9 items-center rounded-lg bg-accent px-3.5 text-sm font-medium text-on-accent hover:bg-accent-hover"
          >
            {t('machines.start')}
          </Link>
          <Menu
            trigger={
              <IconButton label={t('machines.more', { computer: name })}>
                <MoreHorizontal size={18} aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={<Pencil size={16} />} onSelect={() => setDialog('rename')}>
              {t('machines.rename.item')}
            </MenuItem>
            <MenuItem
              icon={<RotateCw size={16} />}
              onSelect={() => setDialog('restart')}
              isDisabled={!canRestart}
              {...(!canRestart && { hint: t('machines.restart.unsupported') })}
            >
              {t('machines.restart.item')}
            </MenuItem>
          </Menu>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {(machine.health?.memoryPercent ?? 0) >= STRAINED_PERCENT && (
          <Notice kind="warn">{t('machines.strained')}</Notice>
        )}
        {machine.runnerState?.lastSpawnError != null && (
          <Notice kind="warn">{t('machines.lastProblem')}</Notice>
        )}
        <MachineFacts machine={machine} />
        <AgentList machineId={machine.id} />
      </div>
      <RenameMachine machine={machine} isOpen={dialog === 'rename'} onClose={close} />
      <RestartRunner machine={machine} isOpen={dialog === 'restart'} onClose={close} />
    </Section>
  )
}
