import type * as contract from '@trefoil/contract/operator/causes'
import type { BodyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { deletePictures } from '../causes/pictures.ts'
import type { Reader, Tx } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import { queueDonorNotice, stopDonorNotice } from '../inbox/notice-donors.ts'
import { changedMeanwhile } from './changed-meanwhile.ts'
import type { Actor, OperatorContext } from './context.ts'
import { explainCause } from './write-cause.ts'

type Posted = BodyOf<typeof contract.postCauseUpdate>
type UpdateId = { id: number; update: number }

export async function postCauseUpdate(
  { act }: OperatorContext,
  actor: Actor,
  { id, title, text, pictures }: Posted & { id: number },
): Promise<number> {
  const work = async (tx: Tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into cause_update (cause_id, title, text, posted_by)
      select id, ${title}, ${text}, ${actor.operator} from cause where id = ${id} and state <> 'draft'
      returning id`.execute(tx)
    const [update] = rows
    if (!update) throw new Refusal('wrong_state', 'Only a cause that was opened can have updates.')
    await insertPictures(tx, update.id, pictures)
    const { name: cause, slug } = await tx
      .selectFrom('cause')
      .select(['name', 'slug'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await queueDonorNotice(tx, { cause: id, update: update.id, facts: { cause, slug, title } })
    return update.id
  }
  const entry = { ...actor, action: 'cause.post_update', subject: String(id), why: title } as const
  return act(entry, work, (update) => ({ details: { update } })).catch(explainCause)
}

/** The public page says when. What it said before stays in the database, and pictures that are gone do not. */
export async function correctCauseUpdate(
  { db, act }: OperatorContext,
  actor: Actor,
  { id, update, revision, why, ...said }: BodyOf<typeof contract.correctCauseUpdate> & UpdateId,
): Promise<number> {
  const work = async (tx: Tx) => {
    const before = await readSaid(tx, { id, update })
    requireRevision(before, revision)
    const { title, text, pictures } = said
    await insertRevision(tx, { update, revision: revision + 1, title, text, operator: actor.operator })
    await removePictures(tx, update, () => insertPictures(tx, update, pictures))
    const changed = [
      ...(title === before.title ? [] : ['title']),
      ...(text === before.text ? [] : ['text']),
      ...(JSON.stringify(pictures.map(pictureText)) === JSON.stringify(before.pictures.map(pictureText))
        ? []
        : ['pictures']),
    ]
    return { update, changed, was: { title: before.title, text: before.text } }
  }
  const entry = { ...actor, action: 'cause.correct_update', subject: String(id), why } as const
  await act(entry, work, (details) => ({ details })).catch(explainRevision(db, { id, update }))
  return revision + 1
}

/** For good. Nobody outside sees it any more; the audit log and the console know what it was. */
export async function withdrawCauseUpdate(
  { db, act }: OperatorContext,
  actor: Actor,
  { id, update, revision, why }: BodyOf<typeof contract.withdrawCauseUpdate> & UpdateId,
): Promise<void> {
  const work = async (tx: Tx) => {
    const before = await readSaid(tx, { id, update })
    requireRevision(before, revision)
    await insertRevision(tx, { update, revision: revision + 1, title: null, text: null, operator: actor.operator })
    await removePictures(tx, update)
    await stopDonorNotice(tx, update)
    return { update, title: before.title }
  }
  const entry = { ...actor, action: 'cause.withdraw_update', subject: String(id), why } as const
  await act(entry, work, (details) => ({ details })).catch(explainRevision(db, { id, update }))
}

type Picture = { name: string; description: string }

const pictureText = ({ name, description }: Picture) => [name, description]

const insertPictures = (tx: Tx, update: number, pictures: readonly Picture[]) =>
  sql`
    insert into cause_update_picture (update_id, place, picture, description)
    select ${update}, place, name, description
    from rows from (jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as (name text, description text))
      with ordinality as shown (name, description, place)`.execute(tx)

/** Those that are not put back, and that nothing else shows, are deleted. */
async function removePictures(tx: Tx, update: number, putBack?: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ picture: string }>`
    delete from cause_update_picture where update_id = ${update} returning picture`.execute(tx)
  await putBack?.()
  await deletePictures(
    tx,
    rows.map(({ picture }) => picture),
  )
}

type Said = {
  revision: number
  is_withdrawn: boolean
  title: string
  text: string
  pictures: Picture[]
  by: string | null
  at: Date | null
}

/** What it says now, and who said so last. */
async function readSaid(db: Reader, { id, update }: UpdateId): Promise<Said> {
  const { rows } = await sql<Said>`
    select coalesce(last.revision, 1) as revision, last.title is null and last.revision is not null as is_withdrawn,
      coalesce(said.title, u.title) as title, coalesce(said.text, u.text) as text, a.name as by, last.made_at as at,
      coalesce((select json_agg(json_build_object('name', picture, 'description', description) order by place)
        from cause_update_picture where update_id = u.id), '[]') as pictures
    from cause_update u
    left join lateral (
      select * from cause_update_revision where update_id = u.id order by revision desc limit 1
    ) last on true
    left join lateral (
      select * from cause_update_revision where update_id = u.id and title is not null order by revision desc limit 1
    ) said on true
    left join account a on a.id = last.made_by
    where u.id = ${update} and u.cause_id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('not_found', 'There is no such update.')
  return rows[0]
}

function requireRevision(said: Said, revision: number): void {
  if (said.is_withdrawn) throw new Refusal('wrong_state', 'This update was withdrawn: post a new one instead.')
  if (said.revision !== revision) throw changedMeanwhile('update', said)
}

type Revision = {
  update: number
  revision: number
  title: string | null
  text: string | null
  operator: number | null
}

const insertRevision = (tx: Tx, { update, revision, title, text, operator }: Revision) =>
  sql`
    insert into cause_update_revision (update_id, revision, title, text, made_by)
    values (${update}, ${revision}, ${title}, ${text}, ${operator})`.execute(tx)

/** Two at the same moment: the database lets one through, and the other reads who it was. */
const explainRevision =
  (db: Reader, id: UpdateId) =>
  async (error: unknown): Promise<never> => {
    if (!violates(error, 'one_revision_follows_another')) return explainCause(error)
    throw changedMeanwhile('update', await readSaid(db, id))
  }
