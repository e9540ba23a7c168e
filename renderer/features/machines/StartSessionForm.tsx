import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Flavor } from '../../../contract/flavors.ts'
import { listMachineDirectory, type Machine } from '../../../contract/machine.ts'
import { browserStorage } from '../../browser-storage.ts'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/Notice.tsx'
import { FIELD, TextField } from '../../ui/TextField.tsx'
import { failureText } from '../connection/failure-text.ts'
import { useHub } from '../connection/hub-context.ts'
import { AgentPicker } from './AgentPicker.tsx'
import { FolderPicker } from './FolderPicker.tsx'
import { lastFolder, rememberFolder } from './last-folder.ts'
import { machineName } from './machine-name.ts'
import { permissionModeText } from './permission-mode-words.ts'
import { spawnProblem } from './spawn-problem.ts'

/** Everything about the new session but the computer it runs on. */
export function StartSessionForm({ machine }: { machine: Machine }) {
  const { t } = useTranslation()
  const { store } = useHub()
  const navigate = useNavigate()
  const modeId = useId()
  const home = machine.metadata?.workspaceRoots?.[0] ?? machine.metadata?.homeDir
  const [path, setPath] = useState(() => lastFolder(browserStorage, machine.id) ?? home ?? '/')
  const [flavor, setFlavor] = useState<Flavor>()
  const [mode, setMode] = useState('')
  const [model, setModel] = useState('')
  const [isWorktree, setWorktree] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isRepository = useIsRepository(machine.id, path)

  const chooseFlavor = useCallback((next: Flavor) => {
    setFlavor(next)
    setMode('')
    setModel('')
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!flavor || isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      const answer = await store.actions.spawn(machine.id, {
        directory: path,
        agent: flavor.id,
        ...(mode !== '' && { permissionMode: mode }),
        ...(model.trim() !== '' && { model: model.trim() }),
        ...(isWorktree && isRepository && { sessionType: 'worktree' }),
      })
      if (answer.type === 'success') {
        rememberFolder(browserStorage, machine.id, path)
        await navigate({ to: '/sessions/$sessionId', params: { sessionId: answer.sessionId } })
      } else setProblem(spawnProblem(answer, t))
    } catch (error) {
      setProblem(failureText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-7">
      <section aria-labelledby={`${modeId}-folder`}>
        <h2 id={`${modeId}-folder`} className="mb-2 font-semibold">
          {t('start.folder')}
        </h2>
        <FolderPicker machineId={machine.id} home={home} path={path} onChange={setPath} />
      </section>
      <form onSubmit={submit} className="flex flex-col gap-7">
        <fieldset className="min-w-0">
          <legend className="mb-2 font-semibold">{t('start.agent')}</legend>
          <AgentPicker machineId={machine.id} flavor={flavor} onChange={chooseFlavor} />
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          {flavor && flavor.permissionModes.length > 0 && (
            <div>
              <label htmlFor={modeId} className="mb-1.5 block text-sm font-medium">
                {t('start.mode')}
              </label>
              <select
                id={modeId}
                value={mode}
                onChange={(event) => setMode(event.target.value)}
                className={classNames(FIELD, 'min-h-11')}
              >
                <option value="">{t('start.modeDefault')}</option>
                {flavor.permissionModes
                  .filter((each) => each !== 'default' && each !== 'request-review')
                  .map((each) => (
                    <option key={each} value={each}>
                      {permissionModeText(each, t)}
                    </option>
                  ))}
              </select>
            </div>
          )}
          {flavor?.modelChange && (
            <TextField
              label={t('start.model')}
              placeholder={t('start.modelDefault')}
              value={model}
              onChange={(event) => setModel(event.target.value)}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </div>
        {isRepository && (
          <label className="tap flex items-start gap-3">
            <input
              type="checkbox"
              checked={isWorktree}
              onChange={(event) => setWorktree(event.target.checked)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span>
              {t('start.worktree')}
              <span className="block text-sm text-muted">{t('start.worktreeHint')}</span>
            </span>
          </label>
        )}
        {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            look="primary"
            type="submit"
            isBusy={isBusy}
            disabled={!flavor}
            className="min-h-11 w-full sm:w-auto"
          >
            {isBusy ? t('start.busy') : t('start.submit')}
          </Button>
          {isBusy && (
            <p role="status" className="text-sm text-muted">
              {t('start.busyHint', { computer: machineName(machine) })}
            </p>
          )}
        </div>
      </form>
    </div>
  )
}

/** Whether the folder is a project under version control, as its own listing shows. */
function useIsRepository(machineId: string, path: string): boolean {
  const { client } = useHub()
  const { data } = useQuery({
    queryKey: ['directory', machineId, path, true],
    queryFn: ({ signal }) =>
      client.call(listMachineDirectory, {
        params: { id: machineId },
        body: { path, includeHidden: true },
        signal,
      }),
  })
  return data?.success === true && data.entries.some(({ name }) => name === '.git')
}
