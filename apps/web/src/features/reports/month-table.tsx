import { showMonth } from '../../lib/formats.ts'
import { DataTable, type Column, type ShownColumn } from '../../ui/data-table.tsx'

const MONTHS = 12

export type MonthColumn<Row> = Omit<ShownColumn<Row>, 'align' | 'breaks'>

type MonthTableProps<Row> = {
  caption: string
  fileName: string
  emptyText: string
  monthHeading: string
  columns: readonly MonthColumn<Row>[]
  /** The oldest first; undefined while they are being read. */
  months: readonly Row[] | undefined
}

/** The figures of a report month by month, the newest on top, on the screen and as a file. */
export function MonthTable<Row extends { month: string }>(props: MonthTableProps<Row>) {
  const { caption, fileName, emptyText, monthHeading, columns, months } = props
  const rows = months?.toReversed()
  return (
    <DataTable
      caption={caption}
      columns={[
        { heading: monthHeading, cell: ({ month }) => showMonth(month), card: 'title', csv: ({ month }) => month },
        ...columns.map((column): Column<Row> => ({ ...column, align: 'end' })),
      ]}
      rows={rows}
      rowKey={({ month }) => month}
      emptyText={emptyText}
      skeletonRows={MONTHS}
      csv={{ fileName, parts: () => [{ rows: rows ?? [] }] }}
    />
  )
}
