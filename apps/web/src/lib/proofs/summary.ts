import { show, usd } from '@trefoil/core/money'
import type { CheckResult, Summary } from './result.ts'

/** Summaries of old pages had only the sentences of what is new, under another name. */
const KEY = 'trefoil:last-check'

/** Null if there is nothing that could be said in numbers. */
export function summaryOf(result: CheckResult | null): Summary | null {
  if (result?.kind !== 'checked' || !result.proof) return null
  const { at, verdict, news, proof } = result
  const { there = '', owed = '' } = verdict.steps.find(({ check }) => check === 'covered')?.saw ?? {}
  return { at, outcome: verdict.outcome, balance: show(usd(BigInt(proof.balance))), there, owed, news }
}

/** In local storage, which signing out clears. `email`: whose it is. */
export function keepSummary(email: string, summary: Summary): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ email, summary }))
  } catch {
    // It is computed again with the next page.
  }
}

/** While a failure is kept, no page may begin with what held before. */
export function dropSummary(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nor was anything kept.
  }
}

/** Of an earlier page, for the same person. */
export function readSummary(email: string | undefined): Summary | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { email?: string; summary?: Summary }
    return email !== undefined && kept.email === email && kept.summary ? kept.summary : null
  } catch {
    return null
  }
}
