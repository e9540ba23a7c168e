import { z } from 'zod'

/*
 * What the desktop shell says to its hub, and what the window's page says to the shell. All of it is plain
 * JSON, and the side that receives checks it.
 */

/** The address of app links: `svccompanion://...`. */
export const LINK_SCHEME = 'svccompanion'

/** Why a hub did not start; each has its own words and its own way out in the window. */
export const StartFailureCode = z.enum([
  'port-taken',
  'port-reserved',
  'address-bad',
  'database-locked',
  'database-damaged',
  'database-newer',
  'settings-unreadable',
  'settings-newer',
  'data-folder-readonly',
  'disk-full',
  'unknown',
])
export type StartFailureCode = z.infer<typeof StartFailureCode>

/** What is known about a hub whether it started or not. */
export const HubFacts = z.object({
  dataFolder: z.string().optional(),
  settingsPath: z.string().optional(),
  databasePath: z.string().optional(),
  listenHost: z.string().optional(),
  listenPort: z.number().optional(),
})
export type HubFacts = z.infer<typeof HubFacts>

export const StartFailure = HubFacts.extend({
  code: StartFailureCode,
  /** One English sentence, as a hub without a window prints it. */
  message: z.string(),
})
export type StartFailure = z.infer<typeof StartFailure>

/** A request that an agent waits for; a question has to be answered in the window. */
export const WaitingItem = z.object({
  sessionId: z.string(),
  requestId: z.string(),
  sessionName: z.string(),
  kind: z.enum(['permission', 'question']),
  /** What is asked, for one line. */
  text: z.string(),
})
export type WaitingItem = z.infer<typeof WaitingItem>

export const WorkingSession = z.object({ sessionId: z.string(), sessionName: z.string() })
export type WorkingSession = z.infer<typeof WorkingSession>

/** Of more than this many, only the oldest travel. */
export const WAITING_MAX = 50

/** What a hub tells the process that started it. */
export const HubReport = z.discriminatedUnion('type', [
  HubFacts.extend({
    type: z.literal('ready'),
    origin: z.url(),
    /** The code of the hub's owner. Given to a parent that is the desktop shell, never to another. */
    accessToken: z.string().min(1),
    /** Under which others reach it, where that is known. */
    publicUrl: z.url().optional(),
    /** Sentences for the log: files that others could read, weak secrets. */
    warnings: z.array(z.string()),
  }),
  /** The owner's code was replaced; the one told before counts no longer. */
  z.object({ type: z.literal('access-token'), accessToken: z.string().min(1) }),
  StartFailure.extend({ type: z.literal('failed') }),
  /** What waits and who works, whenever that changes; the first time right after `ready`. */
  z.object({
    type: z.literal('waiting'),
    items: z.array(WaitingItem),
    working: z.array(WorkingSession),
  }),
  /** How a `decide` ended; `problem` is an English sentence. */
  z.object({
    type: z.literal('decided'),
    sessionId: z.string(),
    requestId: z.string(),
    problem: z.string().optional(),
  }),
])
export type HubReport = z.infer<typeof HubReport>

/** What the process that started a hub may ask of it. */
export const HubCommand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stop') }),
  z.object({
    type: z.literal('decide'),
    sessionId: z.string().min(1),
    requestId: z.string().min(1),
    allow: z.boolean(),
  }),
  /** The computer slept or its network changed: streams that lead nowhere are to be found out. */
  z.object({ type: z.literal('check-streams') }),
])
export type HubCommand = z.infer<typeof HubCommand>

/** Argument of a hub: listen at this port from now on, and keep it in the settings file. */
export const KEEP_PORT_ARGUMENT = '--keep-port='

export const UpdateMode = z.enum(['automatic', 'ask', 'off'])
export type UpdateMode = z.infer<typeof UpdateMode>

export const UpdateFailureReason = z.enum([
  'unreachable',
  /** The copy was packed without an address of updates. */
  'no-source',
  'no-room',
  'not-writable',
  'not-genuine',
  'no-release',
  'busy',
  'other',
])
export type UpdateFailureReason = z.infer<typeof UpdateFailureReason>

export const UpdateState = z.discriminatedUnion('status', [
  /** This copy cannot update itself: run from source, or packed by hand. */
  z.object({ status: z.literal('unsupported') }),
  z.object({ status: z.literal('idle'), checkedAt: z.number().nullable() }),
  z.object({ status: z.literal('checking') }),
  /** Found; with the mode `ask` it waits for `installUpdate`. */
  z.object({ status: z.literal('available'), version: z.string() }),
  z.object({ status: z.literal('downloading'), version: z.string(), percent: z.number() }),
  /** Downloaded; installed by `installUpdate` or with the next quit, never in the middle of a turn. */
  z.object({ status: z.literal('ready'), version: z.string() }),
  z.object({ status: z.literal('failed'), reason: UpdateFailureReason }),
])
export type UpdateState = z.infer<typeof UpdateState>

/*
 * Keys of other services that people type in need no call: the hub keeps them in its settings file, sealed with
 * a key that the shell's key store (main/key-store.ts) hands it as SVC_SEALING_KEY when it starts it.
 */

/** The part of the shell's settings that a person changes. */
export const DesktopSettings = z.object({
  startAtLogin: z.boolean(),
  /** The computer stays awake while agents work. */
  keepAwake: z.boolean(),
  updates: UpdateMode,
})
export type DesktopSettings = z.infer<typeof DesktopSettings>

