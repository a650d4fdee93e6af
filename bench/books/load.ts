import type { PoolClient } from 'pg'
import type { Pool } from '../../apps/server/src/db/database.ts'

/**
 * Ten journals for each member of a network that was loaded before: a deposit each, as many donations as the stage says
 * (each divided among sponsor and ten levels), a withdrawal for every tenth, a reversal and an adjustment for every
 * hundredth, and transfers for the rest. Every invariant holds.
 */
export async function loadBooks(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica; set work_mem = '512MB'; set maintenance_work_mem = '1GB';
      set statement_timeout = 0; set synchronous_commit = off; select setseed(0.5)`)
    // PostgreSQL writes tables truncated in the same transaction without WAL.
    await client.query('begin; truncate journal, entry, donation, deposit, reserve_transfer cascade')
    const indexes = await dropIndexes(client)
    for (const statement of STATEMENTS) await client.query(statement)
    for (const definition of indexes) await client.query(definition)
    for (const statement of WITH_INDEXES) await client.query(statement)
    await client.query('commit')
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    client.release(true)
  }
}

/** Of the largest tables, because many at once are built faster than they grow. Returns how to make them again. */
async function dropIndexes(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(`
    select coalesce('alter table ' || indrelid::regclass || ' drop constraint ' || conname,
        'drop index ' || indexrelid::regclass) as drop,
      coalesce('alter table ' || indrelid::regclass || ' add constraint ' || conname || ' ' || pg_get_constraintdef(con.oid),
        pg_get_indexdef(indexrelid)) as make
    from pg_index left join pg_constraint con on conindid = indexrelid and contype in ('p', 'u')
    where indrelid in ('journal'::regclass, 'entry'::regclass)`)
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ make }) => make)
}

/** Units of $0.00001: each member deposits $10,000, gives $10 at a time and takes $5 out. */
const DEPOSIT = 1_000_000_000
const DONATION = 1_000_000
const WITHDRAWAL = 500_000
/** Of a donation, in units. What nobody is there for goes to the cause. */
const SPONSOR = 100_000
const LEVEL = 15_000
const OPERATIONS = 50_000

const ADDRESS = '0x000000000000000000000000000000000000B00C'

const STATEMENTS = [
  `create unlogged table draft (journal_id bigint, member_id int, account ledger_account, amount bigint, share entry_share)`,

  `insert into journal (id, amount, source_member, target_member, source, reason, rule_version, reference)
   select id, ${DEPOSIT}, 0, id, 'chain', 'deposit', 1, 'deposit/31337/0x' || to_hex(id) || '/0' from member order by id`,
  `insert into draft
   select id, side.* from member, lateral (values
     (0, 'chain'::ledger_account, ${-DEPOSIT}::bigint, null::entry_share), (id, 'impact', ${DEPOSIT}, 'whole')) side`,
  `insert into deposit_address (address, index, member_id, setting, turn, expires_at)
   values ('${ADDRESS}', '0x' || repeat('0', 64), 1, 0, 0, now())`,
  `insert into deposit (chain_id, transaction, ordinal, block_number, block_hash, address, member_id, sender, value,
     credited, remainder, state, credited_at, sweep_signer, sweep_nonce)
   select 31337, '0x' || to_hex(id), 0, id, '0x', '${ADDRESS}', id, '0x', ${DEPOSIT} * 1e13, ${DEPOSIT}, 0, 'credited',
     now() - interval '1 day', 'before', 0 from member order by id`,
  `insert into reserve_transfer (chain_id, transaction, ordinal, block_number, sender, recipient, value, kind)
   select 31337, '0x' || to_hex(id), 1, id, '${ADDRESS}', 'treasury', ${DEPOSIT} * 1e13, 'sweep' from member order by id`,
  `insert into dust_count (chain_id) values (31337)`,

  // One after the other, the highest first: whoever is above has given before.
  `create unlogged table giving as
   select (select max(id) from journal) + row_number() over (order by turn, member_id) as journal_id, member_id, turn,
     case when sponsor is null then 0 else ${SPONSOR} end as sponsor_gets, sponsor, upline
   from member_balance join member on id = member_id, generate_series(1, stage) turn`,
  `insert into journal (id, amount, source_member, target_member, source, reason, rule_version, reference)
   select journal_id, ${DONATION}, member_id, 0, 'impact', 'donation', 1, 'donation-' || journal_id from giving
   order by journal_id`,
  `insert into draft
   select journal_id, side.* from giving, lateral (
     values (member_id, 'impact'::ledger_account, ${-DONATION}::bigint, null::entry_share),
       (0, 'operations', ${OPERATIONS}, 'operations'),
       (-1, 'cause', ${DONATION - OPERATIONS} - sponsor_gets - ${LEVEL} * cardinality(upline), 'cause'),
       (sponsor, 'available', ${SPONSOR}, 'sponsor')
     union all
     select above, 'available', ${LEVEL}, ('level_' || level)::entry_share
     from unnest(upline) with ordinality up (above, level)) side (member_id, account, amount, share)
   where side.member_id is not null`,
  `insert into donation (journal_id, closed_last_donation, closed_earned, member_id, closed_stage, stage, cause_id,
     division_members, division_due, division_paid, division_cuts)
   select journal_id, case turn when 1 then 0 else ${DONATION} end, 0, member_id, turn - 1, turn, 1,
     sponsor || upline || array_fill(null::int, array[12 - cardinality(upline)]),
     ${SPONSOR}::bigint || array_fill(${LEVEL}::bigint, '{10}') || ${OPERATIONS}::bigint || ${DONATION - OPERATIONS - SPONSOR - 10 * LEVEL}::bigint,
     sponsor_gets::bigint || array_fill(${LEVEL}::bigint, array[cardinality(upline)])
       || array_fill(0::bigint, array[10 - cardinality(upline)]) || ${OPERATIONS}::bigint
       || (${DONATION - OPERATIONS} - sponsor_gets - ${LEVEL} * cardinality(upline))::bigint,
     case when sponsor is null then 'no_member'::share_cut end || array_fill(null::share_cut, array[cardinality(upline)])
       || array_fill('no_member'::share_cut, array[10 - cardinality(upline)]) || array_fill(null::share_cut, '{2}')
   from giving order by journal_id`,

  // Out of what came from below: only those who have earned enough ask.
  `create unlogged table taking as
   select member_id, row_number() over (order by member_id) as number from (
     select member_id, sum(amount) as earned from draft where account = 'available' group by member_id
   ) earner where earned >= ${WITHDRAWAL} limit (select count(*) / 10 from member)`,
  `insert into withdrawal (reference, member_id, amount, address, payout_id, state, requested_at, look_at, claimed_at, ended_at)
   select 'withdrawal-' || number, member_id, ${WITHDRAWAL}, '0x' || number, '0xid' || number, 'paid',
     now() - interval '1 day', null, now() - interval '1 day', now() - interval '1 day' from taking order by number`,
  `insert into found_payment (withdrawal_id, transaction, ordinal, signer, block_number, fee_paid)
   select id, '0xpaid' || id, 0, '0x', 2000000000 + id, 0 from withdrawal`,
  `insert into reserve_transfer
     (chain_id, transaction, ordinal, block_number, sender, recipient, value, kind, payout_id)
   select 31337, '0xpaid' || id, 0, 2000000000 + id, 'vault', address, amount * 1e13, 'payout', payout_id from withdrawal`,
  `insert into journal (id, amount, source_member, target_member, source, reason, rule_version, reference)
   select (select max(id) from journal) + 2 * number - 1 + leg, ${WITHDRAWAL}, member_id, case leg when 0 then member_id else 0 end,
     case leg when 0 then 'available'::ledger_account else 'held' end,
     case leg when 0 then 'withdrawal_held'::journal_reason else 'withdrawal_paid' end, 1,
     'withdrawal-' || number || case leg when 0 then '' else '/end' end
   from taking, generate_series(0, 1) leg order by 1`,
  `insert into draft
   select j.id, side.* from journal j, lateral (values
     (j.source_member, j.source, ${-WITHDRAWAL}::bigint, null::entry_share),
     (j.target_member, case j.source when 'available' then 'held'::ledger_account else 'chain' end, ${WITHDRAWAL}, 'whole')) side
   where j.reason in ('withdrawal_held', 'withdrawal_paid')`,

  `insert into journal (id, amount, source_member, target_member, source, reason, rule_version, reference)
   select last + n, 1000, 1 + floor(random() * members)::int, 1 + floor(random() * members)::int, 'impact', 'transfer', 1,
     'transfer-' || n
   from (select (select max(id) from journal) as last, (select max(id) from member) as members) known,
     generate_series(1, 10 * members - last - 2 * (members / 100)) n order by n`,
  `update journal set target_member = 1 + source_member % (select max(id) from member)
   where reason = 'transfer' and target_member = source_member`,
  `insert into draft
   select j.id, side.* from journal j, lateral (values
     (j.source_member, 'impact'::ledger_account, -1000::bigint, null::entry_share),
     (j.target_member, 'impact', 1000, 'whole')) side
   where j.reason = 'transfer'`,

  // The newest transfers were wrong: each is taken back, and operations makes up for it.
  `create unlogged table mistake as
   select id, source_member as sender, target_member as recipient, number, (select max(id) from journal) + 2 * number as amends
   from (select *, (row_number() over (order by id desc))::int as number from journal where reason = 'transfer') newest
   where number <= (select count(*) / 100 from member)`,
  `insert into proposal (id, kind, state, details, summary, why, member_id, proposed_by, decided_by, decided_at)
   overriding system value
   select proposed.id, kind, 'done', details, 'x', 'x', sender, 1, 2, now() - interval '1 day' from mistake, lateral (values
     (2 * number - 1, 'reversal', jsonb_build_object('journal', mistake.id::text)),
     (2 * number, 'adjustment', '{"account": "impact", "amount": "0.01"}')) proposed (id, kind, details)`,
  `insert into reversal (reverses, first_journal, last_journal, member_id, proposal_id)
   select id, amends - 1, amends - 1, sender, 2 * number - 1 from mistake`,
  `insert into journal (id, amount, source_member, target_member, source, reason, rule_version, reference)
   select journal.id, 1000, payer, sender, source, reason, 1, journal.reference from mistake, lateral (values
     (amends - 1, recipient, 'impact'::ledger_account, 'reversal'::journal_reason, 'reversal-' || number),
     (amends, 0, 'operations', 'adjustment', 'proposal-' || 2 * number)) journal (id, payer, source, reason, reference)
   order by 1`,
  `insert into draft
   select j.id, side.* from journal j, lateral (values
     (j.source_member, j.source, -1000::bigint, null::entry_share), (j.target_member, 'impact', 1000, 'whole')) side
   where j.reason in ('reversal', 'adjustment')`,

  // In the order in which the ledger would have written them.
  `insert into entry (journal_id, amount, balance_after, member_id, sequence, account, share)
   select journal_id, amount, sum(amount) over own, member_id, row_number() over own, account, share
   from draft window own as (partition by member_id, account order by journal_id, share rows unbounded preceding)
   order by journal_id`,
  `update member_balance b set impact = f.impact, impact_sequence = f.impacts, available = f.available,
     available_sequence = f.availables, held = f.held, held_sequence = f.helds,
     last_donation = case when stage > 0 then ${DONATION} else 0 end, stage_balance = 0,
     total_donated = stage * ${DONATION}, total_deposited = ${DEPOSIT}, total_earned = f.earned, total_withdrawn = f.withdrawn
   from (
     select member_id,
       coalesce(sum(amount) filter (where account = 'impact'), 0) as impact, count(*) filter (where account = 'impact') as impacts,
       coalesce(sum(amount) filter (where account = 'available'), 0) as available,
       count(*) filter (where account = 'available') as availables,
       coalesce(sum(amount) filter (where account = 'held'), 0) as held, count(*) filter (where account = 'held') as helds,
       coalesce(sum(amount) filter (where account = 'available' and amount > 0), 0) as earned,
       coalesce(-sum(amount) filter (where account = 'held' and amount < 0), 0) as withdrawn
     from draft where member_id > 0 group by member_id
   ) f where f.member_id = b.member_id`,
  `update system_account s set balance = f.balance, sequence = f.sequence
   from (select member_id, account, sum(amount) as balance, count(*) as sequence from draft where member_id <= 0 group by 1, 2) f
   where f.account = s.account and f.member_id = s.owner`,
  `insert into scan (chain_id, scanned, scanned_hash, final, final_hash, noted, arrived, swept, opening)
   select 31337, 3000000000, '0x', 3000000000, '0x', 3000000000, sum(value), sum(value), 0 from deposit`,
  `insert into programme (version, rules) select 1, '{"stages": []}' where not exists (select from programme)`,
  `drop table draft, giving, taking, mistake`,
]

/** Needs the entries of single members, and so the index. */
const WITH_INDEXES = [
  `analyze entry`,
  `update reversal r set restored = greatest(returnable_before(e.member_id, e.sequence) - e.balance_after, 0) from entry e
   where (e.member_id, e.account) = (r.member_id, 'impact') and e.journal_id = r.reverses`,
  `update member_balance b set returnable = f.returnable from (
     select e.member_id, returnable_of(e.amount, e.balance_after, own.journal_id is not null, coalesce(r.restored, 0)
       order by e.sequence) as returnable
     from entry e left join (select journal_id from entry where account = 'chain') own using (journal_id)
     left join reversal r on (r.last_journal, r.member_id) = (e.journal_id, e.member_id)
     where e.account = 'impact' group by e.member_id
   ) f where f.member_id = b.member_id and f.returnable > 0`,
]
