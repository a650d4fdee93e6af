import type { listCauses, readCause } from '@trefoil/contract/causes'
import type { ReplyOf } from '@trefoil/contract/route'
import { useEffect, useState } from 'react'

export type CauseList = ReplyOf<typeof listCauses>['data']
export type CausePage = ReplyOf<typeof readCause>['data']

type State<Data> = { data?: Data; problem?: 'unknown' | 'failed' }

const RENEWAL_MS = 5000

/** What came with the page, renewed while somebody looks at it. */
export function useLive<Data>(path: string): State<Data> {
  const [first] = useState(() => cameWithPage<Data>(path))
  const [state, setState] = useState(first)
  useEffect(() => {
    let isOver = false
    const renew = async () => {
      const next = await fetchData<Data>(path)
      // A figure that is a moment old is better than none.
      if (!isOver) setState((before) => (next.problem === 'failed' && before.data ? before : next))
    }
    if (!first.data) void renew()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void renew()
    }, RENEWAL_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [path, first])
  return state
}

function cameWithPage<Data>(path: string): State<Data> {
  const text = document.getElementById('page-data')?.textContent
  if (!text) return {}
  const { path: of, data } = JSON.parse(text) as { path: string; data: Data | null }
  if (of !== path) return {}
  return data === null ? { problem: 'unknown' } : { data }
}

export async function fetchData<Data>(path: string): Promise<State<Data>> {
  try {
    const reply = await fetch(`/api${path}`)
    if (reply.status === 404 || reply.status === 400) return { problem: 'unknown' }
    if (!reply.ok) return { problem: 'failed' }
    const { data } = (await reply.json()) as { data: Data }
    return { data }
  } catch {
    return { problem: 'failed' }
  }
}
