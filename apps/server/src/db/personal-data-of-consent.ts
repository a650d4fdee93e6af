import type { TableOfPersons } from './personal-tables.ts'

/** That somebody agreed, to what and when, is what an operator has to answer for. It stays, without a name or a country. */
export const PERSONAL_DATA_OF_CONSENT: Readonly<Record<string, TableOfPersons>> = {
  agreement: {
    owned: 'member_id = $1',
    columns: {
      // What was agreed to is in the other table: without it, nobody could say which version when.
      id: 'kept',
      member_id: 'internal',
      turn: 'internal',
      agreed_at: 'kept',
      minimum_age: 'kept',
      country_box: 'sealed',
    },
  },
  agreed_document: {
    owned: 'agreement_id in (select id from agreement where member_id = $1)',
    columns: { agreement_id: 'kept', kind: 'kept', version: 'kept', hash: 'kept' },
  },
}
