import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getOpenApi } from '../../../contract/openapi.ts'
import { formatBytes } from '../../i18n/format-bytes.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { TextField } from '../../ui/TextField.tsx'
import { useHub } from '../connection/hub-context.ts'
import { OwnerQuery } from '../shell/OwnerQuery.tsx'
import { ScreenFrame } from '../shell/ScreenFrame.tsx'
import { CodeBlock } from '../tools/CodeBlock.tsx'
import { type ApiDocument, type Body, type Operation, readOperations } from './read-operations.ts'
import { type Schema, schemaText } from './schema-text.ts'

/** What programs can ask of this hub, as its own document tells it. */
export function ApiScreen() {
  const { t } = useTranslation()
  return (
    <ScreenFrame title={t('api.title')} intro={t('api.intro')} backTo="/settings">
      <Reference />
    </ScreenFrame>
  )
}

function Reference() {
  const { t } = useTranslation()
  const { client } = useHub()
  const query = useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => (await client.call(getOpenApi, { signal })) as ApiDocument,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <OwnerQuery
      query={query}
      loading={t('api.loading')}
      failed={(reason) => t('api.failed', { reason })}
      shape="h-96"
    >
      {(document) => <Operations document={document} />}
    </OwnerQuery>
  )
}

function Operations({ document }: { document: ApiDocument }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const groups = readOperations(document, useDeferredValue(search))
  const schemas = document.components?.schemas ?? {}
  const download = () =>
    saveFile('openapi.json', JSON.stringify(document, null, 2), 'application/json;charset=utf-8')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('api.search')}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="min-w-48 flex-1"
        />
        <Button icon={<Download size={16} aria-hidden />} onClick={download}>
          {t('api.download')}
        </Button>
      </div>
      {groups.length === 0 && <p role="status">{t('api.none')}</p>}
      {groups.map(({ name, operations }) => (
        <Section key={name} title={name}>
          <ul className="-mx-2 flex flex-col">
            {operations.map((operation) => (
              <li key={`${operation.method} ${operation.path}`}>
                <OperationFold operation={operation} schemas={schemas} />
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </div>
  )
}

interface OperationFoldProps {
  operation: Operation
  schemas: Readonly<Record<string, Schema>>
}

function OperationFold({ operation, schemas }: OperationFoldProps) {
  const [isOpen, setOpen] = useState(false)
  const { method, path, summary } = operation
  return (
    <details className="rounded-lg open:bg-sunken" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="tap flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-lg px-2 py-1.5 hover:bg-hover">
        <span className="w-14 shrink-0 font-mono text-xs font-semibold text-accent">{method}</span>
        <span className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">{path}</span>
        <span className="ml-auto text-sm text-muted">{summary}</span>
      </summary>
      {isOpen && <OperationDetails operation={operation} schemas={schemas} />}
    </details>
  )
}

function OperationDetails({ operation, schemas }: OperationFoldProps) {
  const { t, i18n } = useTranslation()
  const { description, parameters, request, limitBytes, answers } = operation
  return (
    <div className="flex flex-col gap-3 px-2 pb-3 text-sm">
      {description !== '' && <p>{description}</p>}
      {parameters.length > 0 && (
        <div>
          <h3 className="mb-1 font-medium">{t('api.parameters')}</h3>
          <ul className="flex flex-col gap-1 font-mono text-[0.8125rem]">
            {parameters.map(({ name, place, isRequired, schema }) => (
              <li key={`${place} ${name}`} className="[overflow-wrap:anywhere]">
                {name}
                {!isRequired && '?'}: {schemaText(schema)} <span className="text-muted">({place})</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Bodies
        title={
          limitBytes === undefined
            ? t('api.request')
            : t('api.requestLimit', { size: formatBytes(limitBytes, i18n.language) })
        }
        bodies={request}
        schemas={schemas}
      />
      <Bodies title={t('api.answer')} bodies={answers} schemas={schemas} />
    </div>
  )
}

interface BodiesProps {
  title: string
  bodies: readonly Body[]
  schemas: Readonly<Record<string, Schema>>
}

function Bodies({ title, bodies, schemas }: BodiesProps) {
  return bodies.map(({ type, schema }) => {
    const name = schema.$ref === undefined ? undefined : schemaText(schema)
    return (
      <div key={type}>
        <h3 className="mb-1 font-medium">
          {title} <span className="font-mono text-xs font-normal text-muted">{[type, name].join(' ')}</span>
        </h3>
        <CodeBlock text={schemaText((name !== undefined && schemas[name]) || schema)} />
      </div>
    )
  })
}
