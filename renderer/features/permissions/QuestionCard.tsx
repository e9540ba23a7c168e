import { CircleHelp } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../../contract/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useHub } from '../connection/hub-context.ts'
import { useAction } from '../connection/use-action.ts'
import { agentName } from '../sessions/session-words.ts'
import { QuestionField } from './QuestionField.tsx'
import { answersOf, type GivenAnswer, isAnswered, type QuestionSet } from './questions.ts'
import { REQUEST_HEADING_ID } from './requests.ts'

interface QuestionCardProps {
  session: Session
  requestId: string
  questions: QuestionSet
  count: string | undefined
}

const NOTHING: GivenAnswer = { chosen: [], own: '' }

/** The agent asks the person something: options to choose, own words, or no answer. */
export function QuestionCard({ session, requestId, questions, count }: QuestionCardProps) {
  const { t } = useTranslation()
  const { store } = useHub()
  const { run, isBusy, error } = useAction()
  const [given, setGiven] = useState<Readonly<Record<string, GivenAnswer>>>({})
  const [isDismissing, setDismissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setDismissing(false)
    if (isBusy || !isAnswered(questions, given)) return
    const answers = answersOf(questions, given)
    void run(() => store.actions.approve(session.id, requestId, { decision: 'approved', answers }))
  }
  const dismiss = () => {
    setDismissing(true)
    void run(() => store.actions.deny(session.id, requestId, { decision: 'denied' }))
  }
  return (
    <form
      aria-label={t('permission.questionLabel')}
      onSubmit={submit}
      className="animate-appear flex max-h-[55dvh] flex-col gap-3 rounded-2xl border border-warn-line bg-warn-soft p-3.5"
    >
      <div className="flex items-start gap-2.5">
        <CircleHelp size={18} aria-hidden className="mt-0.5 shrink-0 text-warn" />
        <h2 id={REQUEST_HEADING_ID} tabIndex={-1} className="min-w-0 flex-1 font-semibold">
          {t('permission.asks', { agent: agentName(session.metadata, t), count: questions.questions.length })}
        </h2>
        {count !== undefined && <span className="shrink-0 text-sm text-muted tabular-nums">{count}</span>}
      </div>
      <div className="thin-scroll -m-1 flex min-h-0 flex-col gap-4 overflow-y-auto p-1">
        {questions.questions.map((question) => (
          <QuestionField
            key={question.key}
            question={question}
            answer={given[question.key] ?? NOTHING}
            onChange={(answer) => setGiven((before) => ({ ...before, [question.key]: answer }))}
          />
        ))}
      </div>
      {error !== undefined && <Notice kind="danger">{error}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          type="submit"
          isBusy={isBusy && !isDismissing}
          disabled={!isAnswered(questions, given)}
        >
          {t('permission.answer')}
        </Button>
        <Button className="ml-auto" isBusy={isBusy && isDismissing} disabled={isBusy} onClick={dismiss}>
          {t('permission.dismiss')}
        </Button>
      </div>
    </form>
  )
}
