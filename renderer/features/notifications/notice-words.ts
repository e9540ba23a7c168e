import type { TFunction } from 'i18next'
import { UNKNOWN_AGENT } from '../../../contract/flavors.ts'
import { type NoticeFacts, readNoticeTexts } from '../../../contract/notice-texts.ts'

/** The texts of a notice. */
export interface NoticeTexts {
  title: string
  body: string
}

/** What the hub said in a toast or a push, in the language of `t`; as it came where it cannot be read. */
export function noticeWords(t: TFunction, { title, body }: NoticeTexts): NoticeTexts {
  const facts = readNoticeTexts({ title, body })
  if (!facts) return { title, body }
  switch (facts.kind) {
    case 'test':
      return { title, body: t('notices.test') }
    case 'ready': {
      const { session } = facts
      const agent = agentName(t, facts.agent)
      return { title: t('notices.ready.title'), body: t('notices.ready.body', { agent, session }) }
    }
    case 'question':
      return {
        title: t('notices.question.title', { agent: agentName(t, facts.agent) }),
        body: questionWords(t, facts),
      }
    default:
      return { title: t(`notices.${facts.kind}`), body: facts.body }
  }
}

function questionWords(
  t: TFunction,
  { question, more, session }: Extract<NoticeFacts, { kind: 'question' }>,
): string {
  if (question === undefined) return t('notices.question.unreadable')
  return [question, ...(more > 0 ? [t('notices.question.more', { count: more })] : []), session].join('\n')
}

const agentName = (t: TFunction, agent: string) => (agent === UNKNOWN_AGENT ? t('notices.anyAgent') : agent)
