import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import updaters from 'electron-updater'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import type { DownloadExecutorResult, DownloadUpdateOptions } from 'electron-updater/out/AppUpdater.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { updateSourceOf } from './electron-updater.ts'
import type { UpdateSource } from './updates.ts'

const PROGRAM = 'the new program'
const file = {
  url: 'svc-hub-2.0.0.AppImage',
  sha512: createHash('sha512').update(PROGRAM).digest('base64'),
  size: PROGRAM.length,
}
const offer = {
  version: '2.0.0',
  files: [file],
  path: file.url,
  sha512: file.sha512,
  releaseDate: '2026-11-20T12:00:00Z',
}

/** A place of updates that needs no network. */
class Offer extends updaters.Provider<typeof offer> {
  constructor() {
    super({} as never)
  }
  getLatestVersion = async () => offer
  resolveFiles = () => [{ url: new URL(`https://updates.invalid/${file.url}`), info: file }]
}

/** electron-updater as it is, but for the network, the installer and Electron. */
class Updater extends updaters.BaseUpdater {
  installs = 0
  failure: Error | undefined

  constructor(app: AppAdapter) {
    super(null, app)
    this.logger = null
    this.updateConfigPath = app.appUpdateConfigPath
  }

  protected override getUpdateInfoAndProvider = async () => ({ info: offer, provider: new Offer() })

  protected doDownloadUpdate(downloadUpdateOptions: DownloadUpdateOptions): Promise<DownloadExecutorResult> {
    const { info, provider } = downloadUpdateOptions.updateInfoAndProvider
    const [fileInfo] = provider.resolveFiles(info)
    if (!fileInfo) throw new Error('The offer has a file')
    const task = (path: string) => writeFile(path, PROGRAM)
    return this.executeDownload({ fileExtension: 'AppImage', fileInfo, downloadUpdateOptions, task })
  }

  protected doInstall(): boolean {
    this.installs += 1
    if (this.failure) throw this.failure
    return true
  }
}

let folder: string
let quitHandlers: ((exitCode: number) => void)[]
let updater: Updater
let source: UpdateSource

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-updater-'))
  quitHandlers = []
  const appUpdateConfigPath = join(folder, 'app-update.yml')
  writeFileSync(appUpdateConfigPath, 'updaterCacheDirName: svc-hub\n')
  updater = new Updater({
    version: '1.0.0',
    name: 'svc-hub',
    isPackaged: true,
    appUpdateConfigPath,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => {},
    relaunch: () => {},
    quit: () => {},
    onQuit: (handler) => void quitHandlers.push(handler),
  })
  source = updateSourceOf(updater, { needsPassword: false, squirrel: undefined })
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Loads the update, as somebody does who wants it installed with the next quit from the beginning. */
async function load({ onQuit = true } = {}) {
  source.installOnQuit(onQuit)
  expect(await source.check()).toBe('2.0.0')
  await source.download(() => {})
}

const quit = () => {
  for (const handler of quitHandlers) handler(0)
}

describe('what electron-updater makes of our wishes', () => {
  it('installs with an ordinary quit when it was to do so while it loaded', async () => {
    await load()
    quit()
    expect(updater.installs).toBe(1)
  })

  it('installs nothing with a quit once that is not wanted any more', async () => {
    await load()
    source.installOnQuit(false)
    quit()
    expect(updater.installs).toBe(0)
  })

  it('does not notice a wish that comes after the loading, which is why it comes before', async () => {
    await load({ onQuit: false })
    source.installOnQuit(true)
    quit()
    expect(updater.installs).toBe(0)
  })

  it('says why it could not install, and can be told to try again', async () => {
    await load()
    updater.failure = new Error('Command pkexec exited with code 126')
    const failures: unknown[] = []
    source.quitAndInstall((error) => failures.push(error))
    source.quitAndInstall((error) => failures.push(error))
    expect([failures, updater.installs]).toEqual([[updater.failure, updater.failure], 2])
  })
})

describe('on macOS', () => {
  let squirrel: EventEmitter

  beforeEach(() => {
    squirrel = new EventEmitter()
    source = updateSourceOf(updater, { needsPassword: false, squirrel })
  })

  const listeners = () => squirrel.eventNames()

  it('an update is loaded when Squirrel has taken it over', async () => {
    await source.check()
    const order: string[] = []
    const loading = source.download(() => {}).then(() => order.push('loaded'))
    await once(updater, 'update-downloaded')
    await updater.downloadUpdate()
    await setImmediate()
    order.push('taken over')
    squirrel.emit('update-downloaded')
    await loading
    expect([order, listeners()]).toEqual([['taken over', 'loaded'], []])
  })

  it('one that Squirrel refuses is not loaded, and nothing was stopped for it', async () => {
    await source.check()
    const loading = source.download(() => {})
    updater.once('update-downloaded', () => squirrel.emit('error', new Error('Code signature is not valid')))
    await expect(loading).rejects.toThrow('Code signature')
    expect(listeners()).toEqual([])
  })
})
