import { CSV_START, csvLines, type Cell } from '@trefoil/core/csv'
import { show, usd } from '@trefoil/core/money'
import { ACCOUNT_NAMES } from './account-names.ts'
import type { StatementContent } from './read-statement.ts'

const HEADS = ['Row', 'Date', 'Log position', 'Kind', 'Description', 'Account', 'In', 'Out', 'Balance', 'Lines']

/** One table: what kind of row it is stands first. */
export async function* makeStatementCsv({ range, asOf, summary, lines }: StatementContent): AsyncGenerator<Uint8Array> {
  const row = (cells: Partial<Record<(typeof HEADS)[number], Cell>>) => HEADS.map((head) => cells[head] ?? null)
  const utf8 = new TextEncoder()
  // Nobody knows how a day ends that is not over.
  const known = (at: number) => new Date(Math.min(at, asOf.getTime()))
  const ends = { Opening: known(range.start.getTime()), Closing: known(range.end.getTime() - 1) }
  const balances = (kind: 'Opening' | 'Closing') =>
    summary.accounts.map(({ account, opening, closing }) =>
      row({
        Row: kind,
        Date: ends[kind],
        Account: ACCOUNT_NAMES[account],
        Balance: plain(kind === 'Opening' ? opening : closing),
      }),
    )
  yield utf8.encode(CSV_START + csvLines([HEADS, ...balances('Opening')]))
  for await (const some of lines)
    yield utf8.encode(
      csvLines(
        some.map(({ at, position, kind, description, account, amount, balance }) =>
          row({
            Row: 'Line',
            Date: at,
            'Log position': position,
            Kind: kind,
            Description: description,
            Account: ACCOUNT_NAMES[account],
            In: amount > 0n ? plain(amount) : null,
            Out: amount < 0n ? plain(-amount) : null,
            Balance: plain(balance),
          }),
        ),
      ),
    )
  const totals = summary.kinds.map(({ kind, account, lines: count, in: arrived, out }) =>
    row({
      Row: 'Total',
      Kind: kind,
      Account: ACCOUNT_NAMES[account],
      In: plain(arrived),
      Out: plain(out),
      Lines: count,
    }),
  )
  yield utf8.encode(csvLines([...balances('Closing'), ...totals]))
}

/** `12.34500`, for spreadsheets. */
export const plain = (units: bigint): string => show(usd(units)).replace('$', '')
