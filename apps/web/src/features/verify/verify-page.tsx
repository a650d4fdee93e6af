import { useEffect } from 'react'
import { useSelector, useStore } from 'react-redux'
import { proofCheck } from '../../lib/proofs/proof-check.ts'
import { startCheck } from '../../lib/proofs/start-check.ts'
import { useProofCheck } from '../../lib/proofs/use-proof-check.ts'
import { selectSession } from '../../lib/session.ts'
import { Notice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { CheckYourself } from './check-yourself.tsx'
import { verifyCopy } from './copy.ts'
import { KeptFailure } from './kept-failure.tsx'
import { Steps } from './steps.tsx'
import { VerdictCard } from './verdict-card.tsx'
import styles from './verify.module.css'

/** Every check, with what it computed. Opening it checks, unless that was done just before. */
export default function VerifyPage() {
  const store = useStore() as Parameters<typeof startCheck>[0]
  const isMember = useSelector(selectSession)?.user.role === 'member'
  const state = useProofCheck()
  useEffect(() => {
    if (!proofCheck.read().result) void startCheck(store)
  }, [store])
  return (
    <div className={styles.page}>
      <ScreenTitle />
      {isMember ? (
        <>
          <VerdictCard state={state} onVerify={() => void startCheck(store, { forceRefetch: true })} />
          <KeptFailure state={state} store={store} />
          <CheckYourself />
          <Steps result={state.result} />
        </>
      ) : (
        <Notice tone="calm">{verifyCopy.notAMember}</Notice>
      )}
    </div>
  )
}
