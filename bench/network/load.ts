import type { Pool } from '../../apps/server/src/db/database.ts'

/**
 * A network filled level by level: the first member has the largest team possible. Every second member was referred by
 * their parent, the others by somebody further up. Three of five never donated, and each stage has fewer members.
 */
export async function loadNetwork(pool: Pool, members: number): Promise<void> {
  const client = await pool.connect()
  try {
    // Bulk loading skips foreign-key checks and builds the word index at the end.
    await client.query(`set session_replication_role = replica; set work_mem = '512MB'; set maintenance_work_mem = '1GB';
      set statement_timeout = 0; set synchronous_commit = off; select setseed(0.5)`)
    const { rows: indexes } = await client.query<{ definition: string }>(
      `select pg_get_indexdef('account_by_words'::regclass) as definition`,
    )
    // PostgreSQL writes tables truncated in the same transaction without WAL.
    await client.query('begin; truncate account cascade; drop index account_by_words')
    // The cause that a migration makes went with the accounts, but what it is owed has stayed.
    await client.query(`insert into cause (id, slug, name, state) values (1, 'the-cause', 'The cause', 'open')`)
    await client.query(ACCOUNTS, [members])
    for (let first = 1, depth = 0; first <= members; first = 3 * first - 1, depth += 1)
      await client.query(
        depth === 0 ? ROOT : LEVEL,
        depth === 0 ? [members] : [first, Math.min(3 * first - 2, members), depth, members],
      )
    await client.query(MEMBER_BALANCE_COLUMNS)
    await client.query(`select setval(pg_get_serial_sequence('account', 'id'), $1)`, [members])
    await client.query('analyze member, member_balance')
    await client.query('select rebuild_teams()')
    await client.query(indexes[0]?.definition ?? '')
    await client.query('commit')
    await client.query('vacuum full team')
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    client.release(true)
  }
}

const ACCOUNTS = `
  insert into account (id, role, name, email, key_hash, key_box, passcode_hash) overriding system value
  select id, 'member', first_name || ' ' || last_name, lower(first_name) || '.' || lower(last_name) || id || '@example.org',
    sha256(id::text::bytea), decode(repeat(md5(id::text), 2), 'hex'), '$argon2id$v=19$m=19456,t=2,p=1$' || repeat(md5(id::text), 2)
  from generate_series(1, $1::int) id, lateral (
    select (array['Ada','Ben','Chiara','Daan','Elif','Farid','Grace','Hugo','Ines','Jonas','Kavya','Lena'])[1 + (hashint4(id) & 7)] as first_name,
      initcap(translate(left(md5(id::text), 6), '0123456789', 'ghijklmnop')) as last_name
  ) names`

/** Three below each member, from left to right: the children of member i are 3i − 1, 3i and 3i + 1. */
const gap = (id: string, members: string) => `
  (select min(down) from generate_series(0, 20) down where 3 * (${id} * (3 ^ down)::bigint + ((3 ^ down)::bigint - 1) / 2) + 1 > ${members})`

/** Eight characters of the codes' alphabet, all different. */
const code = (id: string) => `upper(translate(lpad(to_hex(${id}), 8, '0'), 'ilou', 'wxyz'))`

const ROOT = `
  insert into member (id, referral_code, depth, gap, upline, seats)
  select 1, ${code('1')}, 0, ${gap('1', '$1::int')}, '{}', '{}'`

/** The first at each level below a member is the leftmost of their descendants there. */
const SEATS = `array(
  select (new.id - (above * (3 ^ level)::int - ((3 ^ level)::int - 1) / 2))::int
  from unnest(new_upline) with ordinality up(above, level) order by level)`

const LEVEL = `
  insert into member (id, referral_code, sponsor, parent, position, depth, gap, upline, seats)
  select new.id, ${code('new.id')},
    new_upline[case when random() < 0.5 then 1 else 1 + floor(random() * cardinality(new_upline))::int end],
    above.id, (new.id + 1) % 3, $3::int, ${gap('new.id', '$4::int')}, new_upline, ${SEATS}
  from generate_series($1::int, $2::int) new(id) join member above on above.id = (new.id + 1) / 3,
    lateral (select (above.id || above.upline)[1:10] as new_upline) up`

const MEMBER_BALANCE_COLUMNS = `
  insert into member_balance (member_id, stage)
  select id, case when random() < 0.6 then 0 else floor(1 + 10 * random() * random())::int end from member`
