/**
 * One row per agent flavor. Every difference between agents that the hub or the window knows is a
 * column here (rulings 1; spec: Session configuration, Flavor identifiers).
 */

/** What resuming a conversation asks of the hub beyond starting the agent with its token. */
export interface ResumeRules {
  /** Only the machine that holds the conversation can continue it. */
  readonly sameMachineOnly: boolean
  /** Whether the agent reports that it is ready, and is waited for; `new-session`: only under a new session id. */
  readonly waitsForReady: 'never' | 'always' | 'new-session'
  /** The runner is asked first whether the agent's store still holds the conversation. */
  readonly probesChatStore: boolean
  /** Key the runner must advertise in `runnerState.capabilities` to continue a conversation. */
  readonly runnerCapability: string | null
  /** Where in the messages a lost token is found again. */
  readonly tokenInMessages: 'session-id' | 'parent-thread' | null
  /** An archived conversation without its token is reported as incomplete rather than as not resumable. */
  readonly tokenRequiredToReopen: boolean
  /** `metadata.cursorSessionProtocol` of a conversation that has a token but names no protocol. */
  readonly assumedProtocol: string | null
}

/** What of a running session can be changed; the names of `Session` and of the RPC `set-session-config`. */
export type Setting =
  | 'permissionMode'
  | 'model'
  | 'effort'
  | 'modelReasoningEffort'
  | 'serviceTier'
  | 'collaborationMode'
  | 'copilotAgentMode'

export interface Flavor {
  /** Canonical id on our wire; `kimi` and `gemini` are extra flavors the spec does not letter. */
  readonly id: FlavorId
  /** The id as the public CLI sends and expects it. */
  readonly cliId: string
  /** The name people see. */
  readonly label: string
  readonly permissionModes: readonly string[]
  /** Offered effort values; null where the flavor has no effort route. */
  readonly efforts: readonly string[] | null
  /** Offered reasoning efforts; null where the flavor has no such route. */
  readonly reasoningEfforts: readonly string[] | null
  readonly copilotAgentModes: readonly string[] | null
  readonly serviceTier: boolean
  readonly collaborationMode: boolean
  readonly modelChange: boolean
  /** Settings that cannot be changed while a terminal controls the session. */
  readonly remoteOnly: readonly Setting[]
  /** Permission modes that cannot be chosen while a terminal controls the session. */
  readonly remoteOnlyModes: readonly string[]
  /** A plan that a shared session proposes can be carried out on request. */
  readonly planImplementation: boolean
  /** The send body's `deliveryMode: 'steer'` is honoured. */
  readonly sendSteer: boolean
  /** Queued messages may be steered; `protocol-sessions` excludes Cursor's old stream protocol. */
  readonly steer: 'always' | 'protocol-sessions' | 'never'
  readonly startingModes: readonly ('remote' | 'pty')[]
  /** The runner can start it; `gemini` is a read-only legacy. */
  readonly spawnable: boolean
  /** `metadata` key of the agent's own session id, the resume token; null where there is none. */
  readonly nativeIdKey: string | null
  /** The runner re-opens the same session id on resume; the others report a new one. */
  readonly keepsSessionIdOnResume: boolean
  readonly resume: ResumeRules
  /** `/clear` moves on to a prepared replacement session. */
  readonly clearsByReplacement: boolean
  /** A fork's agent reports the very conversation that was forked for it, and is waited for until it does. */
  readonly forkReportsId: boolean
}

export const FLAVOR_IDS = [
  'agentA',
  'agentB',
  'agentC',
  'agentD',
  'agentE',
  'agentF',
  'agentG',
  'agentH',
  'agentI',
  'kimi',
  'gemini',
] as const
export type FlavorId = (typeof FLAVOR_IDS)[number]

