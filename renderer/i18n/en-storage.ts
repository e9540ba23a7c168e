/** Room on the disk, backups, and the way back to one. */
export const enStorage = {
  storage: {
    hint: 'Sessions, conversations and usage lie in one file on this computer.',
    compact: 'Free unused space',
    compactText: 'Deleting sessions leaves gaps in the file. This gives them back to the disk.',
    compactAsk: 'Free unused space now?',
    compactConsequences:
      'The hub answers nobody while it does this, mostly for a few seconds. Nothing is lost: agents and phones wait.',
    compacted: 'Freed {{freed}}: {{before}} before, {{after}} now.',
    compactedNothing: 'There was nothing to free.',
    backups: 'Backups',
    backupsHint:
      'A backup is a copy of that file. The hub also makes one by itself before an update changes the file. The newest {{kept}} of yours are kept.',
    folder: 'Folder',
    make: 'Back up now',
    making: 'Copying the data…',
    makingSize: '{{copied}} of {{total}}',
    made: 'Backed up, {{size}}.',
    none: 'There is no backup yet.',
    loading: 'Loading the backups',
    failed: 'The backups could not be loaded. {{reason}}',
    kind: {
      manual: 'Made by you',
      upgrade: 'Before an update',
      'set-aside': 'Replaced by a restore',
    },
    restore: 'Restore…',
    restoreOf: 'Restore the backup of {{date}}',
    restoreAsk: 'Restore the backup of {{date}}?',
    restoreConsequences:
      'Everything since then disappears from the hub: sessions, messages and usage. The present data is set aside and can be restored in the same way. Files in your projects stay as they are.',
    restoreDesktop: 'The hub restarts by itself; agents and phones connect again.',
    restoreBrowser: 'It happens when the hub starts next: restart Svc Hub on its computer.',
    restoreConfirm: 'Check and restore',
    staged:
      'A backup is ready and takes the place of the data when the hub starts next. Restart Svc Hub on its computer.',
    restarting: 'The hub restarts with the restored data…',
    restartNow: 'Restart now',
    keepPresent: 'Do not restore',
    kept: 'The present data stays.',
    restored: 'The backup was restored. What was there before is in the list.',
    refused: 'The last restore could not be done: the copy was not usable. Your data is as it was.',
  },
}
