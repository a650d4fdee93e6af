import { sql } from 'kysely'
import { LOCKS, type Database, type Tx } from '../db/database.ts'
import { liveIn, sealedFacts, versionsIn, type Ask } from './held-versions.ts'
import type { Keyring } from './keyring.ts'
import { SEALED_COLUMNS, SEALED_FACTS, type SealedColumn } from './stored.ts'
import { readStamp, versionIn, type VersionId } from './version.ts'

/** Servers wait for these rows while a step lasts, which is a few milliseconds. */
const STEP_ROWS = 200

export type Rotation = {
  resealed: number
  /** Sealed with none of the given versions, or changed: left as they are. */
  unreadable: number
}

type Context = { db: Database; keyring: Keyring; stepRows?: number }

export const askOn =
  (db: Database): Ask =>
  (statement) =>
    sql.raw(statement).execute(db)

/**
 * Re-seals everything under the first version, in short transactions, while servers run. The rows themselves say what is
 * left to do, so it goes on wherever it was killed.
 */
export async function rotateSecret(context: Context, onStep: (done: number) => void = () => {}): Promise<Rotation> {
  const rotation = { resealed: 0, unreadable: 0 }
  const count = (step: Rotation) => {
    rotation.resealed += step.resealed
    rotation.unreadable += step.unreadable
    onStep(rotation.resealed)
  }
  for (const sealed of SEALED_COLUMNS)
    for (const version of await olderVersions(context, sealed)) {
      // What a server holds at that moment is passed over, so that nobody waits for the other; then one row at a time.
      await resealAll(
        context,
        { sealed, version, rows: context.stepRows ?? STEP_ROWS, locked: 'skip locked' },
        (step) => count({ ...step, unreadable: 0 }),
      )
      await resealAll(context, { sealed, version, rows: 1, locked: '' }, count)
    }
  await resealFacts(context, count)
  return rotation
}

/** How many rows have another version than the first. */
export async function countOutdated(context: Context): Promise<number> {
  let outdated = 0
  for (const sealed of SEALED_COLUMNS)
    for (const version of await olderVersions(context, sealed)) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.raw(sealed.table)} where ${isOf(sealed, version)}`.execute(context.db)
      outdated += rows[0]?.count ?? 0
    }
  return outdated + (await outdatedFacts(context)).length
}

const olderVersions = async ({ db, keyring }: Context, sealed: SealedColumn): Promise<VersionId[]> =>
  (await versionsIn(askOn(db), sealed)).filter((version) => version !== keyring.versions[0]?.id)

const isOf = (sealed: SealedColumn, version: VersionId) =>
  sql<boolean>`${sql.raw(liveIn(sealed))} and ${sql.raw(versionIn(sealed.column))} = decode(${version}, 'hex')`

type Pass = { sealed: SealedColumn; version: VersionId; rows: number; locked: 'skip locked' | '' }

async function resealAll(context: Context, pass: Pass, onStep: (step: Rotation) => void): Promise<void> {
  let after = 0
  for (;;) {
    const step = await context.db.transaction().execute((tx) => resealStep(tx, context.keyring, { ...pass, after }))
    if (step.last === undefined) return
    after = step.last
    onStep(step)
  }
}

async function resealStep(
  tx: Tx,
  keyring: Keyring,
  { sealed, version, rows: limit, locked, after }: Pass & { after: number },
): Promise<Rotation & { last: number | undefined }> {
  const [table, key, column] = [sql.raw(sealed.table), sql.raw(sealed.key), sql.raw(sealed.column)]
  const outdated = await sql<{ id: number }>`
    select ${key} as id from ${table} where ${isOf(sealed, version)} and ${key} > ${after}
    order by ${key} limit ${limit}`.execute(tx)
  const ids = outdated.rows.map(({ id }) => id)
  if (sealed.hash) await lockBalances(tx, ids)
  const { rows } = await sql<{ id: number; box: Buffer }>`
    select ${key} as id, ${column} as box from ${table} where ${isOf(sealed, version)} and ${key} = any(${ids}::int[])
    order by ${key} for update ${sql.raw(locked)}`.execute(tx)
  const renewed = rows.flatMap(({ id, box }) => renew(keyring, sealed, { id, box }))
  const hash = sealed.hash ? sql`, ${sql.raw(sealed.hash.column)} = renewed.hash` : sql``
  if (renewed.length > 0)
    await sql`
      update ${table} set ${column} = renewed.box ${hash}
      from unnest(${renewed.map(({ id }) => id)}::int[], ${renewed.map(({ box }) => box)}::bytea[],
        ${renewed.map((row) => row.hash)}::bytea[]) as renewed (id, box, hash)
      where ${table}.${key} = renewed.id`.execute(tx)
  return { resealed: renewed.length, unreadable: rows.length - renewed.length, last: ids.at(-1) }
}

/**
 * A member's new hash counts the version of their balance up. The ledger waits, because it locks many balances as well,
 * in another order; and accounts are locked after their balances (`members/lock-account.ts`).
 */
async function lockBalances(tx: Tx, ids: number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.space)}, ${sql.lit(LOCKS.ledger)})`.execute(tx)
  await sql`
    select from member_balance where member_id = any(${ids}::int[]) order by member_id for no key update`.execute(tx)
}

function renew(keyring: Keyring, { purpose, hash }: SealedColumn, { id, box }: { id: number; box: Buffer }) {
  const text = opened(() => keyring.open(purpose, box))
  if (text === undefined) return []
  return [{ id, box: keyring.seal(purpose, text), hash: hash ? keyring.digest(hash.purpose, text) : null }]
}

function opened(open: () => string): string | undefined {
  try {
    return open()
  } catch {
    return undefined
  }
}

const outdatedFacts = async ({ db, keyring }: Context) =>
  (await sealedFacts(askOn(db))).filter(({ box }) => readStamp(box).version !== keyring.versions[0]?.id)

async function resealFacts(context: Context, onStep: (step: Rotation) => void): Promise<void> {
  const { db, keyring } = context
  for (const { fact, box } of await outdatedFacts(context)) {
    const purpose = SEALED_FACTS.find((one) => one.fact === fact)?.purpose
    if (!purpose) continue
    const text = opened(() => keyring.open(purpose, box))
    if (text !== undefined)
      await db
        .updateTable('installation')
        .set({ value: JSON.stringify({ box: keyring.seal(purpose, text).toString('base64') }) })
        .where('key', '=', fact)
        .execute()
    onStep(text === undefined ? { resealed: 0, unreadable: 1 } : { resealed: 1, unreadable: 0 })
  }
}
