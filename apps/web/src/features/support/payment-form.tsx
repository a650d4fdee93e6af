import { useState } from 'react'
import { failureText } from '../../lib/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useLookUpMutation, type Finding } from './api.ts'
import { CaseForm } from './case-form.tsx'
import { supportCopy } from './copy.ts'
import { FindingView, isAnswered } from './finding-view.tsx'
import { hashIn } from './hash-in.ts'
import { SUBJECTS } from './subjects.ts'
import styles from './support.module.css'

const text = supportCopy.lookUp

const UNKNOWN = ''
const NETWORKS = [
  { value: UNKNOWN, label: text.networkUnknown },
  ...['Ethereum', 'Polygon', 'Arbitrum', 'Optimism', 'Base', 'Avalanche', 'BNB Smart Chain', 'Tron', 'Solana'].map(
    (name) => ({ value: name, label: name }),
  ),
  // Operators read it.
  { value: 'Another one', label: text.networkOther },
]

type Found = { hash: string; finding: Finding }

/** Looks a payment up, says what became of it, and opens a case where that is no answer. */
export function PaymentForm({ topic }: { topic: 'missing_deposit' | 'wrong_network' }) {
  const [typed, setTyped] = useState('')
  const [network, setNetwork] = useState(UNKNOWN)
  const [found, setFound] = useState<Found>()
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [asksFurther, setAsksFurther] = useState(false)
  const [lookUp, { isLoading }] = useLookUpMutation()

  async function submit() {
    const hash = hashIn(typed)
    if (hash === undefined) return setProblem(typed.trim() === '' ? text.hashRequired : text.notAHash)
    setFailure(undefined)
    try {
      const { data } = await lookUp({ transaction: hash }).unwrap()
      setFound({ hash, finding: data })
      setAsksFurther(!isAnswered(data))
    } catch (refusal) {
      setFailure(failureText(refusal, { field: 'message', fallback: text.failed }))
    }
  }

  function edit(value: string) {
    setTyped(value)
    setProblem(undefined)
    setFound(undefined)
    setAsksFurther(false)
  }

  const named = topic === 'wrong_network' && network !== UNKNOWN ? { network } : {}
  return (
    <div className={styles.page}>
      <Form
        label={supportCopy.ways[topic].title}
        busy={isLoading}
        onSubmit={(event) => {
          event.preventDefault()
          return submit()
        }}
      >
        {topic === 'wrong_network' ? (
          <SelectField label={text.network} value={network} options={NETWORKS} onChange={setNetwork} />
        ) : null}
        <TextField
          label={text.hash}
          description={text.hashHint}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={300}
          required
          value={typed}
          error={problem}
          onChange={(event) => edit(event.currentTarget.value)}
        />
        {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
        <div className={styles.row}>
          <SubmitButton busy={isLoading}>{text.submit}</SubmitButton>
          {found || asksFurther ? null : (
            <Button variant="subtle" onClick={() => setAsksFurther(true)}>
              {text.noHash}
            </Button>
          )}
        </div>
      </Form>
      <div role="status" aria-label={text.result} className={styles.finding}>
        {found ? <FindingView finding={found.finding} quiet /> : null}
        {found && !asksFurther ? (
          <div>
            <Button variant="default" onClick={() => setAsksFurther(true)}>
              {supportCopy.notAnswered}
            </Button>
          </div>
        ) : null}
      </div>
      {asksFurther ? (
        <CaseForm topic={topic} subject={SUBJECTS[topic]} {...(found && { transaction: found.hash })} {...named} />
      ) : null}
    </div>
  )
}
