import { sql } from 'kysely'
import { encodePicture } from '../causes/encode-picture.ts'
import { insertPicture } from '../causes/pictures.ts'
import type { Database } from '../db/database.ts'
import { drawLandscape } from './draw-landscape.ts'

const SUMMARY = 'Trees, wells and a school garden for the villages of an invented valley.'

const STORY = `The valley of this demo does not exist, and neither do its three villages. What would happen with a donation to them does.

# What the money is for

- **Trees** on the slopes, so that the soil stays when the rain comes
- **Wells** that do not run dry in March
- **A garden** beside the school, which feeds it at noon

# How you can follow it

Every donation names its cause in the ledger. What the cause was given, what it was paid and what still waits stand on this page, and each payout with its transaction.`

const UPDATES = [
  {
    daysAgo: 96,
    title: 'The first thousand trees',
    text: 'Acacias and mangoes, planted by both schools in **two days**. Nine of ten took root.',
  },
  {
    daysAgo: 19,
    title: 'Water in the upper village',
    text: 'The pump runs. Who walked an hour for water now walks five minutes.',
  },
]

/** What the public page of the first cause says. */
export async function tellOfCause(db: Database, { operator, end }: { operator: number; end: Date }): Promise<void> {
  const picture = await encodePicture(drawLandscape())
  await db.transaction().execute(async (tx) => {
    await insertPicture(tx, picture)
    const { id } = await tx
      .updateTable('cause')
      .set({
        summary: SUMMARY,
        story: STORY,
        picture: picture.name,
        picture_description: 'Green hills in the morning',
        legal_name: 'The Invented Valley Trust',
      })
      .where('slug', '=', 'the-cause')
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { daysAgo, title, text } of UPDATES)
      await sql`
        insert into cause_update (cause_id, title, text, posted_by, posted_at)
        values (${id}, ${title}, ${text}, ${operator}, ${end}::timestamptz - make_interval(days => ${daysAgo}))
      `.execute(tx)
  })
}