/** What the settings and the banners of the desktop window show. */
export const DesktopState = z.object({
  version: z.string(),
  platform: z.string(),
  settings: DesktopSettings,
  /** False where the system offers no such thing, or this copy runs from source. */
  canStartAtLogin: z.boolean(),
  /** Whether to start at login is still to be asked. */
  asksAboutLogin: z.boolean(),
  hasTray: z.boolean(),
  /** The window was closed for the first time while the hub went on, and nobody has read that yet. */
  tellsAboutTray: z.boolean(),
  /** Until when notifications are paused, in epoch milliseconds; null when they are not. */
  pausedUntil: z.number().nullable(),
  update: UpdateState,
  dataFolder: z.string(),
  logsFolder: z.string(),
  /** English sentences about what was found wrong at the start, such as a settings file set aside. */
  warnings: z.array(z.string()),
})
export type DesktopState = z.infer<typeof DesktopState>

export const PauseFor = z.enum(['hour', 'tomorrow', 'off'])
export type PauseFor = z.infer<typeof PauseFor>

/** The one way out that the page offers for a failure. */
export const FailureAction = z.enum([
  'use-other-port',
  'stop-other-copy',
  'listen-here-only',
  'restore-backup',
  'open-folder',
  'try-again',
])
export type FailureAction = z.infer<typeof FailureAction>

/** What the local page shows while there is no hub to load it from; texts are in the person's language. */
export const ShellPage = z.discriminatedUnion('view', [
  z.object({ view: z.literal('starting'), language: z.string(), title: z.string(), text: z.string() }),
  z.object({
    view: z.literal('failed'),
    language: z.string(),
    code: StartFailureCode,
    title: z.string(),
    text: z.string(),
    action: z.object({ id: FailureAction, label: z.string() }),
    /** Quiet ways out beside the button. */
    others: z.array(z.object({ id: FailureAction, label: z.string() })),
    /** Newest first, for `restore-backup`. */
    backups: z.array(z.object({ name: z.string(), label: z.string() })),
    backupsLabel: z.string(),
    /** Why the last action did not help. */
    note: z.string().optional(),
    /** The hub's own words, for a report. */
    details: z.string(),
    detailsLabel: z.string(),
  }),
])
export type ShellPage = z.infer<typeof ShellPage>

/** Which of the two pages of the window may make a call. */
export type CallFrom = 'hub-page' | 'shell-page'

const call = <Input extends z.ZodType, Output extends z.ZodType>(
  from: CallFrom,
  input: Input,
  output: Output,
) => ({ from, input, output })

const nothing = z.null()

/** Every call of the window's page to the shell. Input and answer are JSON; a call without input sends null. */
export const DESKTOP_CALLS = {
  /** The code of the hub that this window belongs to, so that nobody has to type it. */
  accessToken: call('hub-page', nothing, z.string()),
  state: call('hub-page', nothing, DesktopState),
  changeSettings: call('hub-page', DesktopSettings.partial().strict(), DesktopState),
  /** The answer to the question whether to start at login, which is asked once. */
  answerLoginQuestion: call('hub-page', z.object({ startAtLogin: z.boolean() }).strict(), DesktopState),
  dismissTrayNote: call('hub-page', nothing, DesktopState),
  pauseNotifications: call('hub-page', z.object({ for: PauseFor }).strict(), DesktopState),
  checkForUpdates: call('hub-page', nothing, DesktopState),
  installUpdate: call('hub-page', nothing, DesktopState),
  restartHub: call('hub-page', nothing, nothing),
  openFolder: call('hub-page', z.object({ folder: z.enum(['data', 'logs', 'backups']) }).strict(), nothing),
  /** The report of this copy as text without secrets. */
  diagnosticsReport: call('hub-page', nothing, z.string()),
  /** Copies the report; the page needs no right to the clipboard for that. */
  copyDiagnosticsReport: call('hub-page', nothing, nothing),
  /** Asks where to, then writes the bundle; null when the person thought better of it. */
  saveDiagnostics: call('hub-page', nothing, z.object({ path: z.string() }).nullable()),
  shellPage: call('shell-page', nothing, ShellPage),
  actOnFailure: call(
    'shell-page',
    z.object({ action: FailureAction, backup: z.string().optional() }).strict(),
    ShellPage,
  ),
} as const
export type DesktopCallName = keyof typeof DESKTOP_CALLS
export type DesktopInput<Name extends DesktopCallName> = z.infer<(typeof DESKTOP_CALLS)[Name]['input']>
export type DesktopOutput<Name extends DesktopCallName> = z.infer<(typeof DESKTOP_CALLS)[Name]['output']>

/** What the shell tells the page without being asked. */
export const DesktopNews = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), state: DesktopState }),
  /** The hub was started again and is back at the same address; `byItself`: nobody had asked for that. */
  z.object({ type: z.literal('hub-restarted'), byItself: z.boolean() }),
  /** Show this place of the app, such as `/pair`. */
  z.object({ type: z.literal('open'), path: z.string().startsWith('/') }),
  /** Somebody opened a pairing link of another hub with this app. */
  z.object({ type: z.literal('foreign-link'), hub: z.string() }),
  /** The local page is to be drawn again. */
  z.object({ type: z.literal('shell-page'), page: ShellPage }),
])
export type DesktopNews = z.infer<typeof DesktopNews>
