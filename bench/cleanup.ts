import pg from 'pg'

/**
 * Does the work, then stops what it needed, whatever happened. An error of the work is the one to know: stopping fails
 * easily after it, and would hide it.
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

/** With a connection that is closed afterwards. One that is cut is noticed by its next query, and ends nothing else. */
export async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return thenStop(
    () => use(client),
    () => client.end(),
  )
}
