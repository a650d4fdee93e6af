import type * as contract from '@trefoil/contract/operator/causes'
import type { BodyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import { noSuchCause } from './causes.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import type { Actor, OperatorContext } from './context.ts'

export async function createCause(
  { act }: OperatorContext,
  actor: Actor,
  { why, ...text }: BodyOf<typeof contract.createCause>,
): Promise<number> {
  const written = { ...columnsOf(text), ...writtenBy(actor) }
  const work = async (tx: Tx) => {
    const { id } = await tx.insertInto('cause').values(written).returning('id').executeTakeFirstOrThrow()
    return id
  }
  const entry = { ...actor, action: 'cause.write', why, details: { name: text.name, slug: text.slug } } as const
  return act(entry, work, (id) => ({ subject: String(id) })).catch(explainCause)
}

type Change = BodyOf<typeof contract.changeCause> & { id: number }

/**
 * One operator is enough: nothing of it moves money. Refused if another has changed it since this one read it. Returns
 * its new version.
 */
export async function changeCause(
  { db, act }: OperatorContext,
  actor: Actor,
  { id, version, why, ...text }: Change,
): Promise<number> {
  const written = columnsOf(text)
  // Sent again because no answer came: it is saved.
  const found = await readWritten(db, id)
  if (found.version > version && changedFields(found.was, text).length === 0) return found.version
  const entry = { ...actor, action: 'cause.write', subject: String(id), why } as const
  await act(
    entry,
    async (tx) => {
      const before = await readWritten(tx, id)
      if (before.version !== version) throw changedSince(before)
      const { slug, name, ...rest } = written
      const isMoved = slug !== before.slug
      if (isMoved && before.state !== 'draft') throw knownPage()
      // The ledger waits for whoever names these, so only a change does.
      const renamed = { ...(isMoved && { slug }), ...(name !== before.name && { name }) }
      const { numUpdatedRows } = await tx
        .updateTable('cause')
        .set({ ...rest, ...renamed, ...writtenBy(actor), text_version: version + 1 })
        .where('id', '=', id)
        // Another may have saved while this waited for them or for the ledger.
        .where('text_version', '=', version)
        // Or it was opened.
        .$if(isMoved, (query) => query.where('state', '=', 'draft'))
        .executeTakeFirst()
      if (numUpdatedRows === 0n) {
        const now = await readWritten(tx, id)
        throw now.version === version ? knownPage() : changedSince(now)
      }
      return changedFields(before.was, text)
    },
    (changed) => ({ details: { name: text.name, changed } }),
  ).catch(explainCause)
  return version + 1
}

const writtenBy = ({ operator }: Actor) => ({ written_by: operator, written_at: sql<Date>`now()` })

type Written = {
  slug: string
  name: string
  state: string
  version: number
  was: object
  by: string | null
  written_at: Date | null
}

async function readWritten(db: Reader, id: number): Promise<Written> {
  const { rows } = await sql<Written>`
    select c.slug, c.name, c.state, c.text_version as version, to_jsonb(c) as was, a.name as by, c.written_at
    from cause c left join account a on a.id = c.written_by where c.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw noSuchCause()
  return row
}

const changedSince = ({ by, written_at: at }: Written) => changedMeanwhile('cause', { by, at })

const knownPage = () => new Refusal('wrong_state', 'The address of a page that people know cannot change.')

function changedFields(before: object, now: object): string[] {
  const was = new Map(Object.entries(before))
  return Object.entries(now).flatMap(([field, value]) =>
    JSON.stringify(was.get(field) ?? null) === JSON.stringify(value ?? null) ? [] : field,
  )
}

type Text = Omit<BodyOf<typeof contract.createCause>, 'why'>

function columnsOf({ deductible, link, ...text }: Text) {
  if (link !== '' && !isWebAddress(link))
    throw new Refusal('invalid_request', 'The link has to begin with https:// or http://.')
  const jurisdictions = deductible.map(({ jurisdiction }) => jurisdiction)
  if (new Set(jurisdictions).size < jurisdictions.length)
    throw new Refusal('invalid_request', 'Each jurisdiction has one text.')
  return { ...text, link, deductible: JSON.stringify(deductible) }
}

const isWebAddress = (link: string): boolean => /^https?:\/\//.test(link) && URL.canParse(link)

/** What the database says to a cause or to its update. */
export function explainCause(error: unknown): never {
  if (violates(error, 'one_cause_per_slug'))
    throw new Refusal('wrong_state', 'Another cause has this address already: choose another.')
  if (violates(error, 'cause_picture_fkey') || violates(error, 'cause_update_picture_picture_fkey'))
    throw new Refusal('not_found', 'There is no such picture: upload it first.')
  throw error
}
