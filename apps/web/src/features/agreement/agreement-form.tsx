import type { readAgreements } from '@trefoil/contract/consent'
import { useState, type FormEvent } from 'react'
import { agreementCopy } from '../../lib/agreement-copy.ts'
import { postpone } from '../../lib/agreement-path.ts'
import { useAgreeMutation } from '../../lib/agreements-api.ts'
import { countryName, countryOptions } from '../../lib/countries.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { documentTitles } from '../../lib/document-titles.ts'
import type { DataOf } from '../../lib/endpoint.ts'
import { failureText } from '../../lib/failure.ts'
import { showDate } from '../../lib/formats.ts'
import { useProfileQuery } from '../../lib/profile-api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RenderedText } from '../../ui/rendered-text.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { toast } from '../../ui/toasts.tsx'
import styles from './agreement.module.css'

const text = agreementCopy.page

type Due = NonNullable<DataOf<typeof readAgreements>['due']>

export function AgreementForm({ due, onDone }: { due: Due; onDone: () => unknown }) {
  const { title } = useScreen()
  const { data: member, refetch: refetchProfile } = useProfileQuery()
  const privateKey = member?.profile.user_pk
  const [agree, { isLoading }] = useAgreeMutation()
  /** Each is named with its version: what is ticked is what was read. */
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [country, setCountry] = useState('')
  const [isOldEnough, setOldEnough] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { documents, countries, minimum_age: age } = due
  const isRefused =
    countries !== null && country !== '' && countries.countries.includes(country) !== countries.only_these

  const isComplete =
    documents.every((document) => ticked.has(nameOf(document))) &&
    (countries === null || country !== '') &&
    (age === null || isOldEnough)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isRefused) return
    if (!isComplete) return setFailure(text.incomplete)
    setFailure(null)
    try {
      await agree({
        documents: documents.map(({ kind, version }) => ({ kind, version })),
        ...(countries && { country }),
        ...(age !== null && { at_least: age }),
      }).unwrap()
      // So that nobody is asked again on the way.
      await refetchProfile()
      toast.success(text.succeeded)
      await onDone()
    } catch (problem) {
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  }

  function postponeIt() {
    if (privateKey !== undefined) postpone(privateKey)
    void onDone()
  }

  return (
    <Form label={title} busy={isLoading} onSubmit={submit} onEdit={() => setFailure(null)}>
      {documents.length > 0 ? <p>{text.intro}</p> : null}
      {documents.map((document) => (
        <DueDocument
          key={nameOf(document)}
          document={document}
          isTicked={ticked.has(nameOf(document))}
          onTick={(isTicked) => setTicked((before) => withOne(before, nameOf(document), isTicked))}
        />
      ))}
      {countries || age !== null ? (
        <Card heading={text.about}>
          {countries ? (
            <SelectField
              label={text.country}
              value={country}
              options={[{ value: '', label: text.chooseCountry }, ...countryOptions()]}
              onChange={setCountry}
            />
          ) : null}
          {isRefused ? <Notice tone="danger">{text.countryRefused(countryName(country))}</Notice> : null}
          {age === null ? null : (
            <CheckField
              label={text.age(age)}
              checked={isOldEnough}
              onChange={({ currentTarget }) => setOldEnough(currentTarget.checked)}
            />
          )}
        </Card>
      ) : null}
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      <div className={styles.actions}>
        {isRefused ? null : <SubmitButton busy={isLoading}>{text.submit}</SubmitButton>}
        <Button variant="default" onClick={postponeIt}>
          {text.later}
        </Button>
      </div>
      <p className={styles.hint}>{text.laterHint}</p>
    </Form>
  )
}

type DueDocumentProps = { document: Due['documents'][number]; isTicked: boolean; onTick: (isTicked: boolean) => void }

function DueDocument({ document, isTicked, onTick }: DueDocumentProps) {
  const { kind, version, published_at: published, html } = document
  const title = documentTitles[kind]
  return (
    <Card heading={title}>
      <p className={styles.hint}>
        {text.version(version, showDate(published))} · <a href={`/documents/${kind}-v${version}`}>{text.ownPage}</a>
      </p>
      <details className={styles.details}>
        <summary>{text.read(title)}</summary>
        <RenderedText html={html} />
      </details>
      <CheckField
        label={text.agreeTo(title, version)}
        checked={isTicked}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
      />
    </Card>
  )
}

const nameOf = ({ kind, version }: { kind: string; version: number }): string => `${kind} ${version}`

function withOne(all: ReadonlySet<string>, one: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(all)
  if (isIn) next.add(one)
  else next.delete(one)
  return next
}
