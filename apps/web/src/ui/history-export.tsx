import type { Cell } from '../lib/csv.ts'
import { CsvExport, type CsvPart } from './csv-export.tsx'

const PAGE_SIZE = 200

/** The number says which row of all it is, from 1. */
export type CsvColumn<Row> = { heading: string; value: (row: Row, number: number) => Cell }

type HistoryExportProps<Row> = {
  of: string
  fileName: string
  columns: readonly CsvColumn<Row>[]
  readPage: (query: { limit: number; cursor?: string }) => Promise<{ rows: readonly Row[]; next_cursor: string | null }>
}

/** A whole history as a file, from the newest row to the first. */
export function HistoryExport<Row>({ of, fileName, columns, readPage }: HistoryExportProps<Row>) {
  async function* parts(): AsyncGenerator<CsvPart> {
    let cursor: string | null = null
    let number = 0
    do {
      const query: { limit: number; cursor?: string } = { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) }
      const { rows, next_cursor } = await readPage(query)
      yield {
        rows: rows.map((row) => {
          number += 1
          return columns.map(({ value }) => value(row, number))
        }),
      }
      cursor = next_cursor
    } while (cursor !== null)
  }

  return <CsvExport of={of} fileName={fileName} headings={columns.map(({ heading }) => heading)} parts={parts} />
}
