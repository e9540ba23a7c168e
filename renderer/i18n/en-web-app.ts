/** The English texts of the installed app: newer builds, messages above the page, answers on notifications. */
export const enWebApp = {
  version: {
    offered: 'A new version of this page is here.',
    replaced: 'Another window shows a new version of this page.',
    mismatch: 'This page and the hub are of different versions and may not understand each other.',
    show: 'Show it',
    reload: 'Reload the page',
  },
  toasts: { label: 'Messages' },
  answered: {
    allow: 'You allowed it.',
    deny: 'You denied it.',
    'too-old': 'Your answer came too late and was not given. Look at the session.',
    gone: 'Your answer is not needed any more: the question was answered, or the agent stopped.',
    lost: 'Your answer did not reach the hub. Answer again in the session.',
  },
}
