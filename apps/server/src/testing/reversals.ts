import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { inOneView, tryReversal } from '../operator/dry-run-reversal.ts'
import { effectsOf, type reversal } from '../operator/reverse.ts'
import { donate, fundedMember, type Funded } from './money.ts'
import type { TestServer } from './server.ts'
import type { Staff } from './staff.ts'
import type { Answer } from './visitor.ts'

const why = 'Sent by mistake'

/** What two operators do to reverse a journal. */
export function reversing({ olga, oscar }: Pick<Staff, 'olga' | 'oscar'>) {
  const propose = (journal: number, operations_bears = false): Promise<Answer> =>
    olga.post('/api/operator/proposals/reversal', { journal, operations_bears, why })
  const agree = ({ body }: Answer): Promise<Answer> =>
    oscar.post(`/api/operator/proposals/${body.data.proposal.id}/approve`, { why })
  return { propose, agree }
}

export async function journalOf({ database }: TestServer, reference: string): Promise<number> {
  const { rows } = await database.query<{ id: number }>('select id::int from journal where reference = $1', [reference])
  if (!rows[0]) throw new Error(`There is no journal ${reference}`)
  return rows[0].id
}

/** The donation's journal. */
export async function given(server: TestServer, { visitor }: Funded, amount: number): Promise<number> {
  const { body } = await donate(visitor, amount)
  return journalOf(server, body.data.donation_id)
}

/** A sponsor who can earn, and a member below who can donate. */
export async function sponsorAndDonor(server: TestServer): Promise<{ sponsor: Funded; donor: Funded }> {
  const sponsor = await fundedMember(server, 500)
  await donate(sponsor.visitor, 100)
  return { sponsor, donor: await fundedMember(server, 200, { referral_code: sponsor.referralCode }) }
}

/** What the console posts when the second operator agrees, for a poster of one's own. */
export async function reversalOrder(
  db: Database,
  journal: number,
  operationsBears = false,
): Promise<Parameters<typeof reversal.decide>[1]> {
  const { original, plan } = await inOneView({ db }, (tx) => tryReversal(tx, journal, operationsBears))
  const details = { journal, operations_bears: operationsBears, effects: effectsOf(plan) }
  const { rows } = await sql<{ id: number; operator: number }>`
    insert into proposal (kind, details, summary, why, proposed_by)
    select 'reversal', ${JSON.stringify(details)}::jsonb, 'Reverse it', ${why}, min(id) from account where role = 'operator'
    returning id, (select max(id) from account where role = 'operator') as operator`.execute(db)
  const { id, operator } = rows[0]!
  return { id, original, details, audit: { action: 'proposal.approve', operator, why, address: null, agent: null } }
}
