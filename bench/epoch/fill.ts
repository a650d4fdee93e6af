import type { Pool } from '../../apps/server/src/db/database.ts'
import type { Keyring } from '../../apps/server/src/secrets/keyring.ts'

/**
 * Accounts with a balance each and no history, in books that add up; they joined in the last fourteen months. All have the
 * same private key: opening it counts.
 */
export async function fillOwners(
  pool: Pool,
  { members, keyring }: { members: number; keyring: Keyring },
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set statement_timeout = 0; set synchronous_commit = off`,
    )
    await client.query('begin')
    await client.query(ACCOUNTS, [members, keyring.seal('private key', `tf${'0'.repeat(28)}`)])
    await client.query(MEMBERS)
    await client.query(BALANCES)
    await client.query('insert into team (member_id, referrals) select id, hashint4(id) & 3 from member')
    await client.query(`update system_account set balance = -(select sum(impact) from member_balance)
      where account = 'chain'`)
    await client.query('commit')
    await client.query('vacuum analyze account, member, member_balance, team')
    await client.query('checkpoint')
  } finally {
    client.release(true)
  }
}

export const codeOf = (id: number): string => id.toString(16).toUpperCase().padStart(8, '0')

const ACCOUNTS = `
  insert into account (id, role, name, email, key_hash, key_box, passcode_hash, email_verified_at, created_at)
    overriding system value
  select id, 'member', 'Member ' || id, id || '@example.org', sha256(id::text::bytea), $2, '', now(),
    now() - (id % 420) * interval '1 day'
  from generate_series(1, $1::int) id`

/** Nothing here looks at the tree: the first member is above all others. */
const MEMBERS = `
  insert into member (id, referral_code, sponsor, parent, position, depth, upline, seats)
  select id, upper(lpad(to_hex(id), 8, '0')), case when id > 1 then 1 end, nullif(id - 1, 0), case when id > 1 then 0 end,
    least(id - 1, 1), array_remove(array[least(id - 1, 1)], 0), case when id > 1 then array[0] else '{}' end from account`

const BALANCES = `
  insert into member_balance (member_id, impact, total_donated, total_earned)
  select id, 10000000 + (hashint4(id) & 65535), hashint4(id) & 1048575, hashint4(id + 1) & 524287 from account`
