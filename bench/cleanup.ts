import pg from 'pg'

/**
 * Runs the work, then stops what it needed in any case. The work's error takes precedence: stopping often fails after
 * it, and must not hide it.
 */
export async function thenStop<Result>(work: () => Promise<Result>, stop: () => Promise<unknown>): Promise<Result> {
  let result: Result
  try {
    result = await work()
  } catch (error) {
    await stop().catch((another: unknown) => console.error('Stopping failed too:', another))
    throw error
  }
  await stop()
  return result
}

/** With a connection that is closed afterwards. If it breaks, only its next query fails. */
export async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return thenStop(
    () => use(client),
    () => client.end(),
  )
}
