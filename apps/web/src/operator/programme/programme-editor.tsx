import { useState } from 'react'
import { failureText } from '../../lib/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useOperatorCausesQuery } from '../causes/api.ts'
import styles from '../console.module.css'
import { operatorCopy } from '../copy.ts'
import { ActionSheet } from '../parts/action-sheet.tsx'
import { showInstant } from '../parts/instants.ts'
import { useMayAct } from '../parts/use-may-act.ts'
import { useDryRunMutation, useProposeProgrammeMutation, type ProgrammeRules } from './api.ts'
import { programmeCopy } from './copy.ts'
import { draftOf, rulesOf, sharesSum } from './draft.ts'
import { DryRunResult } from './dry-run-result.tsx'
import { DraftFields } from './draft-fields.tsx'

const text = programmeCopy
const ALL_BASIS_POINTS = 10_000

type ProgrammeEditorProps = { version: number; rules: ProgrammeRules; onClose: () => void }

/** Edits a new version, tries it on real history and proposes it to a second operator. */
export function ProgrammeEditor({ version, rules: base, onClose }: ProgrammeEditorProps) {
  const [draft, setDraft] = useState(() => draftOf(base))
  const [from, setFrom] = useState('')
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [dryRun, { data: result, isLoading, reset }] = useDryRunMutation()
  const [propose] = useProposeProgrammeMutation()
  const causes = useOperatorCausesQuery().data?.causes
  const mayAct = useMayAct()
  const rules = rulesOf(draft)
  const activeFrom = from === '' ? null : new Date(from).toISOString()
  const others = sharesSum(draft)

  /** The server refuses invalid rules, here and in the proposal. */
  async function run(): Promise<boolean> {
    setProblem(undefined)
    if (!rules) {
      setProblem(text.notNumber)
      return false
    }
    try {
      await dryRun({ rules }).unwrap()
      return true
    } catch (failure) {
      setProblem(failureText(failure, { field: 'message', fallback: text.failed }))
      return false
    }
  }

  return (
    <>
      <Card eyebrow={text.editOf(version)} heading={text.editor}>
        <DraftFields
          draft={draft}
          causes={causes}
          onChange={(next) => {
            setDraft(next)
            reset()
          }}
        />
        {Number.isNaN(others) ? null : others > ALL_BASIS_POINTS ? (
          <Notice tone="danger">{text.tooMuch(String(others / 100))}</Notice>
        ) : (
          <Notice tone="calm">{text.causeRest(String((ALL_BASIS_POINTS - others) / 100))}</Notice>
        )}
        <div className={styles.form}>
          <TextField
            label={text.activation}
            description={text.activationHint}
            type="datetime-local"
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
        </div>
        {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button variant="default" aria-disabled={isLoading} onClick={() => void (isLoading || run())}>
            {isLoading ? text.dryRunning : text.dryRun}
          </Button>
          {mayAct ? (
            <Button aria-disabled={isLoading} onClick={() => void (isLoading || run().then(setAsking))}>
              {text.propose}
            </Button>
          ) : null}
        </div>
      </Card>
      {result ? <DryRunResult result={result.data} /> : null}
      {asking && rules ? (
        <ActionSheet
          title={text.proposeTitle}
          note={text.proposeNote}
          facts={[
            {
              label: text.defaultCause,
              value: causes?.find(({ id }) => id === rules.default_cause)?.name ?? rules.default_cause,
            },
            { label: text.causePercent, value: text.percent((ALL_BASIS_POINTS - others) / 100) },
            { label: text.activeFrom, value: activeFrom === null ? text.immediately : showInstant(activeFrom) },
          ]}
          confirmLabel={text.propose}
          reasonLabel={operatorCopy.act.reason}
          act={async (why) => {
            const reply = await propose({ rules, active_from: activeFrom, why }).unwrap()
            onClose()
            return reply
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
