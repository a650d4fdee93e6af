import type { TableOfPersons } from './personal-tables.ts'

/** What members wrote to operators, and were answered. */
export const PERSONAL_DATA_OF_SUPPORT: Readonly<Record<string, TableOfPersons>> = {
  support_case: {
    owned: 'member_id = $1',
    columns: {
      id: 'internal',
      reference: 'personal',
      member_id: 'internal',
      topic: 'personal',
      state: 'personal',
      subject: 'personal',
      about_kind: 'personal',
      about_id: 'personal',
      transaction: 'personal',
      network: 'personal',
      finding: 'personal',
      opened_at: 'personal',
      changed_at: 'personal',
      turn: 'internal',
      unread: 'internal',
    },
    erase: ['delete from support_case where member_id = $1'],
  },
  support_message: {
    owned: 'case_id in (select id from support_case where member_id = $1)',
    // Goes with the case.
    columns: { id: 'internal', case_id: 'internal', operator_id: 'internal', text: 'personal', sent_at: 'personal' },
  },
}
