import type { Journal } from './journal.ts'

/**
 * Takes a journal back. A journal has one source, so each credit becomes a journal of its own; a plan posts all or
 * none. Like any spending, it is refused if a target no longer has the money.
 */
export function reverse(journal: Journal): Journal[] {
  return journal.credits.map(({ target, amount, share }, index) => ({
    source: target,
    credits: [{ target: journal.source, amount, share }],
    reason: 'reversal',
    reference: `${journal.reference}/reversal/${index + 1}`,
    // The rules under which the original was posted, not the current ones.
    ruleVersion: journal.ruleVersion,
  }))
}