const RESTRICTED_MODES = ['default', 'read-only', 'safe-yolo', 'yolo'] as const
const PLAIN_RESUME: ResumeRules = {
  sameMachineOnly: false,
  waitsForReady: 'never',
  probesChatStore: false,
  runnerCapability: null,
  tokenInMessages: null,
  tokenRequiredToReopen: false,
  assumedProtocol: null,
}
const PLAIN = {
  efforts: null,
  reasoningEfforts: null,
  copilotAgentModes: null,
  serviceTier: false,
  collaborationMode: false,
  modelChange: true,
  remoteOnly: [],
  remoteOnlyModes: [],
  planImplementation: false,
  sendSteer: false,
  steer: 'never',
  startingModes: ['remote', 'pty'],
  spawnable: true,
  keepsSessionIdOnResume: true,
  resume: PLAIN_RESUME,
  clearsByReplacement: false,
  forkReportsId: false,
} as const satisfies Partial<Flavor>

export const FLAVORS: readonly Flavor[] = [
  {
    ...PLAIN,
    id: 'agentA',
    cliId: 'claude',
    label: 'Claude',
    permissionModes: ['default', 'acceptEdits', 'auto', 'bypassPermissions', 'plan'],
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    nativeIdKey: 'claudeSessionId',
    keepsSessionIdOnResume: false,
    resume: { ...PLAIN_RESUME, tokenInMessages: 'session-id' },
  },
  {
    ...PLAIN,
    id: 'agentB',
    cliId: 'codex',
    label: 'Codex',
    permissionModes: RESTRICTED_MODES,
    reasoningEfforts: ['low', 'medium', 'high', 'xhigh'],
    serviceTier: true,
    collaborationMode: true,
    remoteOnly: ['model', 'modelReasoningEffort', 'serviceTier', 'collaborationMode'],
    planImplementation: true,
    steer: 'always',
    nativeIdKey: 'codexSessionId',
    resume: { ...PLAIN_RESUME, tokenInMessages: 'parent-thread' },
  },
  {
    ...PLAIN,
    id: 'agentC',
    cliId: 'cursor',
    label: 'Cursor',
    permissionModes: ['default', 'plan', 'ask', 'debug', 'autoReview', 'yolo'],
    remoteOnly: ['model'],
    steer: 'protocol-sessions',
    nativeIdKey: 'cursorSessionId',
    resume: {
      ...PLAIN_RESUME,
      sameMachineOnly: true,
      waitsForReady: 'new-session',
      probesChatStore: true,
      tokenRequiredToReopen: true,
      assumedProtocol: 'stream-json',
    },
  },
  {
    ...PLAIN,
    id: 'agentD',
    cliId: 'grok',
    label: 'Grok Build',
    permissionModes: ['default', 'auto', 'plan', 'bypassPermissions'],
    efforts: ['low', 'medium', 'high'],
    remoteOnly: ['model'],
    nativeIdKey: 'grokSessionId',
    forkReportsId: true,
  },
  {
    ...PLAIN,
    id: 'agentE',
    cliId: 'pi',
    label: 'Pi',
    permissionModes: [],
    efforts: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
    sendSteer: true,
    steer: 'always',
    nativeIdKey: 'piSessionId',
    forkReportsId: true,
    resume: {
      ...PLAIN_RESUME,
      sameMachineOnly: true,
      waitsForReady: 'always',
      runnerCapability: 'piExistingSessionResume',
    },
  },
  {
    ...PLAIN,
    id: 'agentF',
    cliId: 'dsh',
    label: 'DeepSeek Harness',
    permissionModes: [],
    modelChange: false,
    startingModes: ['remote'],
    nativeIdKey: null,
  },
  {
    ...PLAIN,
    id: 'agentG',
    cliId: 'opencode',
    label: 'OpenCode',
    permissionModes: ['default', 'plan', 'yolo'],
    reasoningEfforts: [],
    remoteOnly: ['modelReasoningEffort'],
    remoteOnlyModes: ['plan'],
    nativeIdKey: 'opencodeSessionId',
    clearsByReplacement: true,
  },
  {
    ...PLAIN,
    id: 'agentH',
    cliId: 'copilot',
    label: 'Copilot',
    permissionModes: RESTRICTED_MODES,
    copilotAgentModes: ['interactive', 'plan', 'autopilot'],
    remoteOnly: ['copilotAgentMode'],
    nativeIdKey: 'copilotSessionId',
    keepsSessionIdOnResume: false,
  },
  {
    ...PLAIN,
    id: 'agentI',
    cliId: 'agy',
    label: 'Antigravity',
    permissionModes: ['request-review', 'always-proceed'],
    startingModes: ['remote'],
    nativeIdKey: 'agySessionId',
  },
  {
    ...PLAIN,
    id: 'kimi',
    cliId: 'kimi',
    label: 'Kimi',
    permissionModes: RESTRICTED_MODES,
    nativeIdKey: 'kimiSessionId',
    keepsSessionIdOnResume: false,
  },
  {
    ...PLAIN,
    id: 'gemini',
    cliId: 'gemini',
    label: 'Gemini',
    permissionModes: RESTRICTED_MODES,
    nativeIdKey: 'geminiSessionId',
    spawnable: false,
  },
]

