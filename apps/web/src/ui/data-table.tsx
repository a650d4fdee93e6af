import type { Cell } from '@trefoil/core/csv'
import { useId, type ReactNode } from 'react'
import { copy } from '../lib/copy.ts'
import { dashboardCopy } from '../lib/dashboard-copy.ts'
import { Button } from './button.tsx'
import { CsvExport, type CsvSource } from './csv-export.tsx'
import styles from './data-table.module.css'
import cards from './data-table-cards.module.css'
import { LoadFailure } from './load-failure.tsx'
import { Skeleton } from './skeleton.tsx'
import { scrollTo, useMarkedRow } from './use-marked-row.ts'
import { useTableForm } from './use-table-form.ts'

/** Some are only in the file: what the screen omits, or shows as part of another column. */
export type Column<Row> = ShownColumn<Row> | { heading: string; only: 'csv'; csv: CsvValue<Row> }

/** `number` counts the rows from 1. */
type CsvValue<Row> = (row: Row, number: number) => Cell

export type ShownColumn<Row> = {
  heading: string
  only?: never
  cell: (row: Row, index: number) => ReactNode
  /** Amounts are aligned right. */
  align?: 'end'
  /**
   * What may wrap, and its minimum width: a name, sentences, or a moment, which wraps before its time. Everything else
   * stays on one line.
   */
  breaks?: 'name' | 'prose' | 'moment'
  /**
   * Its place when a row is a card. The head has a title and a value, and below them details without a heading; then
   * come lines of heading and value, and finally the row's actions. `detail` by default.
   */
  card?: 'title' | 'value' | 'detail' | 'labelled' | 'actions' | 'none'
  /** Its value in the CSV file; without it, the file has no such column. */
  csv?: CsvValue<Row>
}

type DataTableProps<Row> = {
  /** The table's name, shown above it unless a heading nearby says it already. */
  caption: string
  captionShown?: boolean
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row, index: number) => string
  emptyText: string
  /** What would fill it, below that text. */
  emptyHint?: string | undefined
  /** Filters and links beside the caption. */
  tools?: ReactNode
  /** The whole table as a file; not offered for an empty one. */
  csv?: CsvSource<Row> | undefined
  failure?: { isError: boolean; onRetry: () => unknown } | undefined
  more?: { hasMore: boolean; isLoading: boolean; onMore: () => unknown } | undefined
  /** The row that a link leads to: loaded, scrolled to and highlighted. */
  isMarked?: ((row: Row) => boolean) | undefined
  /** For many columns: rows are cards on tablets, too. */
  wide?: boolean
  skeletonRows?: number
}

const text = dashboardCopy.tables

/** Rows of 48 pixels under sticky heads; where they do not fit, mostly on phones, each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, captionShown = true, rows, tools, csv, failure, more, wide = false } = props
  const columns = props.columns.filter(isShown)
  const id = useId()
  const { ruler, table } = useTableForm(wide ? 'many' : 'few')
  useMarkedRow(props)
  const failed = failure?.isError === true && rows === undefined
  const state = failed ? 'failed' : rows === undefined ? 'loading' : rows.length === 0 ? 'empty' : 'filled'
  return (
    <div className={styles.block} data-table-card>
      {captionShown || tools || csv ? (
        <div className={styles.top}>
          {captionShown ? (
            <h2 id={id} className={styles.caption}>
              {caption}
            </h2>
          ) : null}
          {tools}
          {csv && (state === 'loading' || state === 'filled') ? (
            <CsvExport of={caption} columns={props.columns.flatMap(inFile)} {...csv} />
          ) : null}
        </div>
      ) : null}
      <div ref={ruler} />
      <div>
        <table
          ref={table}
          className={`${styles.table} ${cards.table}`}
          data-state={state}
          aria-busy={state === 'loading'}
          {...(captionShown ? { 'aria-labelledby': id } : { 'aria-label': caption })}
        >
          <thead>
            <tr>
              {columns.map(({ heading, align }) => (
                <th key={heading} scope="col" data-align={align}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Body {...props} columns={columns} state={state} />
          </tbody>
        </table>
      </div>
      {state === 'loading' ? (
        <span role="status" className="visually-hidden">
          {copy.common.loading}
        </span>
      ) : null}
      {more?.hasMore && failure?.isError && state === 'filled' && !more.isLoading ? (
        <LoadFailure text={text.failed} retryLabel={text.retry} onRetry={more.onMore} />
      ) : more?.hasMore ? (
        <Button
          variant="default"
          className={styles.more}
          aria-disabled={more.isLoading}
          onClick={() => void (more.isLoading || more.onMore())}
        >
          {more.isLoading ? text.loadingMore : text.loadMore}
        </Button>
      ) : null}
    </div>
  )
}

const isShown = <Row,>(column: Column<Row>): column is ShownColumn<Row> => column.only === undefined

const inFile = <Row,>({ heading, csv }: Column<Row>) => (csv ? [{ heading, value: csv }] : [])

type BodyProps<Row> = Omit<DataTableProps<Row>, 'columns'> & {
  columns: readonly ShownColumn<Row>[]
  state: 'failed' | 'loading' | 'empty' | 'filled'
}

function Body<Row>(props: BodyProps<Row>) {
  const { columns, rows = [], rowKey, emptyText, emptyHint, failure, isMarked, skeletonRows = 3, state } = props
  if (state === 'loading')
    return Array.from({ length: skeletonRows }, (_, row) => (
      <tr key={row}>
        {columns.map(({ heading, align, card }) => (
          <td key={heading} data-align={align} data-card={card ?? 'detail'}>
            <Skeleton width={card === 'value' ? 96 : '70%'} height={16} />
          </td>
        ))}
      </tr>
    ))
  if (state === 'filled')
    return rows.map((row, index) => (
      <tr key={rowKey(row, index)} {...(isMarked?.(row) && { 'aria-current': true, ref: scrollTo })}>
        {columns.map(({ heading, cell, align, breaks, card }) => (
          <td key={heading} data-align={align} data-breaks={breaks} data-card={card ?? 'detail'} data-heading={heading}>
            {cell(row, index)}
          </td>
        ))}
      </tr>
    ))
  return (
    <tr className={styles.message}>
      <td colSpan={columns.length}>
        {state === 'failed' && failure ? (
          <LoadFailure text={text.failed} retryLabel={text.retry} onRetry={failure.onRetry} />
        ) : (
          <EmptyMessage text={emptyText} hint={emptyHint} />
        )}
      </td>
    </tr>
  )
}

function EmptyMessage({ text: words, hint }: { text: string; hint: string | undefined }) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 64 48" width="64" height="48" aria-hidden="true" focusable="false">
        <path d="M6 43H58" />
        <path d="M32 43C32 36 32 32 32 27" />
        <path d="M32 28C25 23 25 12 32 6C39 12 39 23 32 28Z" />
        <path d="M32 40C27 33 18 32 13 36C17 41 26 43 32 40Z" />
        <path d="M32 40C37 33 46 32 51 36C47 41 38 43 32 40Z" strokeDasharray="2 4" />
      </svg>
      <p>{words}</p>
      {hint ? <p className={styles.hint}>{hint}</p> : null}
    </div>
  )
}
