import { useEffect } from 'react'
import { useSelector, useStore } from 'react-redux'
import { proofCheck } from '../lib/proofs/proof-check.ts'
import { findFailure, startCheck } from '../lib/proofs/start-check.ts'
import { dropSummary, keepSummary, readSummary, summaryOf } from '../lib/proofs/summary.ts'
import { selectSession } from '../lib/session.ts'
import type { store } from './store.ts'

/** The screen, its data and the code of the other screens come first. */
const PATIENCE_MS = 4000
/** Pages that follow one another closely share a check. */
const AGAIN_AFTER_MS = 5 * 60_000

/** Checks in the background what the server says about the member's money, once for each page and sign-in. */
export function useBackgroundCheck(): void {
  const shown = useStore() as typeof store
  const email = useSelector(selectSession)?.user.email
  useEffect(() => {
    if (email === undefined) return undefined
    const leave = proofCheck.subscribe(() => {
      const { result, failure } = proofCheck.read()
      const summary = summaryOf(result)
      if (failure) dropSummary()
      else if (summary) keepSummary(email, summary)
    })
    const last = readSummary(email)
    const isFresh = last?.outcome === 'passed' && Date.now() - last.at < AGAIN_AFTER_MS
    const timer = setTimeout(() => {
      // The member may have asked for it meanwhile.
      if (!proofCheck.read().result) void (isFresh ? findFailure(shown) : startCheck(shown))
    }, PATIENCE_MS)
    return () => {
      leave()
      clearTimeout(timer)
      // The next person must not see it.
      proofCheck.forget()
    }
  }, [shown, email])
}
