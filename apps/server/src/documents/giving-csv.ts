import { CSV_START, csvLines, type Cell } from '@trefoil/core/csv'
import type { GivingContent } from './read-giving.ts'
import { plain } from './statement-csv.ts'

const HEADS = ['Row', 'Date', 'Log position', 'Reference', 'Cause', 'Amount', 'Reversed on', 'Donations']

/** One table: what kind of row it is stands first. What was reversed is listed, and not counted. */
export async function* makeGivingCsv({ summary, lines }: GivingContent): AsyncGenerator<Uint8Array> {
  const row = (cells: Partial<Record<(typeof HEADS)[number], Cell>>) => HEADS.map((head) => cells[head] ?? null)
  const utf8 = new TextEncoder()
  yield utf8.encode(CSV_START + csvLines([HEADS]))
  for await (const some of lines)
    yield utf8.encode(
      csvLines(
        some.map(({ at, position, reference, cause, amount, reversedAt }) =>
          row({
            Row: 'Donation',
            Date: at,
            'Log position': position,
            Reference: reference,
            Cause: cause,
            Amount: plain(amount),
            'Reversed on': reversedAt,
          }),
        ),
      ),
    )
  yield utf8.encode(
    csvLines([
      ...summary.months.map(({ month, count, amount }) =>
        row({ Row: 'Month', Date: month, Amount: plain(amount), Donations: count }),
      ),
      ...summary.causes.map(({ cause, count, amount }) =>
        row({ Row: 'Cause', Cause: cause, Amount: plain(amount), Donations: count }),
      ),
      row({ Row: 'Total', Amount: plain(summary.given.amount), Donations: summary.given.count }),
    ]),
  )
}
