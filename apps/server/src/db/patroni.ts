const ANSWER_MS = 3000
/** Before it, a leader that was paused and resumes overwrites the lock of the one that took its place. */
const MAJOR_MIN = 4

type Answered = { patroni?: { version?: unknown } }

/** Why this cluster may lose what it has confirmed. Each node is asked, because each may become the primary. */
export async function whyNotPatroni(urls: readonly string[]): Promise<string | undefined> {
  const answers = await Promise.all(urls.map(async (url) => ({ url, version: await versionAt(url) })))
  const old = answers.find(({ version }) => version !== undefined && Number.parseInt(version, 10) < MAJOR_MIN)
  if (old)
    return (
      `Patroni ${old.version} at ${old.url} loses confirmed transfers, because a leader that was paused overwrites ` +
      `the lock when it resumes: use ${MAJOR_MIN}.0 or newer.`
    )
  if (answers.length === 0 || answers.some(({ version }) => version !== undefined)) return undefined
  return `No Patroni answers at PATRONI_URL (${urls.join(', ')}), so its version cannot be checked: name its REST API, or unset it.`
}

/** Undefined: nobody answers there, or not as Patroni does. */
async function versionAt(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(new URL('/patroni', url), { signal: AbortSignal.timeout(ANSWER_MS) })
    // Also with 503: a node that is not running says its version all the same.
    const { patroni } = (await response.json()) as Answered
    return typeof patroni?.version === 'string' && /^\d/.test(patroni.version) ? patroni.version : undefined
  } catch {
    return undefined
  }
}