const BY_NAME = new Map<string, Flavor>(
  FLAVORS.flatMap((flavor) => [
    [flavor.id, flavor],
    [flavor.cliId, flavor],
  ]),
)

/** The row for either spelling (`agentA` or `claude`); undefined for anything else. */
export function findFlavor(name: string | null | undefined): Flavor | undefined {
  return name ? BY_NAME.get(name) : undefined
}

/** The row that rules a session: a missing or unknown flavor counts as `agentA` (not-shown 0.1). */
export function flavorOf(metadata: { flavor?: string | null | undefined } | null | undefined): Flavor {
  return findFlavor(metadata?.flavor) ?? (FLAVORS[0] as Flavor)
}

/** Whether several clients share one agent runtime, which then alone knows what became of a prompt. */
export function isShared(
  metadata: { capabilities?: { concurrentClients?: boolean | undefined } | null | undefined } | null,
): boolean {
  return metadata?.capabilities?.concurrentClients === true
}

/** What an agent of a flavor nobody knows is called. */
export const UNKNOWN_AGENT = 'Agent'

/** The agent's name in texts for people; `Agent` when the flavor is missing or unknown. */
export function flavorLabel(metadata: { flavor?: string | null | undefined } | null | undefined): string {
  return findFlavor(metadata?.flavor)?.label ?? UNKNOWN_AGENT
}

const SUPPORTS: Record<Setting, (flavor: Flavor) => boolean> = {
  permissionMode: ({ permissionModes }) => permissionModes.length > 0,
  model: ({ modelChange }) => modelChange,
  effort: ({ efforts }) => efforts !== null,
  modelReasoningEffort: ({ reasoningEfforts }) => reasoningEfforts !== null,
  serviceTier: ({ serviceTier }) => serviceTier,
  collaborationMode: ({ collaborationMode }) => collaborationMode,
  copilotAgentMode: ({ copilotAgentModes }) => copilotAgentModes !== null,
}

/** Whether sessions of this flavor have the setting at all (spec: Session configuration). */
export function supportsSetting(flavor: Flavor, setting: Setting): boolean {
  return SUPPORTS[setting](flavor)
}

/**
 * A route's path with its agent under the other name: `.../codex-models` for `.../agentB-models` and the
 * reverse (ruling 1). A path that names no agent comes back as it is.
 */
export function otherSpelling(path: string): string {
  return path.replace(/(?<=\/)[A-Za-z]+(?=[-/])/g, (word) => {
    const flavor = BY_NAME.get(word)
    if (!flavor) return word
    return word === flavor.id ? flavor.cliId : flavor.id
  })
}
