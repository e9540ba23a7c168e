import type { DemoAgent } from './agent.ts'
import { event } from './voice.ts'

const DAY_MS = 86_400_000

const EXCHANGES: [string, string][] = [
  ['Where is the price of a mug decided?', 'In `src/checkout.ts`, in the line that fills `charges`.'],
  ['Can two people buy the last mug?', 'Yes, today they can. A lock around the stock would stop it.'],
  [
    'Make a list of what is slow',
    '1. The product page loads all photos at once\n2. The search asks the server for every letter',
  ],
  ['Thanks, leave it for now', 'Fine. I wrote it down in `README.md`.'],
]

/** Gives a conversation a past of `days` days, so that there is something to scroll and to count. */
export function replayHistory(agent: DemoAgent, days: number, now = Date.now()): void {
  for (let day = days; day >= 1; day--) {
    EXCHANGES.forEach(([question, answer], index) => {
      const at = now - day * DAY_MS + index * 240_000
      const user = { role: 'user', content: { type: 'text', text: question }, meta: { sentFrom: 'cli' } }
      agent.replay([user], at)
      agent.replay([...agent.voice.think('Let me look.'), ...agent.voice.say(answer)], at + 20_000)
      agent.replay([event({ type: 'ready' })], at + 21_000)
    })
  }
}
