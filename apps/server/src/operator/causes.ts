import type * as contract from '@trefoil/contract/operator/causes'
import type { ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { encodePicture } from '../causes/encode-picture.ts'
import { DEFAULT_CAUSE, FIGURES, figuresOf, WITH_FIGURES, type FigureColumns } from '../causes/figures.ts'
import { insertPicture, pictureOf, type PictureRow } from '../causes/pictures.ts'
import { updateOf, updatesOf, type UpdateRow } from '../causes/read-causes.ts'
import type { Actor, OperatorContext } from './context.ts'
import { dollars, isoOrNull, personOf } from './shapes.ts'

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

/** With who wrote them, and with those that were withdrawn. */
const ALL_UPDATES = updatesOf({
  facts: sql`'posted_by', ${personOf('u.posted_by')}, 'changed_by', ${personOf('last.made_by')},
    'revision', coalesce(last.revision, 1), 'withdrawn_at', case when last.is_withdrawn then last.made_at end,`,
  which: sql`true`,
})

type WholeRow = Row &
  Pick<
    Record,
    | 'summary'
    | 'story'
    | 'legal_name'
    | 'country'
    | 'registration_number'
    | 'link'
    | 'deductible'
    | 'payout_address'
    | 'version'
    | 'written_by'
  > & {
    written_at: Date | null
    held: string
    payout_address_from: Date | null
    picture: PictureRow | null
    updates: (UpdateRow &
      Pick<Record['updates'][number], 'posted_by' | 'changed_by' | 'revision'> & { withdrawn_at: string | null })[]
  }

export async function readOperatorCause({ db }: OperatorContext, id: number): Promise<{ cause: Record }> {
  const { rows } = await sql<WholeRow>`
    select ${COLUMNS}, c.summary, c.story, c.legal_name, c.country, c.registration_number, c.link, c.deductible,
      c.payout_address, c.payout_address_from, c.text_version as version, c.written_at, ${personOf('c.written_by')} as written_by,
      ${ALL_UPDATES}, coalesce((
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
      version: row.version,
      written_by: row.written_by,
      written_at: isoOrNull(row.written_at),
      held: dollars(row.held),
      payout_address: row.payout_address,
      payout_address_from: isoOrNull(row.payout_address_from),
      updates: row.updates.map((update) => ({
        ...updateOf(update),
        pictures: update.pictures.map((picture) => ({ ...pictureOf(picture), name: picture.name })),
        posted_by: update.posted_by,
        changed_by: update.changed_by,
        revision: update.revision,
        withdrawn_at: update.withdrawn_at && new Date(update.withdrawn_at).toISOString(),
      })),
    },
  }
}

export const noSuchCause = () => new Refusal('not_found', 'There is no such cause.')

/** Nobody sees it before a cause or an update names it. */
export async function uploadPicture({ act }: OperatorContext, actor: Actor, file: Uint8Array | undefined) {
  const encoded = await encodePicture(Buffer.from(file ?? []))
  const { name, large } = encoded
  const entry = { ...actor, action: 'picture.upload', subject: name, why: 'For a cause' } as const
  await act(entry, (tx) => insertPicture(tx, encoded))
  return { ...pictureOf({ name, width: large.width, height: large.height, description: '' }), name }
}
