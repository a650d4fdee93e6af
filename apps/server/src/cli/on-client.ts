import pg from 'pg'
import { connectionTo } from '../db/connection.ts'

/** On one connection, which ends with it. */
export async function onClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ ...connectionTo(url), application_name: 'command line' })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
