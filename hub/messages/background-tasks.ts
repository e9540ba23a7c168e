import { agentData, type Envelope, isObject, outputBlocks, plainText } from './content.ts'

const STARTED = 'Command running in background with ID:'
const FINISHED = '<task-notification>'

/** How many background tasks this entry of the agent's transcript starts, less those it ends (reference 9.4). */
export function backgroundTaskDelta(envelope: Envelope | undefined): number {
  const data = agentData(envelope, 'output')
  if (!data) return 0
  const started = outputBlocks(data).filter(
    (block) => block.type === 'tool_result' && plainText(block.content).includes(STARTED),
  ).length
  const content = data.type === 'user' && isObject(data.message) ? data.message.content : undefined
  const finished = typeof content === 'string' && content.startsWith(FINISHED) ? 1 : 0
  return started - finished
}
