import type { Pool } from '../../apps/server/src/db/database.ts'

/** A journal as it was posted. Accounts are named `impact:7`, `cause:1`. */
export type JournalRow = {
  id: bigint
  reason: string
  reference: string
  source: string
  credits: { target: string; amount: bigint }[]
}

/** As the books have it. */
export type MemberRow = {
  impact: bigint
  available: bigint
  held: bigint
  stage: number
  last_donation: bigint
  stage_balance: bigint
}

export type Books = { journals: JournalRow[]; members: Map<number, MemberRow>; system: Map<string, bigint> }

const nameOf = (kind: string, member: string) =>
  `${kind}::text || case when ${member} > 0 then ':' || ${member} when ${member} < 0 then
    case when ${kind} = 'held' then ':cause' else '' end || ':' || -${member} when ${kind} = 'held' then ':operations' else '' end`

const JOURNALS = `
  select j.id::text, j.reason, j.reference, ${nameOf('j.source', 'j.source_member')} as source,
    (select json_agg(json_build_object('target', ${nameOf('e.account', 'e.member_id')}, 'amount', e.amount::text))
      from entry e where e.journal_id = j.id and e.amount > 0) as credits
  from journal j where j.id > $1 order by j.id`

type Stored = Omit<JournalRow, 'id' | 'credits'> & { id: string; credits: { target: string; amount: string }[] }

/** Everything after a journal, and all balances, at one moment. */
export async function readBooks(owner: Pool, after: bigint): Promise<Books> {
  const client = await owner.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const journals = await client.query<Stored>(JOURNALS, [String(after)])
    const members = await client.query<Record<keyof MemberRow | 'member_id', string>>(
      'select member_id, impact, available, held, stage, last_donation, stage_balance from member_balance',
    )
    const system = await client.query<{ account: string; balance: string }>(
      `select ${nameOf('account', 'owner')} as account, balance from system_account`,
    )
    await client.query('commit')
    return {
      journals: journals.rows.map(({ id, credits, ...row }) => ({
        ...row,
        id: BigInt(id),
        credits: credits.map(({ target, amount }) => ({ target, amount: BigInt(amount) })),
      })),
      members: new Map(members.rows.map((row) => [Number(row.member_id), memberRow(row)])),
      system: new Map(system.rows.map(({ account, balance }) => [account, BigInt(balance)])),
    }
  } finally {
    client.release()
  }
}

const memberRow = (row: Record<keyof MemberRow, string>): MemberRow => ({
  impact: BigInt(row.impact),
  available: BigInt(row.available),
  held: BigInt(row.held),
  stage: Number(row.stage),
  last_donation: BigInt(row.last_donation),
  stage_balance: BigInt(row.stage_balance),
})
