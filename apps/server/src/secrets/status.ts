import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { liveIn, sealedFacts, versionsIn } from './held-versions.ts'
import type { Keyring } from './keyring.ts'
import { askOn } from './rotate.ts'
import { HASHED_COLUMNS, SEALED_COLUMNS, SEALED_FACTS } from './stored.ts'
import { readStamp, UNSTAMPED, versionIn, type VersionId } from './version.ts'

/** Something that needs a version. */
export type Holding = {
  what: string
  count: number
  /** A rotation re-seals it, its owner uses or renews it, or it runs out by itself. */
  ends: 'by rotation' | 'by its owner' | 'by itself'
  /** For what runs out by itself: when the last one does. */
  until?: string
}

export type VersionStatus = {
  version: VersionId
  given: boolean
  isNewest: boolean
  holds: Holding[]
  /** When nothing needs it any more; null: as soon as the rotation is done, or the owners have renewed what they hold. */
  removable_from: string | null
}

type Held = { version: VersionId; holding: Holding }

/** The versions that are given or needed, and what needs them. */
export async function secretStatus({ db, keyring }: { db: Database; keyring: Keyring }): Promise<VersionStatus[]> {
  const original = await originalVersion(db, keyring)
  const all = [...(await sealed(db)), ...(await hashed(db)), ...(await sessions(db))].map(({ version, holding }) => ({
    version: version === UNSTAMPED ? original : version,
    holding,
  }))
  const given = keyring.versions.map(({ id }) => id)
  const versions = new Set([...given, ...all.map(({ version }) => version)])
  return [...versions].map((version) => {
    const holds = all.filter((held) => held.version === version).map(({ holding }) => holding)
    return {
      version,
      given: given.includes(version),
      isNewest: version === given[0],
      holds,
      removable_from: version === given[0] ? null : removableFrom(holds),
    }
  })
}

function removableFrom(holds: readonly Holding[]): string | null {
  if (holds.some(({ ends }) => ends !== 'by itself')) return null
  return holds.reduce((last, { until = '' }) => (until > last ? until : last), new Date().toISOString())
}

/** What has no version needs the one that the installation began with. */
async function originalVersion(db: Database, keyring: Keyring): Promise<VersionId> {
  const fingerprint = await readFingerprint(db)
  return keyring.versions.find((version) => version.fingerprint === fingerprint)?.id ?? 'original'
}

async function readFingerprint(db: Database): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', 'secret').executeTakeFirst()
  return row && String(row.value['fingerprint'])
}

async function sealed(db: Database): Promise<Held[]> {
  const held: Held[] = []
  for (const column of SEALED_COLUMNS)
    for (const version of await versionsIn(askOn(db), column)) {
      const { count } = await countLive(db, column, version)
      held.push({ version, holding: { what: column.label, count, ends: 'by rotation' } })
    }
  for (const { fact, box } of await sealedFacts(askOn(db))) {
    const what = SEALED_FACTS.find((one) => one.fact === fact)?.label ?? fact
    held.push({ version: readStamp(box).version, holding: { what, count: 1, ends: 'by rotation' } })
  }
  return held
}

async function hashed(db: Database): Promise<Held[]> {
  const held: Held[] = []
  for (const column of HASHED_COLUMNS)
    for (const version of await versionsIn(askOn(db), column)) {
      const last = column.until === undefined ? 'null' : `max(${column.until})`
      const { count, until } = await countLive(db, column, version, last)
      const ending = until
        ? ({ ends: 'by itself', until: until.toISOString() } as const)
        : ({ ends: 'by its owner' } as const)
      held.push({ version, holding: { what: column.label, count, ...ending } })
    }
  return held
}

type Column = { table: string; column: string; live?: string }

async function countLive(db: Database, column: Column, version: VersionId, until = 'null') {
  const { rows } = await sql<{ count: number; until: Date | null }>`
    select count(*)::int as count, (${sql.raw(until)})::timestamptz as until from ${sql.raw(column.table)}
    where ${sql.raw(liveIn(column))} and ${sql.raw(versionIn(column.column))} = decode(${version}, 'hex')`.execute(db)
  return rows[0] ?? { count: 0, until: null }
}

/** A session goes on with the next refresh: only its newest token needs the version. */
async function sessions(db: Database): Promise<Held[]> {
  const { rows } = await sql<{ version: VersionId; count: number; until: Date }>`
    select coalesce(token_version, ${UNSTAMPED}) as version, count(*)::int as count, max(expires_at) as until
    from session where ended_at is null and expires_at > now() group by 1`.execute(db)
  return rows.map(({ version, count, until }) => ({
    version,
    holding: { what: 'sessions not seen since', count, ends: 'by itself', until: until.toISOString() },
  }))
}
