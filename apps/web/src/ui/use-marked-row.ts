import { useEffect } from 'react'

type Rows<Row> = {
  rows: readonly Row[] | undefined
  isMarked?: ((row: Row) => boolean) | undefined
  failure?: { isError: boolean } | undefined
  more?: { hasMore: boolean; isLoading: boolean; onMore: () => unknown } | undefined
}

/** Loads further pages until the marked row is among them. */
export function useMarkedRow<Row>({ rows, isMarked, failure, more }: Rows<Row>): void {
  const isMissing = isMarked !== undefined && rows !== undefined && !rows.some(isMarked)
  const mayLoad = more?.hasMore === true && !more.isLoading && failure?.isError !== true
  useEffect(() => {
    if (isMissing && mayLoad) more.onMore()
  }, [isMissing, mayLoad, more])
}

/** For `ref`: runs once, when the row appears. */
export const scrollTo = (row: HTMLElement | null): void => {
  // Newer browsers return a promise, which is no clean-up.
  row?.scrollIntoView({ block: 'center' })
}
