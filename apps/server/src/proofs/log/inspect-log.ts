import { isSame } from '@trefoil/core/proofs/bytes'
import { HASHES_PER_TILE } from '@trefoil/core/proofs/log-tiles'
import type pg from 'pg'
import { closeClient, openClient } from '../../db/connection.ts'
import { openThread } from './apart.ts'
import { findChanged, type Leaf } from './find-changed.ts'
import { OwnerKeys } from './owner-keys.ts'
import { readLatest } from './sign.ts'
import { findBrokenTiles, readRoot } from './tree.ts'

export type InspectorSettings = { databaseUrl: string; secret: Buffer; leavesAtOnce?: number }

/** Some leaves of the log, and all that leads from them to what was signed. */
export type Inspected = {
  /** Leaves that were signed. */
  size: number
  /** The leaf after the last one that was looked at. */
  to: number
  violations: number
  firstChanged?: Leaf
}

/** Looks at the leaves from this one. Undefined: nothing was signed yet. */
export type LogInspector = { look(from: number): Promise<Inspected | undefined>; close(): Promise<void> }

/** Few enough that no view of the database is held for long. */
const LEAVES_AT_ONCE = 4 * HASHES_PER_TILE

/** Compares the log with the books, on a connection of its own. */
export async function openLogInspector({
  databaseUrl,
  secret,
  leavesAtOnce = LEAVES_AT_ONCE,
}: InspectorSettings): Promise<LogInspector> {
  const client = await openClient(databaseUrl, { name: 'trefoil log check' })
  const keys = new OwnerKeys(secret)
  return {
    async look(from) {
      await client.query('begin isolation level repeatable read read only')
      try {
        return await inspect(client, keys, { from, leaves: leavesAtOnce })
      } finally {
        // If the connection is gone, the reading says so.
        await client.query('rollback').catch(() => {})
      }
    },
    close: () => closeClient(client),
  }
}

const THREAD = new URL('inspect-log-thread.ts', import.meta.url)

/** In a thread of its own. */
export async function openLogInspectorApart(settings: InspectorSettings): Promise<LogInspector> {
  const { ask, close } = openThread<number, Inspected | undefined>(THREAD, settings)
  return { look: ask, close }
}

async function inspect(
  client: pg.ClientBase,
  keys: OwnerKeys,
  { from, leaves }: { from: number; leaves: number },
): Promise<Inspected | undefined> {
  const signed = await readLatest(client)
  if (!signed) return undefined
  const { size } = signed
  const root = await readRoot(client, size).catch(() => undefined)
  const isSigned = root !== undefined && isSame(root, signed.root)
  const part = { from: Math.min(from, size), to: Math.min(size, from + leaves) }
  const brokenTiles = await findBrokenTiles(client, { ...part, size })
  const { changed, unknown } = await findChanged(client, keys, part)
  const violations = changed.length + unknown + brokenTiles + (isSigned ? 0 : 1)
  return { size, to: part.to, violations, ...(changed[0] && { firstChanged: changed[0] }) }
}
