/** The English texts of dictation. */
export const enDictation = {
  dictation: {
    label: 'Dictate',
    panel: 'Dictation',
    asking: 'Your browser asks whether this page may use the microphone. Allow it to begin.',
    recording: 'Recording',
    started: 'Recording. Press Escape to discard it.',
    elapsed: 'Recorded so far',
    done: 'Done',
    discard: 'Discard the recording',
    discarded: 'Recording discarded',
    sending: 'Sending the recording: {{percent}}',
    reading: 'Turning speech into text…',
    progress: 'Recording sent',
    added: 'The text is in your message',
    kept: 'Your recording ({{duration}}) is kept.',
    problemAndKept: '{{problem}} Your recording ({{duration}}) is kept.',
    send: 'Turn into text',
    cut: 'The recording ended by itself because it was as long as it may be. Its text is in your message; dictate again to go on.',
    service: 'Dictation service',
    serviceNow: 'Dictation service: {{service}}',
    ownService: 'Other service',
    problem: {
      blocked:
        'This page may not use the microphone. Allow it in the settings of your browser or device, then try again.',
      missing: 'No microphone was found. Connect one, then try again.',
      busy: 'The microphone cannot be used now; perhaps another app uses it. Close that app, then try again.',
      broken: 'The recording did not work here. Try again, or use another browser.',
      short: 'Nothing was recorded. Try again: speak, and press Done at the end.',
      silent:
        'Nothing can be heard in the recording. Check that the microphone is switched on, then record again.',
      lost: 'The microphone was disconnected. What was recorded until then can still become text.',
      nothingHeard:
        'The dictation service heard no words. Record again closer to the microphone, or choose another service.',
      large: 'The recording is too large for the hub. Discard it, then record in shorter pieces.',
    },
  },
}
