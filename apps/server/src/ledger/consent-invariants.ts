import type { Invariant } from './invariants.ts'

/** What decisions read about agreement, beside the records that it follows from. */
export const CONSENT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'everybody has agreed to what their newest agreement says',
    inFullOnly: true,
    elsewhere: `
      select coalesce(p.member_id, newest.member_id)
      from (select member_id, agreed_turn from member_balance where agreed_turn <> 0) p
      full join (select member_id, max(turn) as turn from agreement group by member_id) newest using (member_id)
      where p.agreed_turn is distinct from newest.turn`,
  },
  {
    name: 'members are asked to agree to what documents and rules say',
    elsewhere: `
      select 0 from ledger_state, (select max(turn) as turn from legal_document) documents
      where agreement_turn <> coalesce(case when documents.turn is not null
          then greatest(documents.turn, (select max(turn) from consent_rule)) end, 0)
        or waiting_hours <> coalesce((select r.waiting_hours from consent_rule r order by version desc limit 1), 0)`,
  },
]
