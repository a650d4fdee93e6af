const MERGE_MS = 500

type Refetching = {
  refetch: () => void
  /** Whether everything that is shown was read after these changes. */
  areShown: (changes: readonly string[]) => boolean
  mergeMs?: number
}

/** Changes within a moment make everything read again once, unless all of them are shown by then. */
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
    /** None of them named: nobody knows what has changed. */
    onChange: (changes: readonly string[] = []) => {
      waiting.push({ changes })
      timer ??= setTimeout(look, mergeMs)
    },
    cancel,
  }
}
