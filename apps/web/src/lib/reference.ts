let latest: string | null = null

/** Every reply carries the id under which the server logged it. */
export function rememberReference(headers: Headers | undefined): void {
  latest = headers?.get('x-request-id') ?? latest
}

/** What support can look up in the server's log: the latest call, or one made now so that there is one. */
export async function findReference(): Promise<string | null> {
  if (latest === null) {
    try {
      rememberReference((await fetch('/api/health')).headers)
    } catch {
      // The server is out of reach, so its log has nothing to look up.
    }
  }
  return latest
}
