import type { ExplainedLine } from '@trefoil/contract/explain'
import type { MemberId } from '@trefoil/core/ledger/account'
import type { Tx } from '../db/database.ts'
import { readPage, type PageQuery, type Range } from '../db/paging.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Counted, CountedSource } from './counted.ts'
import { describeLines } from './describe-lines.ts'

const LINES_DEFAULT = 20
/** A page may be short if most entries of the account are not part of the figure. */
const STEPS_MAX = 20

export type Asked = {
  keyring: Keyring
  member: MemberId
  /** The figure with everything that it was asked about: a cursor is valid for nothing else. */
  name: string
  page: PageQuery
}

export type Lines = { lines: ExplainedLine[]; next_cursor: string | null }

/** A page of what a figure adds up from, newest first. */
export async function readLines(tx: Tx, asked: Asked, sources: readonly CountedSource[]): Promise<Lines> {
  const { keyring, member, name, page } = asked
  const history = { keyring, name: `explain ${name}`, reader: member }
  const wanted = page.limit ?? LINES_DEFAULT
  const rows: Counted[] = []
  let cursor: string | null | undefined = page.cursor
  for (let step = 0; step < STEPS_MAX && rows.length < wanted && cursor !== null; step += 1) {
    const query: PageQuery = { cursor, limit: wanted - rows.length }
    const found = await readPage<Counted>(history, query, {
      sources: inTurn(sources.map((source) => (range: Range) => source(tx, range))),
      positionOf: ({ position }) => position,
      comesBefore: (a, b) => BigInt(a.journal) > BigInt(b.journal),
      isHidden: ({ hidden }) => hidden,
    })
    rows.push(...found.rows)
    cursor = found.next_cursor
  }
  return { lines: await describeLines(tx, member, rows), next_cursor: cursor ?? null }
}

type Read = (range: Range) => Promise<{ rows: Counted[] }>

/** A transaction is one connection, which takes one query at a time. */
function inTurn(reads: readonly Read[]): Read[] {
  let before: Promise<unknown> = Promise.resolve()
  return reads.map((read) => (range) => {
    const own = before.then(() => read(range))
    before = own.catch(() => undefined)
    return own
  })
}
