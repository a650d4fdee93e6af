import type { TableOfPersons } from './personal-tables.ts'

/**
 * Why a payment was held or let go has to be proved for years, to others. The addresses are on a public chain, and stay
 * in the books as well. Telling somebody that they are suspected may be an offence, so nothing of it is in the export.
 */
export const PERSONAL_DATA_OF_SCREENING: Readonly<Record<string, TableOfPersons>> = {
  screening_answer: {
    owned: 'owner_id = $1',
    columns: {
      id: 'internal',
      provider: 'internal',
      moment: 'confidential',
      owner_id: 'internal',
      address: 'confidential',
      amount: 'confidential',
      result: 'confidential',
      detail: 'confidential',
      level: 'confidential',
      asked_at: 'confidential',
      answered_at: 'confidential',
    },
  },
  screening_hit: {
    owned: 'owner_id = $1',
    columns: {
      id: 'internal',
      moment: 'confidential',
      owner_id: 'internal',
      address: 'confidential',
      provider: 'internal',
      reason: 'confidential',
      amount: 'confidential',
      withdrawal_id: 'internal',
      deposit_id: 'internal',
      found_at: 'confidential',
      state: 'confidential',
      first_released_by: 'internal',
      first_released_at: 'internal',
      decided_by: 'internal',
      decided_at: 'confidential',
      decision: 'confidential',
    },
  },
}
