import { useState } from 'react'
import { proofCheck, type CheckState } from '../../lib/proofs/proof-check.ts'
import type { Checked } from '../../lib/proofs/result.ts'
import { failureText } from '../../lib/failure.ts'
import { saveProof } from '../../lib/proofs/save-proof.ts'
import { checkOrder, readOwner } from '../../lib/proofs/start-check.ts'
import { useTimeAgo } from '../../lib/use-time-ago.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { verifyCopy as text } from './copy.ts'
import styles from './verify.module.css'

type Props = { state: CheckState; store: Parameters<typeof checkOrder>[0] }

/** A failure is not forgotten because of what a later check comes to. Only the member ends it. */
export function KeptFailure({ state, store }: Props) {
  const { failure, result, isRunning } = state
  const isFailed = result?.kind === 'checked' && result.verdict.outcome === 'failed'
  const isShownAbove = isFailed && failure?.at === result.at
  return (
    <>
      {failure && !isShownAbove ? <EarlierFailure failure={failure} isRunning={isRunning} store={store} /> : null}
      {isFailed && !isRunning ? <BeginAnew store={store} /> : null}
    </>
  )
}

function BeginAnew({ store }: Pick<Props, 'store'>) {
  const [isAsking, setAsking] = useState(false)
  const beginAnew = async () => {
    const order = await checkOrder(store, { forceRefetch: true })
    if (order) proofCheck.beginAnew(order)
    setAsking(false)
  }
  return (
    <Notice tone="pending" quiet>
      <p>{text.anewText}</p>
      <div className={styles.offered}>
        <Button variant="default" onClick={() => setAsking(true)}>
          {text.anew}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmSheet
          title={text.anew}
          facts={[]}
          note={text.anewNote}
          confirmLabel={text.anew}
          busy={false}
          onConfirm={beginAnew}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </Notice>
  )
}

type EarlierProps = Pick<Props, 'store'> & { failure: Checked; isRunning: boolean }

function EarlierFailure({ failure, isRunning, store }: EarlierProps) {
  const when = useTimeAgo(failure.at)
  const drop = async () => {
    const owner = await readOwner(store).catch((problem: unknown) => {
      toast.error(failureText(problem, { field: 'error', fallback: text.notRemoved }))
      return null
    })
    if (owner) proofCheck.dropFailure(owner)
  }
  return (
    <Notice tone="danger" quiet>
      <p>{text.failure(when)}</p>
      <div className={styles.offered}>
        {failure.proof ? (
          <Button variant="default" onClick={() => saveProof(failure)}>
            {text.saveEvidence}
          </Button>
        ) : null}
        <Button variant="subtle" aria-disabled={isRunning} onClick={() => void (isRunning || drop())}>
          {text.drop}
        </Button>
      </div>
    </Notice>
  )
}
