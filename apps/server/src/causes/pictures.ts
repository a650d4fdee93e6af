import type { picture as shape } from '@trefoil/contract/causes'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database, Reader, Tx } from '../db/database.ts'
import type { EncodedPicture } from './encode-picture.ts'

type Picture = z.input<typeof shape>

/** As `pictureColumns` reads it, in one JSON object. */
export type PictureRow = { name: string; width: number; height: number; description: string }

export const pictureOf = ({ name, width, height, description }: PictureRow): Picture => ({
  small: addressOf(name, 'small'),
  large: addressOf(name, 'large'),
  width,
  height,
  description,
})

const addressOf = (name: string, size: 'small' | 'large') => `/api/pictures/${name}-${size}.webp`

/** The same picture is stored once, and is as new as its last upload. */
export const insertPicture = (tx: Tx, { name, large, small }: EncodedPicture) =>
  sql`
    insert into picture (name, width, height, large, small)
    values (${name}, ${large.width}, ${large.height}, ${large.bytes}, ${small.bytes})
    on conflict (name) do update set added_at = present()`.execute(tx)

/** Of those that were uploaded for nothing, or replaced. A day is enough for whoever is still writing. */
export const deleteUnusedPictures = (db: Database) =>
  sql`
    delete from picture where name in (
      select p.name from picture p where p.added_at < now() - interval '1 day'
        and not exists (select from cause c where c.picture = p.name)
        and not exists (select from cause_update_picture up where up.picture = p.name)
      -- Somebody may be taking it into use at this moment.
      for update skip locked)`.execute(db)

/** At once: somebody may have the right not to be seen there. Those that something else shows stay. */
export const deletePictures = (tx: Tx, names: readonly string[]) =>
  sql`
    delete from picture where name in (
      select p.name from picture p where p.name = any(${names})
        and not exists (select from cause c where c.picture = p.name)
        and not exists (select from cause_update_picture up where up.picture = p.name)
      for update skip locked)`.execute(tx)

/** `file`: the last part of its address. */
export async function readPictureFile(db: Reader, file: string): Promise<Buffer> {
  const [, name, size] = /^([0-9a-f]{32})-(small|large)\.webp$/.exec(file) ?? []
  const { rows } = await sql<{ bytes: Buffer }>`
    select ${sql.ref(size === 'small' ? 'small' : 'large')} as bytes from picture where name = ${name ?? ''}`.execute(
    db,
  )
  if (!rows[0]) throw new Refusal('not_found', 'There is no such picture.')
  return rows[0].bytes
}
