import { mailAllowance, shareMails, type AddressState, type MailClass } from '@trefoil/core/identity/mail-allowance'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { classOf } from './outbox.ts'
import { stillOurs, type Row } from './queue.ts'

const NOT_VERIFIED = 'The address is not verified'
const ENOUGH_THIS_HOUR = 'The address had enough mails in this hour'

type Hour = { sent: Record<MailClass, number>; roomAt: Date | null }

/**
 * Which of these leave now, each list as one mail. They count against the hour from here on, before they are sent, so
 * that concurrent workers cannot exceed it together. The others wait: for the hour to pass, or for the address to be
 * verified.
 */
export const handOver = ({ db, keyring }: { db: Database; keyring: Keyring }, rows: readonly Row[]): Promise<Row[][]> =>
  db.transaction().execute(async (tx) => {
    const mails: Row[][] = []
    for (const [address, group] of byAddress(rows)) {
      // Under every version of the secret. A stolen copy of the table lists no addresses, and nobody can try them out.
      const hashes = keyring.macs('mail recipient', address)
      mails.push(...(await handOverTo(tx, { address, hashes }, group)))
    }
    return mails
  })

type Counted = { address: string; hashes: Buffer[] }

async function handOverTo(tx: Tx, { address, hashes }: Counted, rows: readonly Row[]): Promise<Row[][]> {
  const state = await readState(tx, rows)
  // One worker at a time counts what this address got.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mail to ${address}`}, 0))`.execute(tx)
  const hour = await readHour(tx, hashes, rows)
  const mails: Row[][] = []
  const postponed: Row[] = []
  const notices = rows.filter(({ kind }) => classOf(kind) === 'notice')
  for (const row of rows.filter((one) => !notices.includes(one))) {
    const kind = classOf(row.kind)
    if (mailAllowance(state, kind, hour.sent) === 0) postponed.push(row)
    else {
      hour.sent[kind] += 1
      mails.push([row])
    }
  }
  const allowed = notices.length === 0 ? 0 : mailAllowance(state, 'notice', hour.sent)
  if (allowed === 'held') await hold(tx, notices)
  else {
    const { alone, together } = shareMails(notices.length, allowed)
    mails.push(...notices.slice(0, alone).map((row) => [row]))
    if (together > 0) mails.push(notices.slice(alone))
    else postponed.push(...notices.slice(alone))
  }
  await postpone(tx, postponed, hour.roomAt)
  const counted: Row[][] = []
  for (const mail of mails) if (await countMail(tx, hashes[0], mail)) counted.push(mail)
  return counted
}

/** Locks the account, so that whoever verifies the address afterwards finds what is held now. */
export async function readState(tx: Tx, rows: readonly Row[]): Promise<AddressState> {
  const [first] = rows
  const { rows: found } = await sql<{ verified: boolean; grace: boolean }>`
    select email_verified_at is not null as verified, coalesce(email_grace_until > now(), false) as grace
    from account where id = ${first?.owner ?? null} for share`.execute(tx)
  // An old address. Whether it was verified is among the facts of the one mail for which that matters.
  if (first && first.recipient !== null) return first.facts['verified'] === true ? 'verified' : 'grace'
  return found[0]?.verified ? 'verified' : found[0]?.grace ? 'grace' : 'unverified'
}

async function readHour(tx: Tx, hashes: Buffer[], rows: readonly Row[]): Promise<Hour> {
  const { rows: kinds } = await sql<{ kind: string; mails: number; room_at: Date }>`
    select kind, count(distinct coalesce(sent_with, id))::int as mails, min(handed_at) + interval '1 hour' as room_at
    from mail_outbox where recipient_hash = any(${hashes}::bytea[]) and handed_at > now() - interval '1 hour'
      and id <> all(${rows.map(({ id }) => id)}::bigint[]) group by kind`.execute(tx)
  const sent = { reset: 0, link: 0, notice: 0 }
  for (const { kind, mails } of kinds) sent[classOf(kind)] += mails
  const times = kinds.map(({ room_at: time }) => time.getTime())
  return { sent, roomAt: times.length > 0 ? new Date(Math.min(...times)) : null }
}

/** False if nothing is left of it, because its owner was erased meanwhile. */
async function countMail(tx: Tx, hash: Buffer | undefined, mail: readonly Row[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update mail_outbox m set recipient_hash = ${hash}, handed_at = now(), sent_with = ${mail[0]?.id ?? null}
    ${stillOurs(mail)}`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

async function postpone(tx: Tx, rows: readonly Row[], until: Date | null): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update mail_outbox m set attempts = m.attempts - 1, last_error = ${ENOUGH_THIS_HOUR},
      next_at = coalesce(${until}::timestamptz, now() + interval '1 hour')
    ${stillOurs(rows)}`.execute(tx)
}

export async function hold(tx: Tx, rows: readonly Row[]): Promise<void> {
  await sql`
    update mail_outbox m set attempts = m.attempts - 1, state = 'held', next_at = null, last_error = ${NOT_VERIFIED}
    ${stillOurs(rows)}`.execute(tx)
}

/** In one order, so that two workers never wait for each other. */
function byAddress(rows: readonly Row[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const address = (row.recipient ?? row.email ?? '').toLowerCase()
    groups.set(address, [...(groups.get(address) ?? []), row])
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
}
