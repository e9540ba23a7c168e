import { expect, it } from 'vitest'
import { SpawnResponse } from '../../contract/machine.ts'
import { toSpawnResponse } from './spawn-rules.ts'

it.each([
  ['success', { type: 'success', sessionId: 's' }, { type: 'success', sessionId: 's' }],
  [
    'success without an id',
    { type: 'success' },
    { type: 'error', message: 'Unexpected spawn result: {"type":"success"}' },
  ],
  ['an error', { type: 'error', errorMessage: 'no' }, { type: 'error', message: 'no' }],
  [
    'a missing agent',
    { type: 'error', errorMessage: 'no', code: 'agent_unavailable', agent: 'codex' },
    { type: 'error', message: 'no', code: 'agent_unavailable', agent: 'codex' },
  ],
  [
    'a forbidden directory',
    { type: 'error', errorMessage: 'no', code: 'outside_workspace_roots' },
    { type: 'error', message: 'no', code: 'outside_workspace_roots' },
  ],
  [
    'a code clients do not know',
    { type: 'error', errorMessage: 'no', code: 'inner', agent: 'codex' },
    { type: 'error', message: 'no' },
  ],
  [
    'a directory to be approved',
    { type: 'requestToApproveDirectoryCreation', directory: '/new' },
    { type: 'error', message: 'Directory creation requires approval: /new' },
  ],
  ['a bare error', { error: 'boom', more: 1 }, { type: 'error', message: 'boom' }],
  ['a bare message', { message: 'boom' }, { type: 'error', message: 'boom' }],
  ['nothing', null, { type: 'error', message: 'Unexpected spawn result: null' }],
  ['text', 'hm', { type: 'error', message: 'Unexpected spawn result: "hm"' }],
  [
    'something else',
    { type: 'later' },
    { type: 'error', message: 'Unexpected spawn result: {"type":"later"}' },
  ],
])('maps %s', (_, answer, response) => {
  expect(SpawnResponse.parse(toSpawnResponse(answer))).toEqual(response)
})
