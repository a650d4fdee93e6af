import { cursorsOf, limitOf, type Page } from '../ledger/cursor.ts'
import type { Keyring } from '../members/keyring.ts'

/** The console is one reader: its cursors are anybody's who may read it. */
const CONSOLE = 0

type Turn<Row> = { rows: Row[]; next_cursor: string | null }

/** Reads one row more than is shown, to know whether there is another page. */
export async function readPage<Row>(
  keyring: Keyring,
  history: string,
  page: Page,
  turn: {
    read(range: { after: string | null; limit: number }): Promise<{ rows: Row[] }>
    positionOf(row: Row): string | number
  },
): Promise<Turn<Row>> {
  const cursors = cursorsOf(keyring, history, CONSOLE)
  const limit = limitOf(page)
  const after = page.cursor === undefined ? null : (cursors.open(page.cursor)[0] ?? null)
  const { rows } = await turn.read({ after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next_cursor = rows.length > limit && last !== undefined ? cursors.seal([turn.positionOf(last)]) : null
  return { rows: shown, next_cursor }
}
