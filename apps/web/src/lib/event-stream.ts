export type Following = {
  url: string
  /** Looked up at each attempt: it is renewed every few minutes. */
  token: () => string | undefined
  /** With the changes it names, if any. */
  onNews: (changes: readonly string[]) => void
  onOpen: () => void
  /** The token is no longer accepted. */
  onRefused: () => void
  onCut: () => void
  signal: AbortSignal
  delays?: Partial<Delays>
}

type Delays = {
  /** The server says something at least every ten seconds. */
  silenceMs: number
  firstRetryMs: number
  longestRetryMs: number
}

const DELAYS: Delays = { silenceMs: 25_000, firstRetryMs: 1000, longestRetryMs: 60_000 }

/** Follows the server's events until stopped. After a lost connection it retries, at growing intervals. */
export async function followEvents({ delays, ...following }: Following): Promise<void> {
  const { silenceMs, firstRetryMs, longestRetryMs } = { ...DELAYS, ...delays }
  let retryMs = firstRetryMs
  while (!following.signal.aborted) {
    const wasOpen = await followOnce(following, silenceMs)
    if (following.signal.aborted) return
    following.onCut()
    retryMs = wasOpen ? firstRetryMs : Math.min(retryMs * 2, longestRetryMs)
    await pause(retryMs * (0.75 + Math.random() / 2), following.signal)
  }
}

/** Returns whether a stream was open at all. */
async function followOnce(
  { url, token, onNews, onOpen, onRefused, signal }: Following,
  silenceMs: number,
): Promise<boolean> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  let wasOpen = false
  try {
    const reply = await fetch(url, {
      headers: { authorization: `Bearer ${token() ?? ''}`, accept: 'text/event-stream' },
      cache: 'no-store',
      // It stays open as long as the page does, so the page's own reads go first.
      priority: 'low',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (reply.status === 401) onRefused()
    if (!reply.ok || !reply.body) return false
    wasOpen = true
    onOpen()
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return true
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      const messages = (rest + value).split('\n\n')
      rest = messages.pop() ?? ''
      for (const message of messages) if (message.startsWith('data:')) onNews(changesIn(message.slice('data:'.length)))
    }
  } catch {
    // Lost, silent or stopped: all end here, and the caller knows which it was.
    return wasOpen
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

/** Empty if the message names none, or comes from a server of another version than this page. */
function changesIn(data: string): string[] {
  try {
    const { changes } = JSON.parse(data) as { changes?: unknown }
    return Array.isArray(changes) ? changes.filter((change) => typeof change === 'string') : []
  } catch {
    return []
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resume) => {
    const timer = setTimeout(resume, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resume()
    })
  })
