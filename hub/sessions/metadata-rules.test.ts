import { describe, expect, it } from 'vitest'
import { mergeCliMetadata, metadataKeys, newCliMetadata } from './metadata-rules.ts'

describe('metadata a CLI sends over stored metadata', () => {
  it.each<[string, unknown, unknown, unknown]>([
    ['replaces ordinary keys wholesale', { name: 'a', tools: ['x'] }, { tools: ['y'] }, { tools: ['y'] }],
    ['keeps unknown keys as sent', {}, { future: { deep: [1, null] } }, { future: { deep: [1, null] } }],
    [
      'keeps the carried keys it leaves out',
      { path: '/p', host: 'h', flavor: 'codex', machineId: 'm', codexSessionId: 'c', claudeSessionId: 'k' },
      { name: 'n' },
      {
        path: '/p',
        host: 'h',
        flavor: 'codex',
        machineId: 'm',
        codexSessionId: 'c',
        claudeSessionId: 'k',
        name: 'n',
      },
    ],
    [
      'keeps the other native ids too',
      {
        geminiSessionId: '1',
        opencodeSessionId: '2',
        grokSessionId: '3',
        cursorSessionId: '4',
        kimiSessionId: '5',
        copilotSessionId: '6',
        piSessionId: '7',
      },
      {},
      {
        geminiSessionId: '1',
        opencodeSessionId: '2',
        grokSessionId: '3',
        cursorSessionId: '4',
        kimiSessionId: '5',
        copilotSessionId: '6',
        piSessionId: '7',
      },
    ],
    ['does not carry agySessionId', { agySessionId: 'a' }, {}, {}],
    ['deletes a carried key by null', { path: '/p', host: 'h' }, { path: null }, { host: 'h' }],
    ['takes a new value of a carried key', { path: '/p' }, { path: '/q' }, { path: '/q' }],
    [
      'keeps the Cursor protocol when it and the id are left out',
      { cursorSessionId: 'c', cursorSessionProtocol: 'acp' },
      {},
      { cursorSessionId: 'c', cursorSessionProtocol: 'acp' },
    ],
    [
      'drops the Cursor protocol when another id comes without one',
      { cursorSessionId: 'c', cursorSessionProtocol: 'acp' },
      { cursorSessionId: 'd' },
      { cursorSessionId: 'd' },
    ],
    [
      'drops the Cursor protocol when the id is deleted',
      { cursorSessionId: 'c', cursorSessionProtocol: 'acp' },
      { cursorSessionId: null },
      {},
    ],
    [
      'discards the keys only the hub writes',
      {},
      { supersededBySessionId: 's', opencodeClearOperation: {} },
      {},
    ],
    [
      're-applies the keys only the hub writes',
      { supersededBySessionId: 's', opencodeClearOperation: { state: 'reserved' } },
      { supersededBySessionId: 't' },
      { supersededBySessionId: 's', opencodeClearOperation: { state: 'reserved' } },
    ],
    ['may be null', { name: 'n' }, null, null],
    ['keeps hub keys when it is null', { supersededBySessionId: 's' }, null, { supersededBySessionId: 's' }],
    ['may be no object at all', { name: 'n' }, 'text', 'text'],
    ['may be absent', { name: 'n' }, undefined, null],
    ['may follow metadata that was no object', 'text', { path: '/p' }, { path: '/p' }],
  ])('%s', (_, stored, sent, merged) => {
    expect(mergeCliMetadata(stored, sent)).toEqual(merged)
  })

  it('is stored as sent for a new session, without hub keys and with explicit nulls of its own', () => {
    expect(newCliMetadata({ supersededBySessionId: 's', other: null, path: '/p' })).toEqual({
      other: null,
      path: '/p',
    })
  })
})

describe('what sessions are found by', () => {
  it.each<[unknown, string | null, string | null]>([
    [null, null, null],
    ['text', null, null],
    [{ supersededBySessionId: 's' }, 's', null],
    [{ claudeSessionId: ' c1 ' }, null, 'claudeSessionId=c1'],
    [{ claudeSessionId: 'c1', codexSessionId: 'x1' }, null, 'codexSessionId=x1'],
    [{ claudeSessionId: '', agySessionId: 'a1' }, null, 'agySessionId=a1'],
    [{ piSessionId: 'p1', machineId: 'm1' }, null, 'piSessionId=p1@m1'],
    [{ piSessionId: 'p1' }, null, 'piSessionId=p1@'],
    [{ kimiSessionId: 'k1', claudeSessionId: 7 }, null, null],
  ])('%j', (metadata, supersededBy, nativeKey) => {
    expect(metadataKeys(metadata)).toEqual({ supersededBy, nativeKey })
  })
})
