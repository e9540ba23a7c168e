/** Searching in what was said. */
export const enSearch = {
  search: {
    title: 'In conversations',
    searching: 'Searching the conversations…',
    none: 'Nothing was said about “{{query}}”.',
    found_one: '{{count}} message found',
    found_other: '{{count}} messages found',
    failed: 'The conversations could not be searched. {{reason}}',
    indexing: 'Older messages are still being read and cannot all be found yet.',
    more: 'Show more',
    you: 'You',
    agent: 'Agent',
  },
}

/** Going to a message that was found. */
export const enJump = {
  jump: {
    shown: 'The message is shown',
    gone: 'This message is not there any more. You see the conversation as it is now.',
    failed: 'The place of this message could not be loaded. Check your connection and search again.',
  },
}
