import { sql } from 'kysely'
import { encodePicture, type EncodedPicture } from '../causes/encode-picture.ts'
import { insertPicture } from '../causes/pictures.ts'
import type { Database } from '../db/database.ts'
import { CAUSES, type CauseStory } from './cause-stories.ts'
import { drawLandscape } from './draw-landscape.ts'

/** Every installation has the first. */
const [, ...OTHERS] = CAUSES

/** Open before the first donation. */
export async function openCauses(db: Database): Promise<void> {
  for (const { slug, name } of OTHERS) {
    const { id } = await db.insertInto('cause').values({ slug, name }).returning('id').executeTakeFirstOrThrow()
    await db.updateTable('cause').set({ state: 'open' }).where('id', '=', id).execute()
  }
}

/** Everybody has a cause of their own, and most stay with the first. */
export function favouriteOf(member: number): { cause_id?: string } {
  const cause = OTHERS[(member % 5) - 3]
  return cause ? { cause_id: cause.slug } : {}
}

/** Beside the seed, on another processor. */
export const drawPictures = (): Promise<EncodedPicture[]> =>
  Promise.all(CAUSES.map(async ({ picture }) => encodePicture(await drawLandscape(picture.landscape))))

type Telling = { operator: number; end: Date; pictures: readonly EncodedPicture[] }

/** What the public pages say. */
export async function tellOfCauses(db: Database, { operator, end, pictures }: Telling): Promise<void> {
  for (const [index, cause] of CAUSES.entries()) {
    const picture = pictures[index]
    if (!picture) throw new Error(`${cause.name} has no picture`)
    await tell(db, cause, { operator, end, picture })
  }
}

async function tell(
  db: Database,
  { slug, summary, story, legalName, picture: { description }, updates }: CauseStory,
  { operator, end, picture }: { operator: number; end: Date; picture: EncodedPicture },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await insertPicture(tx, picture)
    const { id } = await tx
      .updateTable('cause')
      .set({ summary, story, picture: picture.name, picture_description: description, legal_name: legalName })
      .where('slug', '=', slug)
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { daysAgo, title, text } of updates)
      await sql`
        insert into cause_update (cause_id, title, text, posted_by, posted_at)
        values (${id}, ${title}, ${text}, ${operator}, ${end}::timestamptz - make_interval(days => ${daysAgo}))
      `.execute(tx)
  })
}
