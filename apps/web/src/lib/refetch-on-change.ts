const MERGE_MS = 500

type Refetching = {
  refetch: () => void
  /** Whether everything shown was read after these changes. */
  areShown: (changes: readonly string[]) => boolean
  mergeMs?: number
}

/** Changes that arrive close together cause one refetch, and none if the page shows them all by then. */
export function refetchOnChange({ refetch, areShown, mergeMs = MERGE_MS }: Refetching) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { changes: readonly string[] }[] = []

  const look = () => {
    const heard = waiting
    cancel()
    if (!heard.every(({ changes }) => areShown(changes))) refetch()
  }
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
    waiting = []
  }
  return {
    /** Without names it is unknown what has changed. */
    onChange: (changes: readonly string[] = []) => {
      waiting.push({ changes })
      timer ??= setTimeout(look, mergeMs)
    },
    cancel,
  }
}
