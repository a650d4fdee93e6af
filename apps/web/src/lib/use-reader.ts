import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>
type Started<Result> = { unwrap: () => Promise<Result> }

/** Not cached. */
export const READ_ONCE = { subscribe: false, forceRefetch: true } as const

/** Reads something once, outside of rendering: `read(endpoint.initiate(...))`. Throws on failure. */
export function useReader() {
  const dispatch: (start: never) => unknown = useDispatch<Dispatch>()
  return <Result>(start: (dispatch: Dispatch, ...rest: never[]) => Started<Result>): Promise<Result> =>
    (dispatch(start as never) as Started<Result>).unwrap()
}
