import { randomUUID } from 'node:crypto'
import { admitMember } from '../auth/register.ts'
import { asApplication, openDatabase, openPool } from '../db/database.ts'
import { makeKeyring } from '../secrets/keyring.ts'

/** Signs people up under one sponsor, all at once, without hashing passcodes. */
const [url = '', sponsor, count] = process.argv.slice(2)
const pool = openPool(asApplication(url), 16)
const db = openDatabase(pool)
const keyring = makeKeyring('a secret that nobody signs in with')
await Promise.all(
  Array.from({ length: Number(count) }, () =>
    db.transaction().execute((tx) =>
      admitMember(tx, keyring, {
        name: 'Newcomer',
        email: `${randomUUID()}@example.org`,
        passcodeHash: '',
        sponsorId: Number(sponsor),
      }),
    ),
  ),
)
await pool.end()
