import { expect, it } from 'vitest'
import { readStatusLine } from './status-line.ts'

const json = '{"version":1,"status":"done","summary":"Built it","action":"Review","agent":"A","project":"P"}'
const full = { version: 1, summary: 'Built it', action: 'Review', status: 'done', agent: 'A', project: 'P' }

it.each([
  [`All done.\nAGENT_NOTIFY_SUMMARY ${json}`, full],
  [`AGENT_NOTIFY_SUMMARY ${json}\n\n  \n`, full],
  [`   AGENT_NOTIFY_SUMMARY ${json}`, full],
  [`Done.AGENT_NOTIFY_SUMMARY ${json}`, full],
  ['AGENT_NOTIFY_SUMMARY {"summary":" two\\n lines ","extra":1}', { summary: 'two lines' }],
  ['AGENT_NOTIFY_SUMMARY {"summary":"s","version":"1","status":5}', { summary: 's' }],
])('reads %j', (text, expected) => expect(readStatusLine(text)).toEqual(expected))

it.each([
  '',
  'no line',
  `AGENT_NOTIFY_SUMMARY ${json}\nmore text`,
  `see AGENT_NOTIFY_SUMMARY ${json}`,
  `AGENT_NOTIFY_SUMMARY ${json} end`,
  `AGENT_NOTIFY_SUMMARY${json}`,
  'AGENT_NOTIFY_SUMMARY [1]',
  'AGENT_NOTIFY_SUMMARY {"summary":""}',
  'AGENT_NOTIFY_SUMMARY {"summary":"  "}',
  'AGENT_NOTIFY_SUMMARY {"action":"Review"}',
  'AGENT_NOTIFY_SUMMARY {"summary":5}',
])('finds none in %j', (text) => expect(readStatusLine(text)).toBeUndefined())

it('cuts every text to its limit', () => {
  const long = 'x'.repeat(400)
  const text = `AGENT_NOTIFY_SUMMARY ${JSON.stringify({ summary: long, action: long, status: long, agent: long, project: long })}`
  const { summary, action, status, agent, project } = readStatusLine(text) ?? {}
  expect([summary, action, status, agent, project].map((value) => value?.length)).toEqual([
    280, 280, 32, 80, 80,
  ])
})
