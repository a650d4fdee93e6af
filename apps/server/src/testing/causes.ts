import { randomBytes } from 'node:crypto'
import type { TestServer } from './server.ts'

export type TestCause = { id: number; slug: string; name: string }

/** Open, and nobody else's. */
export async function openCause({ database }: Pick<TestServer, 'database'>, name = 'Clean water'): Promise<TestCause> {
  const slug = `cause-${randomBytes(5).toString('hex')}`
  const { rows } = await database.query<{ id: number }>(
    `insert into cause (slug, name, state) values ($1, $2, 'open') returning id`,
    [slug, name],
  )
  return { id: rows[0]!.id, slug, name }
}

export const closeCause = async ({ database }: Pick<TestServer, 'database'>, { id }: TestCause): Promise<void> => {
  await database.query(`update cause set state = 'closed' where id = $1`, [id])
}

export async function causeBalance({ database }: Pick<TestServer, 'database'>, id: number): Promise<number> {
  const { rows } = await database.query<{ balance: string }>(
    `select balance from system_account where account = 'cause' and owner = $1`,
    [-id],
  )
  return Number(rows[0]?.balance) / 100_000
}
