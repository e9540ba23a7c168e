import type { TFunction } from 'i18next'
import type { EventItem } from '../../decode/conversation-item.ts'
import { isObject, type JsonObject } from '../../decode/envelope.ts'
import { stringOf } from '../../decode/fact.ts'
import { formatDuration, formatPercent } from '../../i18n/format.ts'

interface Saying {
  data: JsonObject
  t: TFunction
  locale: string
}

/** The sentence per event. What an agent wrote itself is shown as it is. */
const WORDS: Readonly<Record<string, (saying: Saying) => string>> = {
  switch: ({ data, t }) => (data.mode === 'local' ? t('events.toTerminal') : t('events.toHub')),
  message: ({ data, t }) => stringOf(data.message) ?? t('events.message'),
  'title-changed': ({ data, t }) => t('events.title', { title: stringOf(data.title) ?? '' }),
  'limit-reached': ({ t }) => t('events.limitReached'),
  'limit-warning': ({ data: { utilization }, t, locale }) =>
    typeof utilization === 'number'
      ? t('events.limitUsed', { percent: formatPercent(utilization, locale) })
      : t('events.limitNear'),
  'api-error': ({ data: { retryAttempt, maxRetries }, t }) =>
    typeof retryAttempt === 'number' && typeof maxRetries === 'number'
      ? t('events.providerRetry', { attempt: retryAttempt, total: maxRetries })
      : t('events.providerFailed'),
  'turn-duration': ({ data, t, locale }) =>
    typeof data.durationMs === 'number'
      ? t('events.worked', { duration: formatDuration(data.durationMs, locale) })
      : t('events.done'),
  'turn-summary': ({ data: { summary }, t, locale }) =>
    isObject(summary) && typeof summary.durationMs === 'number'
      ? t('events.doneIn', { duration: formatDuration(summary.durationMs, locale) })
      : t('events.done'),
  microcompact: ({ t }) => t('events.shortened'),
  compact: ({ t }) => t('events.compacted'),
  'compact-summary': ({ data, t }) => stringOf(data.summary) ?? t('events.compacted'),
  recap: ({ data, t }) => stringOf(data.content) ?? t('events.recap'),
  'thread-goal-updated': ({ data: { goal }, t }) => {
    const objective = isObject(goal) ? stringOf(goal.objective) : undefined
    return objective === undefined ? t('events.goalChanged') : t('events.goal', { goal: objective })
  },
  'thread-goal-cleared': ({ t }) => t('events.goalCleared'),
}

/** More than this is no sentence between two lines. */
const SENTENCE_CHARACTERS = 240
/** What agents write themselves may be as long as they like. */
const TOLD: ReadonlySet<string> = new Set(['message', 'compact-summary', 'recap', 'thread-goal-updated'])

/** What stands for an event whose text is too long for a line; undefined where the text itself is short. */
export function longEventTitle(name: string, text: string, { t, locale }: Omit<Saying, 'data'>) {
  const isLong = text.length > SENTENCE_CHARACTERS || text.trim().includes('\n')
  return isLong && TOLD.has(name) ? eventText({ name, data: {} }, t, locale) : undefined
}

/** An event in one short sentence; one of a newer agent by its name, so that it does not vanish. */
export function eventText(
  { name, data }: Pick<EventItem, 'name' | 'data'>,
  t: TFunction,
  locale: string,
): string {
  return WORDS[name]?.({ data, t, locale }) ?? name
}
