import { useSearchParams } from 'react-router'

/** In the address: the id of the row that a link leads to. */
export const MARKED = 'id'

/** Whether a row is the one that the address names; undefined if it names none. */
export function useMarked(): ((row: { _id: string }) => boolean) | undefined {
  const [query] = useSearchParams()
  const id = query.get(MARKED)
  return id === null ? undefined : ({ _id }) => _id === id
}
