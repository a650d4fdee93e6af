import { bytesToHex, isSame } from '@trefoil/core/proofs/bytes'
import { type Checkpoint, openCheckpoint, signCheckpoint } from '@trefoil/core/proofs/checkpoint'
import type pg from 'pg'
import { keep, readKept, signWith, type LogKey } from './key-file.ts'
import { readRoot } from './tree.ts'

type Opened = Pick<Checkpoint, 'previous'> & { number: number }
type Latest = Opened & { size: number; root: Uint8Array }

export type SignContext = { client: pg.ClientBase; key: LogKey; installation: Uint8Array }

/** Which log this is. A database that was restored or set back opens a new one, which names what there is of the old one. */
export async function findLog({ client, key, installation }: SignContext): Promise<Opened> {
  const latest = await readLatest(client)
  const note = await readKept(key)
  const opened = note === undefined ? undefined : openCheckpoint(note, key.publicKey)
  // A new installation in the same folder is another log.
  const kept = opened?.log.installation === bytesToHex(installation) ? opened : undefined
  const { rows } = await client.query<{ size: string; restored: boolean }>(
    'select size, was_restored as restored from proof_log_progress',
  )
  const [progress] = rows
  const isThere = async ({ size, root }: { size: number; root: Uint8Array }) =>
    size <= Number(progress?.size) && isSame(await readRoot(client, size), root)

  const number = Math.max(latest?.number ?? 0, kept?.log.number ?? 0)
  if (number === 0) return { number: 1 }
  // Signed and kept, but not stored any more when the process ended.
  const wasBegun = kept && kept.log.number > (latest?.number ?? 0) && kept.previous?.number === latest?.number
  if (wasBegun && (await isThere(kept))) return { number, ...(kept.previous && { previous: kept.previous }) }
  const isSetBack = kept !== undefined && kept.log.number >= (latest?.number ?? 0) && !(await isThere(kept))
  if (latest?.number === number && !isSetBack && !progress?.restored)
    return { number, ...(latest.previous && { previous: latest.previous }) }
  const still = latest ?? { size: 0, root: await readRoot(client, 0) }
  return { number: number + 1, previous: { number, size: still.size, root: still.root } }
}

/** Signs what the tree is now. The checkpoint is kept beside the key before anybody can read it. */
export async function signLog(context: SignContext, log: Opened, size: number): Promise<void> {
  const { client, key, installation } = context
  const root = await readRoot(client, size)
  const checkpoint: Checkpoint = {
    log: { installation: bytesToHex(installation), number: log.number },
    size,
    root,
    ...(log.previous && { previous: log.previous }),
  }
  const note = signCheckpoint(checkpoint, key.publicKey, await signWith(key))
  await keep(key, note)
  const { number, size: sizeBefore, root: rootBefore } = log.previous ?? {}
  await client.query(
    `with signed as (
       insert into proof_log (number, previous_number, previous_size, previous_root, size, root, checkpoint)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (number) do update
       set size = excluded.size, root = excluded.root, checkpoint = excluded.checkpoint, signed_at = now())
     update proof_log_progress set was_restored = false where was_restored`,
    [
      log.number,
      number ?? null,
      sizeBefore ?? null,
      rootBefore ? Buffer.from(rootBefore) : null,
      size,
      Buffer.from(root),
      note,
    ],
  )
}

/** Undefined: none was signed yet. */
export async function readLatest(client: pg.ClientBase): Promise<Latest | undefined> {
  const { rows } = await client.query<{
    number: number
    size: string
    root: Buffer
    previous_number: number | null
    previous_size: string | null
    previous_root: Buffer | null
  }>(
    `select number, size, root, previous_number, previous_size, previous_root from proof_log order by number desc limit 1`,
  )
  const [row] = rows
  if (!row) return undefined
  const { number, size, root, previous_number: before, previous_root: rootBefore } = row
  return {
    number,
    size: Number(size),
    root,
    ...(before !== null &&
      rootBefore && { previous: { number: before, size: Number(row.previous_size), root: rootBefore } }),
  }
}
