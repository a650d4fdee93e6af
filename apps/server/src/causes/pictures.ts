import type { picture as shape } from '@trefoil/contract/causes'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Reader, Tx } from '../db/database.ts'
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

/** The same picture is stored once. */
export const insertPicture = (tx: Tx, { name, large, small }: EncodedPicture) =>
  sql`
    insert into picture (name, width, height, large, small)
    values (${name}, ${large.width}, ${large.height}, ${large.bytes}, ${small.bytes})
    on conflict (name) do nothing`.execute(tx)

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
