/*
 * The words of the errors that the spec gives no code (spec: Errors), as people may come upon them: in `error`
 * of a refused request and of `{ success: false, error }`. The hub writes them from here and the window, which
 * speaks other languages too, knows them again; what it does next is decided by status and code alone.
 */

/** `{}` stands for what differs from case to case. */
export const ERROR_TEXTS = {
  invalidBody: 'Invalid body',
  invalidQuery: 'Invalid query',
  invalidPath: 'Invalid path',
  incompleteBody: 'The request body is incomplete',
  notBase64: 'content is not base64',
  internal: 'Internal server error',
  changedMeanwhile: 'It was changed at the same moment; look again',

  agentNotConnected: 'The agent or its machine is not connected to the hub right now',
  agentLacksIt: 'The agent or machine does not offer this; it may be too old',
  connectionLost: 'The connection was lost before the agent answered',
  agentLate: 'The agent did not answer in time',
  agentBusy: 'The agent is busy: too many requests wait for it',
  agentUnreadable: 'The agent gave an answer that cannot be read',
  agentGaveNoReason: 'The agent did not say why it failed',
  runnerUnreadable: 'The runner gave an answer that cannot be read',
  pictureUnreadable: 'The agent sent no readable picture',

  agentAway: 'The agent of this session cannot be reached right now',
  decisionRefused: 'The agent did not take the decision: {}',
  modeInvalid: 'Invalid permission mode for session flavor',
  modeUnshared: 'Shared sessions do not support the mode {}',
  agentModeInvalid: 'Invalid agent mode for session flavor',
  settingUnsupported: '{} not supported for session flavor',
  settingTerminalControlled: '{} can only be changed for remote sessions; a terminal controls this one',
  settingNotApplied: 'Session did not apply {}',
  wrongFlavor: 'The session is not of this flavor',

  sessionInactive: 'Session is inactive',
  sessionNotActive: 'Session is not active',
  sessionActive: 'Session is active; archive it first',
  sessionResuming: 'The session is just being resumed',
  sessionGone: 'Session is gone',
  sessionPathMissing: 'Session path not available',
  sharedRequired: 'Shared session required',
  clearUnnamed: 'The agent did not name the new session',
  clearMisnamed: 'The agent named a session that is not a new one of this runtime',

  historyBusy: 'Another fork or rewind of this session is under way',
  historyBusyForSend: 'A fork or rewind of this session is under way; send it again afterwards',
  cannotFork: 'This agent cannot fork its conversation',
  cannotForkAtMessage: 'This agent cannot fork its conversation at a message',
  cannotRewind: 'This agent cannot rewind its conversation',
  cannotRewindShared: 'A shared session cannot be rewound; fork it instead',
  historyDiverged: 'The agent’s history no longer matches what is shown here',
  agentWorking: 'The agent is working; wait for it or stop it first',
  terminalControls: 'A terminal controls this session',
  messagesWaiting: 'Messages are still waiting for the agent',
  messageNotTaken: 'The agent has not taken such a message',
  messageGone: 'The message is gone',
  machineNotOnline: 'The machine of this session is not online',
  noMachineOnline: 'No machine is online',
  notForked: 'The agent did not fork its conversation',
  forkNotShown: 'The fork did not show up as a session in time',
  forkElsewhere: 'The fork was started as another session',
  forkNotOnline: 'The fork was started but did not come online in time',
  forkNotReady: 'The fork came online but was not ready in time',
  rewindNotFollowed: 'The agent rewound its conversation, but the hub could not follow',

  filesNotSearched: 'The files could not be searched',
  directoryMissing: 'Directory creation requires approval: {}',
  spawnUnexpected: 'Unexpected spawn result: {}',
  fixedByEnvironment: 'The environment variable {} of the hub fixes this value',
  transcriptionNotConfigured: 'This transcription provider is not configured',
  speechKeyRefused: 'The speech service {} refused its key',
  speechNotThere: 'The speech service {} is not at its address, or lacks its model',
  speechNotTaken: 'The speech service {} did not take the recording',
  speechTooLarge: 'The speech service {} takes no recording as large as this',
  speechBusy: 'The speech service {} takes no more for now',
  speechLate: 'The speech service {} took too long',
  speechAway: 'The speech service {} could not be used',
} as const

export type ErrorTextName = keyof typeof ERROR_TEXTS

const HOLE = '{}'

/** The text, with `value` in its hole. */
export const errorText = (name: ErrorTextName, value: string): string =>
  ERROR_TEXTS[name].split(HOLE).join(value)

/** Which of the texts it is, and what is in its hole; undefined for anybody else's words. */
export function readErrorText(text: string): { name: ErrorTextName; value: string } | undefined {
  for (const [name, known] of Object.entries(ERROR_TEXTS)) {
    const value = valueIn(text, known)
    if (value !== undefined) return { name: name as ErrorTextName, value }
  }
  return undefined
}

function valueIn(text: string, known: string): string | undefined {
  const [before = '', after] = known.split(HOLE)
  if (after === undefined) return text === known ? '' : undefined
  const isIt = text.startsWith(before) && text.endsWith(after) && text.length >= before.length + after.length
  return isIt ? text.slice(before.length, text.length - after.length) : undefined
}
