import type * as contract from '@trefoil/contract/operator/causes'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { encodePicture } from '../causes/encode-picture.ts'
import { DEFAULT_CAUSE, FIGURES, figuresOf, WITH_FIGURES, type FigureColumns } from '../causes/figures.ts'
import { insertPicture, pictureOf, type PictureRow } from '../causes/pictures.ts'
import { UPDATES, updateOf, type UpdateRow } from '../causes/read-causes.ts'
import type { Tx } from '../db/database.ts'
import { violates } from '../db/violations.ts'
import { queueDonorNotice } from '../inbox/notice-donors.ts'
import type { Actor, OperatorContext } from './context.ts'
import { dollars, isoOrNull } from './shapes.ts'

type List = ReplyOf<typeof contract.listOperatorCauses>['data']
type Record = ReplyOf<typeof contract.readOperatorCause>['data']['cause']

type Row = FigureColumns & Pick<Record, 'id' | 'slug' | 'name' | 'state' | 'is_default'>

const COLUMNS = sql`c.id, c.slug, c.name, c.state, c.id = ${DEFAULT_CAUSE} as is_default, ${FIGURES}`

const rowOf = ({ id, slug, name, state, is_default, ...figures }: Row): List['causes'][number] => ({
  id,
  slug,
  name,
  state,
  is_default,
  ...figuresOf(figures),
})

export async function readOperatorCauses({ db }: OperatorContext): Promise<List> {
  const { rows } = await sql<Row>`select ${COLUMNS} from cause c ${WITH_FIGURES} order by c.id`.execute(db)
  return { causes: rows.map(rowOf) }
}

type WholeRow = Row &
  Pick<
    Record,
    'summary' | 'story' | 'legal_name' | 'country' | 'registration_number' | 'link' | 'deductible' | 'payout_address'
  > & {
    held: string
    payout_address_from: Date | null
    picture: PictureRow | null
    updates: (UpdateRow & { posted_by: Record['updates'][number]['posted_by'] })[]
  }

export async function readOperatorCause({ db }: OperatorContext, id: number): Promise<{ cause: Record }> {
  const { rows } = await sql<WholeRow>`
    select ${COLUMNS}, c.summary, c.story, c.legal_name, c.country, c.registration_number, c.link, c.deductible,
      c.payout_address, c.payout_address_from, ${UPDATES}, coalesce((
        select balance from system_account where owner = -c.id and account = 'held'), 0)::text as held, case when p.name is not null then json_build_object(
        'name', p.name, 'width', p.width, 'height', p.height, 'description', c.picture_description) end as picture
    from cause c left join picture p on p.name = c.picture ${WITH_FIGURES} where c.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw noSuchCause()
  return {
    cause: {
      ...rowOf(row),
      summary: row.summary,
      story: row.story,
      picture: row.picture && { ...pictureOf(row.picture), name: row.picture.name },
      legal_name: row.legal_name,
      country: row.country,
      registration_number: row.registration_number,
      link: row.link,
      deductible: row.deductible,
      held: dollars(row.held),
      payout_address: row.payout_address,
      payout_address_from: isoOrNull(row.payout_address_from),
      updates: row.updates.map((update) => ({ ...updateOf(update), posted_by: update.posted_by })),
    },
  }
}

export const noSuchCause = () => new Refusal('not_found', 'There is no such cause.')

export async function createCause(
  { act }: OperatorContext,
  actor: Actor,
  { why, ...text }: BodyOf<typeof contract.createCause>,
): Promise<number> {
  const written = columnsOf(text)
  const work = async (tx: Tx) => {
    const { id } = await tx.insertInto('cause').values(written).returning('id').executeTakeFirstOrThrow()
    return id
  }
  const entry = { ...actor, action: 'cause.write', why, details: { name: text.name, slug: text.slug } } as const
  return act(entry, work, (id) => ({ subject: String(id) })).catch(explain)
}

/** One operator is enough: nothing of it moves money. */
export async function changeCause(
  { act }: OperatorContext,
  actor: Actor,
  { id, why, ...text }: BodyOf<typeof contract.changeCause> & { id: number },
): Promise<void> {
  const written = columnsOf(text)
  const entry = { ...actor, action: 'cause.write', subject: String(id), why } as const
  await act(
    entry,
    async (tx) => {
      const { rows } = await sql<{ slug: string; name: string; state: string; was: object }>`
        select slug, name, state, to_jsonb(c) as was from cause c where id = ${id}`.execute(tx)
      const [before] = rows
      if (!before) throw noSuchCause()
      const { slug, name, ...rest } = written
      const isMoved = slug !== before.slug
      if (isMoved && before.state !== 'draft') throw knownPage()
      // The ledger waits for whoever names these, so only a change does.
      const renamed = { ...(isMoved && { slug }), ...(name !== before.name && { name }) }
      const { numUpdatedRows } = await tx
        .updateTable('cause')
        .set({ ...rest, ...renamed })
        .where('id', '=', id)
        // It may have been opened while this waited for the ledger.
        .$if(isMoved, (query) => query.where('state', '=', 'draft'))
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw knownPage()
      return changedFields(before.was, text)
    },
    (changed) => ({ details: { name: text.name, changed } }),
  ).catch(explain)
}

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

function explain(error: unknown): never {
  if (violates(error, 'one_cause_per_slug'))
    throw new Refusal('wrong_state', 'Another cause has this address already: choose another.')
  if (violates(error, 'cause_picture_fkey') || violates(error, 'cause_update_picture_picture_fkey'))
    throw new Refusal('not_found', 'There is no such picture: upload it first.')
  throw error
}

export async function postCauseUpdate(
  { act }: OperatorContext,
  actor: Actor,
  { id, title, text, pictures }: BodyOf<typeof contract.postCauseUpdate> & { id: number },
): Promise<number> {
  const work = async (tx: Tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into cause_update (cause_id, title, text, posted_by)
      select id, ${title}, ${text}, ${actor.operator} from cause where id = ${id} and state <> 'draft'
      returning id`.execute(tx)
    const [update] = rows
    if (!update) throw new Refusal('wrong_state', 'Only a cause that was opened can have updates.')
    await sql`
      insert into cause_update_picture (update_id, place, picture, description)
      select ${update.id}, place, name, description
      from rows from (jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as (name text, description text))
        with ordinality as shown (name, description, place)`.execute(tx)
    const { name: cause, slug } = await tx
      .selectFrom('cause')
      .select(['name', 'slug'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await queueDonorNotice(tx, id, { cause, slug, title })
    return update.id
  }
  const entry = { ...actor, action: 'cause.post_update', subject: String(id), why: title } as const
  return act(entry, work, (update) => ({ details: { update } })).catch(explain)
}

/** Nobody sees it before a cause or an update names it. */
export async function uploadPicture({ act }: OperatorContext, actor: Actor, file: Uint8Array | undefined) {
  const encoded = await encodePicture(Buffer.from(file ?? []))
  const { name, large } = encoded
  const entry = { ...actor, action: 'picture.upload', subject: name, why: 'For a cause' } as const
  await act(entry, (tx) => insertPicture(tx, encoded))
  return { ...pictureOf({ name, width: large.width, height: large.height, description: '' }), name }
}
