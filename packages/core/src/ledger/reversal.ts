import type { Journal } from './journal.ts'

/**
 * Takes a journal back. A journal has one source, so each credit becomes a journal of its own; a plan posts them
 * all or none. Refused as any other spending if a target no longer has the money.
 */
export function reverse(journal: Journal): Journal[] {
  return journal.credits.map(({ target, amount, share }, index) => ({
    source: target,
    credits: [{ target: journal.source, amount, share }],
    reason: 'reversal',
    reference: `${journal.reference}/reversal/${index + 1}`,
    // The rules of the journal that is undone, whatever is in force by now.
    ruleVersion: journal.ruleVersion,
  }))
}
