/** The names of the keyboard shortcuts, by the table that binds them. */
export const enShortcuts = {
  shortcuts: {
    title: 'Keyboard shortcuts',
    text: 'These keys do what the buttons do. Press ? to see them at any time.',
    or: 'or',
    place: {
      everywhere: 'Everywhere',
      list: 'In the list of sessions',
      tabs: 'On the parts of a session',
      composer: 'Writing to an agent',
      dictation: 'While you dictate',
      suggestions: 'While suggestions are shown',
      notes: 'Writing a note',
      palette: 'In the search window',
      messages: 'On a message',
    },
    everywhere: { palette: 'Search, and go anywhere', shortcuts: 'Show this list' },
    list: {
      next: 'Next session',
      previous: 'Session before',
      first: 'First session',
      last: 'Last session',
    },
    tabs: { next: 'Next part', previous: 'Part before', first: 'Conversation', last: 'Notes' },
    composer: { send: 'Send the message', newLine: 'Begin a new line' },
    dictation: { discard: 'Throw the recording away' },
    suggestions: {
      next: 'Next suggestion',
      previous: 'Suggestion before',
      take: 'Take the suggestion',
      close: 'Hide the suggestions',
    },
    notes: { save: 'Keep the note', cancel: 'Leave it as it was' },
    palette: { next: 'Next result', previous: 'Result before', run: 'Go there' },
    messages: { close: 'Close the message' },
  },
}
