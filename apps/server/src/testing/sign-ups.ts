import { randomUUID } from 'node:crypto'
import { admitMember } from '../auth/register.ts'
import { openDatabase, openPool } from '../db/database.ts'
import { makeKeyring } from '../secrets/keyring.ts'

/** PostgreSQL sees these, not the processes that have them. */
const CONNECTIONS = 32
const keyring = makeKeyring('a secret that nobody signs in with')

/** Signs people up under one sponsor, all at once, without hashing passcodes. */
export async function signUpAtOnce(
  databaseUrl: string,
  { sponsor, count }: { sponsor: number; count: number },
): Promise<void> {
  const pool = openPool(databaseUrl, CONNECTIONS)
  const newcomer = () => ({
    name: 'Newcomer',
    email: `${randomUUID()}@example.org`,
    passcodeHash: '',
    sponsorId: sponsor,
  })
  try {
    await Promise.all(
      Array.from({ length: count }, () =>
        openDatabase(pool)
          .transaction()
          .execute((tx) => admitMember(tx, keyring, newcomer())),
      ),
    )
  } finally {
    await pool.end()
  }
}
