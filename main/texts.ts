import type { StartFailureCode } from '../contract/desktop.ts'
import { zh } from './texts-zh.ts'

/** What a failure says: its title, what happened, what to do. */
export interface FailureText {
  title: string
  text: (facts: FailureWords) => string
}

/** What a sentence about a failure may name; a missing one is left out of it. */
export interface FailureWords {
  /** Such as `127.0.0.1:3006`. */
  address: string
  host: string
  /** The program that holds the port, where the system tells. */
  program: string | undefined
  isOtherCopy: boolean
  path: string
  /** A port that is free. */
  otherPort: number | undefined
}

/** Every text the shell shows outside the page of the hub. */
export interface Texts {
  appName: string
  starting: { title: string; text: string }
  waitingForKeyStore: { title: string; text: string }
  /** The hub runs, but its page does not. */
  pageBroken: { title: string; text: string }
  failures: Record<StartFailureCode, FailureText>
  actions: {
    otherPort: (port: number) => string
    stopOtherCopy: string
    listenHereOnly: string
    restoreBackup: string
    openFolder: string
    tryAgain: string
    chooseBackup: string
    details: string
  }
  notes: {
    otherCopyStays: string
    backupRefused: (reason: string) => string
    notASqliteFile: string
    noFreePort: string
  }
  tray: {
    running: string
    working: (count: number) => string
    needsYou: (count: number) => string
    starting: string
    problem: string
    open: string
    waiting: string
    allow: string
    deny: string
    answerInWindow: string
    moreWaiting: (count: number) => string
    pair: string
    pause: string
    pauseHour: string
    pauseTomorrow: string
    resume: string
    pausedUntil: (time: string) => string
    startAtLogin: string
    checkForUpdates: string
    installUpdate: (version: string) => string
    restartHub: string
    quit: string
  }
  menu: {
    file: string
    edit: string
    view: string
    window: string
    undo: string
    redo: string
    cut: string
    copy: string
    paste: string
    selectAll: string
    reload: string
    actualSize: string
    zoomIn: string
    zoomOut: string
    fullScreen: string
    minimise: string
    close: string
    about: string
    hide: string
    developerTools: string
  }
  quit: {
    title: string
    /** What stops; the names are those of sessions whose agents work. */
    text: (names: readonly string[], more: number) => string
    confirm: string
    cancel: string
  }
  closed: { title: string; tray: string; minimised: string }
  notification: {
    permission: (session: string) => string
    question: (session: string) => string
    failed: string
    hubFailed: string
  }
  update: { none: string; failed: string }
  saveDiagnostics: string
}

