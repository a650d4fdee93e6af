import { readProfile } from '../auth/profile.ts'
import type { PageQuery } from '../db/paging.ts'
import type { Tx } from '../db/database.ts'
import { findPersonalKey } from '../members/personal-key.ts'
import { readDetails } from '../network/details.ts'
import { readActivities } from '../reports/activities.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { readTransfers } from '../transfers/history.ts'
import { asCsv, asJson, ownTables, type Row, type Rows } from './export-rows.ts'
import type { ZipFile } from './zip.ts'

const PAGE = 200

/** `db`: one view of the database, however long it takes. */
type Context = { db: Tx; keyring: Keyring }

/** Everything that is held about the account, as files. `onRows` counts what was written. */
export async function* exportFiles(
  context: Context,
  account: number,
  onRows: (rows: number) => void,
): AsyncGenerator<ZipFile> {
  const { db, keyring } = context
  const isMember = await db.selectFrom('member').select('id').where('id', '=', account).executeTakeFirst()
  const key = await findPersonalKey(db, keyring, account)
  const profile = await readProfile(context, account)
  const place = isMember ? await readDetails(db, account) : null
  yield { name: 'README.txt', text: [README] }
  yield { name: 'profile.json', text: [`${JSON.stringify({ ...profile, place }, null, 2)}\n`] }

  const inWords: Rows[] = [
    {
      name: 'history',
      read: () =>
        everyPage(async (query) => {
          const { activities, next_cursor } = await readActivities(context, account, query)
          // In words, so without the codes for other languages.
          const rows = activities.map(({ icon, created_at, description, type, metadata }) => {
            return { icon, created_at, description, type, metadata }
          })
          return { rows, next_cursor }
        }),
    },
    {
      name: 'transfers',
      read: () =>
        everyPage(async (query) => {
          const { transfers, next_cursor } = await readTransfers(context, account, query)
          return { rows: transfers, next_cursor }
        }),
    },
  ]
  const raw = ownTables(db, account, key).map((rows) => ({ ...rows, name: `tables/${rows.name}` }))
  for (const rows of [...inWords, ...raw]) {
    const counted = { ...rows, read: () => counting(rows.read(), onRows) }
    yield { name: `${rows.name}.json`, text: asJson(counted) }
    yield { name: `${rows.name}.csv`, text: asCsv(rows) }
  }
}

async function* everyPage(
  readPage: (query: PageQuery) => Promise<{ rows: readonly Row[]; next_cursor: string | null }>,
): AsyncGenerator<readonly Row[]> {
  let cursor: string | undefined
  do {
    const page = await readPage({ limit: PAGE, ...(cursor !== undefined && { cursor }) })
    if (page.rows.length > 0) yield page.rows
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

async function* counting(parts: AsyncIterable<readonly Row[]>, onRows: (rows: number) => void) {
  for await (const part of parts) {
    onRows(part.length)
    yield part
  }
}

const README = `Everything that Trefoil holds about you.

profile.json       who you are, what you have, your place in the tree
history            what happened, in the words of your Activity Log: money, and everything else
transfers          what you sent and received
tables/            the rows of our database about you, table by table

Each is there twice: .json for programs, .csv for spreadsheets. Times are in UTC. In tables/, amounts of money are
counted in units of $0.00001, and deposits also in the token's smallest unit.

profile.json also has your private key, as the account's page shows it. It says which account is meant, and opens it
only together with your passcode, and your second factor if you have one. Others can send you money with it, as with
your referral code. Keep this file as you keep the key.

Not in here: your passcode, which we do not know, and what your passkeys sign with, which never leaves your devices. Nor
keys of deposit addresses: there are none. Nor hashes of your passcode and recovery codes, the secret of your
authenticator app and the like. They are of use to a thief only, and say nothing about you. Nor what operators wrote for
one another.
`
