import type { Reader } from './database.ts'

/** Never changes, and is the same in a database restored from any backup. */
export async function readInstallationId(db: Reader): Promise<string> {
  const { value } = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', 'id')
    .executeTakeFirstOrThrow()
  return String(value['id'])
}