const en: Texts = {
  appName: 'Svc Hub',
  starting: { title: 'Starting…', text: 'The hub on this computer is starting. This takes a moment.' },
  waitingForKeyStore: {
    title: 'Waiting for the key store…',
    text: 'The system’s key store has not opened yet. It may be asking for your password in another window. After a minute the hub starts without it.',
  },
  pageBroken: {
    title: 'The page keeps closing',
    text: 'The hub goes on, and so do agents and phones, but this window’s page ended several times in a row.',
  },
  failures: {
    'port-taken': {
      title: 'Another program uses the hub’s address',
      text: ({ address, program, isOtherCopy }) =>
        isOtherCopy
          ? `Another copy of Svc Hub already listens at ${address}. Only one can use this address.${stopping(program)}`
          : program === undefined
            ? `Another program already listens at ${address}, so the hub cannot.`
            : `The program “${program}” already listens at ${address}, so the hub cannot.`,
    },
    'port-reserved': {
      title: 'The system keeps this port for itself',
      text: ({ address }) =>
        `This computer does not let the hub listen at ${address}: the port is reserved. Another port will do.`,
    },
    'address-bad': {
      title: 'This computer does not have that address',
      text: ({ host }) =>
        `The hub is set to listen at ${host}, which is no address of this computer now. It can listen for this computer alone until that is corrected in Settings.`,
    },
    'database-locked': {
      title: 'Another copy works with your data',
      text: ({ isOtherCopy, program, path }) =>
        isOtherCopy
          ? `Another copy of Svc Hub is running and uses the same data. Only one can.${stopping(program)}`
          : `Another program uses the database ${path}. Close it, then try again.`,
    },
    'database-damaged': {
      title: 'The database is damaged',
      text: ({ path }) =>
        `The database ${path} cannot be read. It was left as it is. Restore a backup to go on from there; the damaged file is kept beside it.`,
    },
    'database-newer': {
      title: 'Your data is from a newer version',
      text: () =>
        'The database was written by a newer version of Svc Hub. Install the newer version again, or restore a backup made by this one. Nothing was changed.',
    },
    'settings-unreadable': {
      title: 'The settings cannot be read',
      text: ({ path }) =>
        `The settings file ${path} holds something the hub does not understand. It was left as it is. Correct it, or move it away to start with fresh settings.`,
    },
    'settings-newer': {
      title: 'The settings hold something unknown',
      text: ({ path }) =>
        `The settings file ${path} names a setting this version does not know: it is from a newer version, or misspelt. It was left as it is.`,
    },
    'data-folder-readonly': {
      title: 'The data folder cannot be written',
      text: ({ path }) =>
        `The hub cannot write to ${path}. Check that the disk is there and that you may write to the folder, then try again.`,
    },
    'disk-full': {
      title: 'The disk is full',
      text: ({ path }) => `There is no room left on the disk of ${path}. Free some space, then try again.`,
    },
    unknown: {
      title: 'The hub could not start',
      text: () => 'The hub stopped several times in a row. What it said last is below.',
    },
  },
  actions: {
    otherPort: (port) => `Use port ${port} instead`,
    stopOtherCopy: 'Stop the other copy’s hub',
    listenHereOnly: 'Listen on this computer only',
    restoreBackup: 'Restore this backup',
    openFolder: 'Open the folder',
    tryAgain: 'Try again',
    chooseBackup: 'Backup to restore',
    details: 'Details',
  },
  notes: {
    otherCopyStays: 'The other copy’s hub could not be stopped. Quit that copy yourself, then try again.',
    backupRefused: (reason) => `This backup was not restored: ${reason}`,
    notASqliteFile: 'the file is not a database.',
    noFreePort: 'No free port was found nearby.',
  },
  tray: {
    running: 'Svc Hub is running',
    working: (count) => (count === 1 ? '1 agent is working' : `${count} agents are working`),
    needsYou: (count) => (count === 1 ? '1 request waits for you' : `${count} requests wait for you`),
    starting: 'Svc Hub is starting',
    problem: 'Svc Hub has a problem',
    open: 'Open Svc Hub',
    waiting: 'Waiting for you',
    allow: 'Allow',
    deny: 'Deny',
    answerInWindow: 'Answer…',
    moreWaiting: (count) => `${count} more…`,
    pair: 'Pair a phone…',
    pause: 'Pause notifications',
    pauseHour: 'For an hour',
    pauseTomorrow: 'Until tomorrow',
    resume: 'Resume notifications',
    pausedUntil: (time) => `Notifications paused until ${time}`,
    startAtLogin: 'Start at login',
    checkForUpdates: 'Check for updates',
    installUpdate: (version) => `Install version ${version}`,
    restartHub: 'Restart the hub',
    quit: 'Quit Svc Hub',
  },
  menu: {
    file: 'File',
    edit: 'Edit',
    view: 'View',
    window: 'Window',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    reload: 'Reload',
    actualSize: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fullScreen: 'Full screen',
    minimise: 'Minimise',
    close: 'Close window',
    about: 'About Svc Hub',
    hide: 'Hide Svc Hub',
    developerTools: 'Developer tools',
  },
  quit: {
    title: 'Quit Svc Hub while agents are working?',
    text: (names, more) =>
      `${list(names, more, (count) => `and ${count} more`)}\n\nThe agents go on by themselves, but until Svc Hub runs again nobody can follow them, answer them or be notified, here or on a phone.`,
    confirm: 'Quit',
    cancel: 'Keep running',
  },
  closed: {
    title: 'Svc Hub keeps running',
    tray: 'The window is closed; agents and phones stay connected. Open or quit Svc Hub from its icon in the tray.',
    minimised:
      'The window was minimised; agents and phones stay connected. To end Svc Hub, choose Quit in its menu.',
  },
  notification: {
    permission: (session) => `${session} asks for permission`,
    question: (session) => `${session} has a question`,
    failed: 'The answer did not arrive',
    hubFailed: 'The hub could not be kept running',
  },
  update: { none: 'This is the newest version.', failed: 'Looking for updates did not work.' },
  saveDiagnostics: 'Save diagnostics',
}

/** Only a program that was found can be stopped. */
function stopping(program: string | undefined): string {
  return program === undefined
    ? ''
    : ' Its hub can be stopped here; a window of that copy stays open until you quit it there.'
}

function list(names: readonly string[], more: number, rest: (count: number) => string): string {
  const lines = names.map((name) => `• ${name}`)
  return [...lines, ...(more > 0 ? [rest(more)] : [])].join('\n')
}

/** The shell speaks these. */
export type Language = 'en' | 'zh'

/** The first language of the system that the shell speaks; English for all others. */
export function languageOf(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [language] = tag.toLowerCase().split(/[-_]/)
    if (language === 'zh' || language === 'en') return language
  }
  return 'en'
}

/** The texts of a language. */
export function textsFor(language: Language): Texts {
  return language === 'zh' ? zh : en
}
