import { randomBytes, randomUUID } from 'node:crypto'
import { makePrivateKey } from '@trefoil/core/identity/private-key'
import { defaultProgramme } from '@trefoil/core/programme/default-programme'
import type pg from 'pg'
import { asApplication } from '../../apps/server/src/db/database.ts'
import { donation, donationOrder } from '../../apps/server/src/donations/donate.ts'
import { accessTokens } from '../../apps/server/src/http/access-token.ts'
import { openLedger, type Ledger } from '../../apps/server/src/ledger/batch.ts'
import { makeKeyring, type Keyring } from '../../apps/server/src/secrets/keyring.ts'
import { depositArrives } from '../../apps/server/src/testing/arrivals.ts'
import { CONFIRMED, transfer, transferOrder } from '../../apps/server/src/transfers/transfer.ts'
import { thenStop, withClient } from '../cleanup.ts'

/** Members with a team of some levels below them, and ten above at a million members. */
const READERS = { first: 1000, count: 64 }
/** More than a page of each kind. */
const DEPOSITS = 60
const TRANSFERS = 60
const DONATIONS = 60
const DEPOSIT_DOLLARS = 10_000

type Place = { ownerUrl: string; secret: string }
type Reader = { id: number; code: string }

/** Before the server starts: it then takes the network for a demo's. */
export async function prepareReaders({ ownerUrl, secret }: Place): Promise<void> {
  const keyring = makeKeyring(secret)
  await withClient(ownerUrl, async (client) => {
    await client.query(MARK, [READERS.first])
    await giveKeys(client, keyring)
  })
}

/** Gives some members of the network a history. */
export async function giveHistories({ ownerUrl, secret }: Place): Promise<void> {
  const { rows: readers } = await withClient(ownerUrl, (client) =>
    client.query<Reader>(FIND, [READERS.first, READERS.count]),
  )
  const ledger = openLedger(asApplication(ownerUrl))
  await thenStop(
    () => writeHistories(ledger, { keyring: makeKeyring(secret), readers }),
    () => ledger.stop(),
  )
  await withClient(ownerUrl, (client) => client.query('vacuum analyze'))
}

const MARK = `
  insert into installation (key, value) values
    ('mode', '{"mode": "demo"}'), ('demo', jsonb_build_object('referralCode', '', 'samples', array[$1::int]))`

const FIND = `select id, referral_code as code from member where id >= $1 order by id limit $2`

async function giveKeys(client: pg.Client, keyring: Keyring): Promise<void> {
  for (let id = READERS.first; id < READERS.first + READERS.count; id += 1) {
    const key = makePrivateKey(randomBytes(16))
    const [hash, box] = [keyring.digest('private key', key), keyring.seal('private key', key)]
    await client.query('update account set key_hash = $2, key_box = $3 where id = $1', [id, hash, box])
  }
}

type Writing = { keyring: Keyring; readers: Reader[] }

async function writeHistories(ledger: Ledger, { keyring, readers }: Writing): Promise<void> {
  const amount = defaultProgramme.stages.at(-1)?.donation_requirement ?? 0
  const inTurns = async (turns: number, act: (reader: Reader, index: number) => Promise<unknown>) => {
    for (let turn = 0; turn < turns; turn += 1) await Promise.all(readers.map(act))
  }
  await inTurns(DEPOSITS, ({ id }) => depositArrives(ledger, id, DEPOSIT_DOLLARS))
  await inTurns(TRANSFERS, ({ id }, index) => {
    const body = { amount: 1, recipient_id: readers[(index + 1) % readers.length]?.code ?? '' }
    return ledger.post(transfer, transferOrder(keyring, { sender: id, confirmation: CONFIRMED }, body))
  })
  await inTurns(DONATIONS, ({ id }) => ledger.post(donation, donationOrder(id, { amount })))
}

/** A session for each reader. Returns what makes tokens for them, which last for ten minutes. */
export async function signInReaders({ ownerUrl, secret }: Place): Promise<() => string[]> {
  const tokens = accessTokens(makeKeyring(secret).accessTokens)
  const sessions = Array.from({ length: READERS.count }, () => randomUUID())
  await withClient(ownerUrl, (client) =>
    client.query(
      `insert into session (id, account_id, seed, expires_at)
       select session, $1 + n - 1, '\\x00', now() + interval '1 day'
       from unnest($2::uuid[]) with ordinality as s (session, n)`,
      [READERS.first, sessions],
    ),
  )
  return () => sessions.map((session) => tokens.sign(session))
}

/** The server checks all of its books when it starts, which takes a core. */
export const isVerified = async (ownerUrl: string): Promise<boolean> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query(`select from installation where value ? 'checked_at' and key like '%in full'`)
    return rows.length > 0
  })
