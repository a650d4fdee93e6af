import { sql } from 'kysely'
import { notifyAccounts } from '../db/account-news.ts'
import type { Database, Tx } from '../db/database.ts'
import { firstState } from '../mail/outbox.ts'

/** Larger steps write each notice less often. Few enough that a step takes about a second, for which somebody who is being erased waits. */
const JOURNALS_PER_STEP = 100_000
/** What is older is no news: it was read in the histories long ago. */
const NEWS_DAYS = 30
/** Who gets them by mail gets one a day. */
const MAILED_AFTER_HOURS = 24

/** Repeats until every journal has been looked at, or `isOver` between two steps. */
export async function catchUpInbox(db: Database, isOver: () => boolean = () => false): Promise<void> {
  while (!isOver() && (await bringInboxForward(db)));
}

/**
 * Finds what the next journals of the ledger mean to members: shares of donations, and stages reached. Afterwards and
 * here, so that posting a donation writes nothing for it. Each journal is looked at once: its notices and the progress
 * are one transaction. True if there are more.
 */
export const bringInboxForward = (db: Database, journalsMax = JOURNALS_PER_STEP): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ done: string; newest: string }>`
      select journal_id as done, (select coalesce(max(id), 0) from journal) as newest
      from inbox_progress for update skip locked`.execute(tx)
    const [progress] = rows
    // Another process is at it.
    if (!progress) return false
    const [done, newest] = [BigInt(progress.done), BigInt(progress.newest)]
    if (newest <= done) return false
    const last = done + BigInt(journalsMax)
    const upto = last < newest ? last : newest
    const range = await newsIn(tx, { after: done, upto })
    if (range) await notifyAccounts(tx, [...(await noticeStages(tx, range)), ...(await gatherDonations(tx, range))])
    await sql`update inbox_progress set journal_id = ${upto}`.execute(tx)
    return upto < newest
  })

type Range = { after: bigint; upto: bigint }

/** Journals are numbered in the order of their times, so that it is enough to find the first. */
async function newsIn(tx: Tx, { after, upto }: Range): Promise<Range | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from journal where id > ${after} and id <= ${upto}
      and created_at > now() - make_interval(days => ${NEWS_DAYS}) order by id limit 1`.execute(tx)
  const [first] = rows
  return first && { after: BigInt(first.id) - 1n, upto }
}

/**
 * Somebody above a large team earns many times a second, so shares are gathered: an account has one open notice, and
 * what arrives is added to it until it is read or mailed. It becomes the newest each time. Who is being erased is waited
 * for, and left out. Only donations have sponsors and levels: without a look at their journals, which cost five times as
 * much as the entries.
 */
async function gatherDonations(tx: Tx, { after, upto }: Range): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    with earned as (
      select member_id, sum(amount) as amount from entry
      where journal_id > ${after} and journal_id <= ${upto} and account = 'available'
        and share between 'sponsor' and 'level_10'
      group by member_id
  ), earner as (
      select a.id, e.amount from earned e join account a on a.id = e.member_id
      where a.role = 'member' for key share of a
    ), open as (
      select n.id, e.amount from earner e cross join lateral (
        select id from mail_outbox where account_id = e.id and read_at is null and kind = 'donations received'
          and attempts = 0 and state in ('queued', 'inbox') order by id desc limit 1 for update) n
    ), gathered as (
      update mail_outbox m set id = default, created_at = now(),
        facts = jsonb_build_object('amount', ((m.facts ->> 'amount')::bigint + open.amount)::text)
      from open where m.id = open.id returning m.account_id
    ), written as (
      insert into mail_outbox (account_id, kind, facts, state, next_at)
      select id, 'donations received', facts, state, next_at + make_interval(hours => ${MAILED_AFTER_HOURS}) from (
        select a.id, jsonb_build_object('amount', e.amount::text) as facts,
          ${sql.raw(firstState(`'donations'`))}
        from earner e join account a on a.id = e.id where e.id not in (select account_id from gathered)
      ) as n (id, facts, state, next_at)
      returning account_id
    )
    select account_id from gathered union all select account_id from written`.execute(tx)
  return rows.map(({ account_id: account }) => account)
}

async function noticeStages(tx: Tx, { after, upto }: Range): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    with risen as (
      select a.id, d.stage, d.journal_id from donation d join account a on a.id = d.member_id
      where d.journal_id > ${after} and d.journal_id <= ${upto} and d.stage > d.closed_stage and a.role = 'member'
      for key share of a
    )
    insert into mail_outbox (account_id, kind, facts, state, next_at)
    select a.id, 'stage reached', jsonb_build_object('stage', r.stage), ${sql.raw(firstState(`'stages'`))}
    from risen r join account a on a.id = r.id order by r.journal_id returning account_id`.execute(tx)
  return rows.map(({ account_id: account }) => account)
}
