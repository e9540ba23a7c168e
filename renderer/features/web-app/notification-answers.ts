import { ClientError } from '../../client/client-error.ts'
import type { SessionActions } from '../../state/session-actions.ts'
import type { KeptAnswer } from './worker-store.ts'

/** An answer that waited longer for a window is not passed on: much may have happened since. */
export const ANSWER_LIFETIME_MS = 10 * 60_000

/** What became of an answer given on a notification. */
export type AnswerOutcome = 'allow' | 'deny' | 'too-old' | 'gone' | 'lost'

export interface AnswerWork {
  actions: Pick<SessionActions, 'approve' | 'deny'>
  take: () => Promise<KeptAnswer[]>
  now: () => number
  tell: (outcome: AnswerOutcome, answer: KeptAnswer) => void
}

/** Gives the answers of notifications to the hub, each once, and tells what became of each. */
export async function passOnAnswers({ actions, take, now, tell }: AnswerWork): Promise<void> {
  await Promise.all(
    (await take()).map(async (kept) => {
      const { sessionId, requestId, answer, at } = kept
      if (now() - at > ANSWER_LIFETIME_MS) return tell('too-old', kept)
      try {
        await (answer === 'allow'
          ? actions.approve(sessionId, requestId)
          : actions.deny(sessionId, requestId))
        tell(answer, kept)
      } catch (error) {
        if (!(error instanceof ClientError)) throw error
        // What is refused was answered elsewhere, or its agent has stopped.
        tell(error.isTransient ? 'lost' : 'gone', kept)
      }
    }),
  )
}
