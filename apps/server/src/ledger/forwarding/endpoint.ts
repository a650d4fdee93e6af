import type { Database } from '../../db/database.ts'

/** Where the process that posts for all takes orders. Whoever can read it may post. */
export type Endpoint = { readonly host: string; readonly port: number; readonly secret: Buffer }

export async function readEndpoint(db: Database): Promise<Endpoint | undefined> {
  return db.selectFrom('poster_endpoint').select(['host', 'port', 'secret']).executeTakeFirst()
}

export async function announceEndpoint(db: Database, endpoint: Endpoint): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('poster_endpoint').execute()
    await tx.insertInto('poster_endpoint').values(endpoint).execute()
  })
}

/** Unless another one took its place. */
export async function withdrawEndpoint(db: Database, { secret }: Endpoint): Promise<void> {
  await db.deleteFrom('poster_endpoint').where('secret', '=', secret).execute()
}
