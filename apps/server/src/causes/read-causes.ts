import type { listCauses, readCause as route } from '@trefoil/contract/causes'
import type { ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql, type RawBuilder } from 'kysely'
import { transactionLink } from '../chain/transaction-link.ts'
import type { Reader } from '../db/database.ts'
import { DEFAULT_CAUSE, dollars, FIGURES, figuresOf, WITH_FIGURES, type FigureColumns } from './figures.ts'
import { pictureOf, type PictureRow } from './pictures.ts'
import { renderStory } from './render-story.ts'

export type CauseList = ReplyOf<typeof listCauses>['data']
export type CausePage = ReplyOf<typeof route>['data']

type Row = FigureColumns & {
  slug: string
  name: string
  summary: string
  state: 'open' | 'closed'
  picture: PictureRow | null
}

const PICTURE = sql`
  case when p.name is not null then
    json_build_object('name', p.name, 'width', p.width, 'height', p.height, 'description', c.picture_description)
  end as picture`

const summaryOf = (row: Row): CauseList['causes'][number] => ({
  slug: row.slug,
  name: row.name,
  summary: row.summary,
  state: row.state,
  picture: row.picture && pictureOf(row.picture),
  ...figuresOf(row),
})

/** Open ones first, and the default before the others. Drafts are nobody's business yet. */
export async function readCauses(db: Reader): Promise<CauseList> {
  const { rows } = await sql<Row>`
    select c.slug, c.name, c.summary, c.state, ${PICTURE}, ${FIGURES}
    from cause c left join picture p on p.name = c.picture ${WITH_FIGURES}
    where c.state <> 'draft' order by c.state desc, (c.id = ${DEFAULT_CAUSE}) desc, c.id`.execute(db)
  return { causes: rows.map(summaryOf) }
}

export type UpdateRow = {
  id: number
  title: string
  text: string
  posted_at: string
  corrected_at: string | null
  pictures: PictureRow[]
}

/** The updates of a query over `cause c` as they were last said, newest first, as JSON. */
export const updatesOf = ({ facts, which }: { facts: RawBuilder<unknown>; which: RawBuilder<unknown> }) => sql`
  coalesce((
    select json_agg(json_build_object('id', u.id, 'title', coalesce(said.title, u.title),
      'text', coalesce(said.text, u.text), 'posted_at', u.posted_at, 'corrected_at', said.made_at, ${facts}
      'pictures', coalesce((
        select json_agg(json_build_object('name', p.name, 'width', p.width, 'height', p.height,
          'description', up.description) order by up.place)
        from cause_update_picture up join picture p on p.name = up.picture where up.update_id = u.id
      ), '[]'::json)) order by u.id desc)
    from cause_update u left join lateral (
      select title, text, made_at from cause_update_revision
      where update_id = u.id and title is not null order by revision desc limit 1
    ) said on true left join lateral (
      select revision, title is null as is_withdrawn, made_at, made_by from cause_update_revision
      where update_id = u.id order by revision desc limit 1
    ) last on true
    where u.cause_id = c.id and ${which}
  ), '[]'::json) as updates`

const UPDATES = updatesOf({ facts: sql``, which: sql`last.is_withdrawn is not true` })

export const updateOf = (row: UpdateRow): CausePage['updates'][number] => ({
  id: row.id,
  title: row.title,
  text: row.text,
  html: renderStory(row.text),
  posted_at: isoOf(row.posted_at),
  corrected_at: row.corrected_at && isoOf(row.corrected_at),
  pictures: row.pictures.map(pictureOf),
})

const isoOf = (at: string): string => new Date(at).toISOString()

type WholeRow = Row & {
  story: string
  legal_name: string
  country: string | null
  registration_number: string
  link: string
  payout_address: string | null
  payouts: { date: string; amount: string; transaction: string | null }[]
  updates: UpdateRow[]
}

export async function readCause(db: Reader, chain: { id: number }, slug: string): Promise<CausePage> {
  const { rows } = await sql<WholeRow>`
    select c.slug, c.name, c.summary, c.state, ${PICTURE}, ${FIGURES}, c.story, c.legal_name, c.country,
      c.registration_number, c.link, case when c.payout_address_from <= now() then c.payout_address end as payout_address,
      coalesce((
        select json_agg(json_build_object('date', w.ended_at, 'amount', w.amount::text,
          'transaction', coalesce(found.transaction, sent.transaction)) order by w.id desc)
        from withdrawal w left join found_payment found on found.withdrawal_id = w.id
        left join lateral (
          select transaction from sending where withdrawal_id = w.id order by generation desc limit 1
        ) sent on true
        where w.member_id = -c.id and w.state = 'paid'
      ), '[]'::json) as payouts, ${UPDATES}
    from cause c left join picture p on p.name = c.picture ${WITH_FIGURES}
    where c.slug = ${slug} and c.state <> 'draft'`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('not_found', 'There is no such cause.')
  return {
    ...summaryOf(row),
    story: row.story,
    story_html: renderStory(row.story),
    legal: {
      name: row.legal_name,
      country: row.country,
      registration_number: row.registration_number || null,
      link: row.link || null,
    },
    payout_address: row.payout_address,
    payouts: row.payouts.flatMap(({ date, amount, transaction }) =>
      transaction === null
        ? []
        : {
            date: isoOf(date),
            amount: dollars(BigInt(amount)),
            transaction,
            link: transactionLink(chain, transaction),
          },
    ),
    updates: row.updates.map(updateOf),
  }
}
