import type pg from 'pg'
import { closeClient, openClient } from '../db/connection.ts'

/** On one connection, which ends with it. */
export async function onClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await openClient(url, { name: 'command line' })
  try {
    return await use(client)
  } finally {
    await closeClient(client)
  }
}
