import { useState } from 'react'
import { failureText } from '../../lib/failure.ts'
import { Button } from '../../ui/button.tsx'
import confirm from '../../ui/confirm-sheet.module.css'
import { DialogSheet, SheetFooter } from '../../ui/dialog-sheet.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import {
  useDownloadStatementMutation,
  useRequestStatementMutation,
  useStatementStateQuery,
  type Wanted,
} from './statement-api.ts'
import { statementCopy } from './statement-copy.ts'
import styles from './statement-sheet.module.css'

const text = statementCopy
const ASK_EVERY_MS = 1500
const YEARS_OFFERED = 10

type Choice = { kind: Wanted['kind']; from: string; to: string; year: string; format: keyof typeof text.formats }

/** A range of days or a year, as a file. Long ones are made in the background, with progress. */
export function StatementSheet({ onClose }: { onClose: () => void }) {
  const [choice, setChoice] = useState(firstChoice)
  const [failure, setFailure] = useState<string>()
  const [pollingInterval, setPollingInterval] = useState(0)
  const { data: made, refetch } = useStatementStateQuery(undefined, { pollingInterval })
  const [request, asking] = useRequestStatementMutation()
  const [download, saving] = useDownloadStatementMutation()
  const busy = asking.isLoading || saving.isLoading
  const interval = made?.state === 'waiting' ? ASK_EVERY_MS : 0
  if (interval !== pollingInterval) setPollingInterval(interval)

  const change = (part: Partial<Choice>) => {
    setChoice({ ...choice, ...part })
    setFailure(undefined)
  }

  async function run(act: () => Promise<unknown>) {
    setFailure(undefined)
    try {
      await act()
    } catch (problem) {
      setFailure(failureText(problem, { field: 'message', fallback: text.failed }))
    }
  }

  const submit = () =>
    run(async () => {
      const wanted = wantedFrom(choice)
      if (wanted.from === '' || wanted.to === '') return setFailure(text.dayMissing)
      const { data } = await request(wanted).unwrap()
      if (data.state === 'at_once' || data.state === 'ready') await download(wanted).unwrap()
      return refetch()
    })

  return (
    <DialogSheet title={text.title} locked={busy} onClose={onClose}>
      <Form
        label={text.title}
        busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          return submit()
        }}
      >
        <Fields choice={choice} onChange={change} />
        {made ? <Made made={made} busy={busy} onSave={(wanted) => run(() => download(wanted).unwrap())} /> : null}
        <SheetFooter>
          {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
          <div className={confirm.actions}>
            <Button variant="default" aria-disabled={busy} onClick={() => void (busy || onClose())}>
              {text.close}
            </Button>
            <SubmitButton busy={busy}>{text.submit}</SubmitButton>
          </div>
        </SheetFooter>
      </Form>
    </DialogSheet>
  )
}

function Fields({ choice, onChange }: { choice: Choice; onChange: (part: Partial<Choice>) => void }) {
  return (
    <>
      <SelectField
        label={text.document}
        value={choice.kind}
        options={optionsOf(text.kinds)}
        onChange={(kind) => onChange({ kind: kind as Choice['kind'] })}
      />
      {choice.kind === 'statement' ? (
        <div className={styles.days}>
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              label={text[end]}
              type="date"
              required
              value={choice[end]}
              onChange={({ currentTarget: { value } }) => onChange({ [end]: value })}
            />
          ))}
          <p className={styles.hint}>{text.days}</p>
        </div>
      ) : (
        <SelectField
          label={text.year}
          value={choice.year}
          options={yearsOffered().map((year) => ({ value: year, label: year }))}
          onChange={(year) => onChange({ year })}
        />
      )}
      <SelectField
        label={text.format}
        value={choice.format}
        options={optionsOf(text.formats)}
        onChange={(format) => onChange({ format: format as Choice['format'] })}
      />
    </>
  )
}

type MadeState = NonNullable<ReturnType<typeof useStatementStateQuery>['data']>

/** The long one that was asked for last. */
function Made({ made, busy, onSave }: { made: MadeState; busy: boolean; onSave: (wanted: Wanted) => unknown }) {
  const { state, percent, kind, format, from, to, paper } = made
  if (state === 'waiting')
    return (
      <div className={styles.waiting}>
        <p role="status">{text.waiting}</p>
        <progress className={styles.bar} aria-label={text.progress(percent)} value={percent} max={100} />
        <p className={styles.hint} aria-hidden="true">
          {text.progress(percent)}
        </p>
      </div>
    )
  if (state === 'failed') return <Notice tone="danger">{text.failedToMake}</Notice>
  if (state !== 'ready' || !kind || !format || !from || !to) return null
  const wanted = { kind, format, from, to, ...(paper && { paper }) }
  return (
    <Notice tone="positive">
      <span>{text.ready}</span>
      <Button variant="default" aria-disabled={busy} onClick={() => void (busy || onSave(wanted))}>
        {text.save}
      </Button>
    </Notice>
  )
}

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

const today = (): string => new Date().toISOString().slice(0, 10)

const firstChoice = (): Choice => ({
  kind: 'statement',
  from: `${today().slice(0, 4)}-01-01`,
  to: today(),
  year: today().slice(0, 4),
  format: 'A4',
})

const yearsOffered = (): string[] =>
  Array.from({ length: YEARS_OFFERED }, (_, back) => String(Number(today().slice(0, 4)) - back))

function wantedFrom({ kind, from, to, year, format }: Choice): Wanted {
  const days = kind === 'statement' ? { from, to } : { from: `${year}-01-01`, to: `${year}-12-31` }
  return { kind, ...days, ...(format === 'csv' ? { format } : { format: 'pdf', paper: format }) }
}
