import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showControls } from '../../decode/show-controls.ts'
import { classNames } from '../../ui/class-names.ts'
import { CodeBlock } from './CodeBlock.tsx'
import type { AskedQuestion, QuestionCall } from './question-call.ts'

/** What the agent asked, what there was to choose, and what was chosen. */
export function QuestionsCard({ call: { questions, note } }: { call: QuestionCall }) {
  return (
    <>
      <ul className="flex flex-col gap-3 rounded-lg border border-line bg-raised px-3 py-2 text-sm">
        {questions.map((question, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the questions of one call keep their places
          <li key={index} className="min-w-0 [overflow-wrap:anywhere]">
            <Question {...question} />
          </li>
        ))}
      </ul>
      {note !== '' && <CodeBlock text={note} foldAt={20} />}
    </>
  )
}

function Question({ question, options, answers }: AskedQuestion) {
  // A label may come twice; one row for each is enough.
  const rows = [...new Set([...options, ...answers])]
  return (
    <>
      <p className="font-medium">{showControls(question)}</p>
      <ul>
        {rows.map((option) => (
          <Option key={option} option={option} isChosen={answers.includes(option)} />
        ))}
      </ul>
    </>
  )
}

function Option({ option, isChosen }: { option: string; isChosen: boolean }) {
  const { t } = useTranslation()
  return (
    <li className={classNames('flex items-start gap-2 py-0.5', !isChosen && 'text-muted')}>
      <CircleCheck
        size={15}
        aria-hidden
        className={classNames('mt-0.5 shrink-0 text-ok', !isChosen && 'invisible')}
      />
      <span>
        {showControls(option)}
        {isChosen && <span className="sr-only"> ({t('toolCards.chosen')})</span>}
      </span>
    </li>
  )
}
