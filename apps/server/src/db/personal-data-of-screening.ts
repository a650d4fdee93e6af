import type { TableOfPersons } from './personal-tables.ts'

/**
 * Why a payment was held or let go has to be proved for years, to others. The addresses are on a public chain, and stay
 * in the books as well.
 */
export const PERSONAL_DATA_OF_SCREENING: Readonly<Record<string, TableOfPersons>> = {
  screening_answer: {
    owned: 'owner_id = $1',
    columns: {
      id: 'internal',
      provider: 'internal',
      moment: 'kept',
      owner_id: 'internal',
      address: 'kept',
      amount: 'kept',
      // Telling somebody that they are suspected may be an offence: operators decide what is told.
      result: 'internal',
      detail: 'internal',
      level: 'kept',
      asked_at: 'kept',
      answered_at: 'kept',
    },
  },
  screening_hit: {
    owned: 'owner_id = $1',
    columns: {
      id: 'internal',
      moment: 'internal',
      owner_id: 'internal',
      address: 'internal',
      provider: 'internal',
      reason: 'internal',
      amount: 'internal',
      withdrawal_id: 'internal',
      deposit_id: 'internal',
      found_at: 'internal',
      state: 'internal',
      first_released_by: 'internal',
      first_released_at: 'internal',
      decided_by: 'internal',
      decided_at: 'internal',
      decision: 'internal',
    },
  },
}
