import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { makePrivateKey, type PrivateKey } from '@trefoil/core/identity/private-key'
import { expect, test } from 'vitest'
import { hashPasscode } from '../members/passcodes.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { versionIn } from '../secrets/version.ts'
import { PASSCODE, signedIn, signIn } from '../testing/people.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { testSettings } from '../testing/settings.ts'
import { until } from '../testing/until.ts'
import { startTrefoil } from '../start.ts'
import { visitor, type Visitor } from '../testing/visitor.ts'
import { rotate } from './secret.ts'
import { programFile } from '../testing/programs.ts'

const MEMBERS = 100_000
const CHUNK = 5000
const OLD = testSettings({}).secret ?? ''
const NEW = 'a newer secret of more than 32 characters'
const BOTH = `${NEW},${OLD}`

test('100,000 members: killed half-way, a rotation finishes with the server running, and nobody is signed out', async ({
  annotate,
}) => {
  const server = await startTestServer({ secret: BOTH })
  const browsers = await signedInBefore(server)
  const keys = await fill(server)
  const busy = keepBusy(server, { browsers, keys })

  const began = Date.now()
  const killed = rotateAsProcess(server)
  await until(async () => (await outdated(server)) < 1.5 * MEMBERS, 240_000)
  expect(await killed.kill()).toBe('SIGKILL')
  const left = await outdated(server)
  expect(left).toBeGreaterThan(0)
  const { resealed, unreadable, versions } = await rotate(server.settings)
  const seconds = (Date.now() - began) / 1000
  expect(resealed).toBeGreaterThanOrEqual(left)
  expect(unreadable).toBe(0)
  expect(await outdated(server)).toBe(0)
  expect(versions[1]?.holds.filter(({ ends }) => ends === 'by rotation')).toEqual([])

  const { rounds, slowestMs } = await busy.stop()
  expect(rounds).toBeGreaterThan(2)
  await annotate(
    `${MEMBERS} members in ${seconds} s; ${rounds} rounds meanwhile, the slowest call took ${slowestMs} ms`,
  )
  for (const key of [keys[0], keys[MEMBERS / 2], keys.at(-1)]) await signIn(server.visit(), key ?? '')
})

/** With sessions and tokens of a server that knew only the old version. */
async function signedInBefore(server: TestServer): Promise<Visitor[]> {
  const before = await startTrefoil({ ...server.settings, secret: OLD })
  const old = { ...server, visit: () => visitor(before.url) }
  const members = [await signedIn(old), await signedIn(old), await signedIn(old)]
  await before.stop()
  return members.map(({ visitor: { token, cookies } }) => Object.assign(server.visit(), { token, cookies }))
}

/** Members with keys under the old version. */
async function fill({ database }: TestServer): Promise<PrivateKey[]> {
  const keyring = makeKeyring(OLD)
  const passcodeHash = await hashPasscode(PASSCODE, { name: 'One of many', email: 'nobody@example.org' })
  const keys = Array.from({ length: MEMBERS }, () => makePrivateKey(randomBytes(16)))
  for (let from = 0; from < MEMBERS; from += CHUNK) {
    const some = keys.slice(from, from + CHUNK)
    await database.query(
      `with opened as (
         insert into account (role, name, email, key_hash, key_box, passcode_hash)
         select 'member', 'One of many', gen_random_uuid() || '@example.org', hash, box, $3
         from unnest($1::bytea[], $2::bytea[]) as made (hash, box) returning id
       ) insert into personal_key (account_id, key_box)
       select id, box from (select id, row_number() over () as n from opened) o
       join unnest($4::bytea[]) with ordinality as made (box, n) using (n)`,
      [
        some.map((key) => keyring.digest('private key', key)),
        some.map((key) => keyring.seal('private key', key)),
        passcodeHash,
        some.map(() => keyring.seal('personal key', randomBytes(32).toString('base64url'))),
      ],
    )
  }
  await database.query('analyze account, personal_key')
  return keys
}

async function outdated({ database }: TestServer): Promise<number> {
  const newest = makeKeyring(NEW).versions[0]?.id
  const { rows } = await database.query(
    `select (select count(*) from account where ${versionIn('key_box')} <> decode($1, 'hex'))::int
       + (select count(*) from personal_key where key_box is not null and ${versionIn('key_box')} <> decode($1, 'hex'))::int as left`,
    [newest],
  )
  return rows[0].left
}

/** Members go on reading and refreshing, and others sign in, until it is told to stop. Every answer has to be 200. */
function keepBusy(server: TestServer, { browsers, keys }: { browsers: Visitor[]; keys: PrivateKey[] }) {
  const told = { toStop: false }
  let rounds = 0
  let slowestMs = 0
  const timed = async (call: () => Promise<unknown>) => {
    const began = performance.now()
    await call()
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - began))
  }
  const round = async () => {
    for (const browser of browsers) {
      await timed(async () => expect((await browser.get('/api/users/profile')).status).toBe(200))
      await timed(async () => {
        const { status, body } = await browser.get('/api/v1/auth/refresh-token')
        expect(status).toBe(200)
        browser.token = body.data.accessToken
      })
    }
    await timed(() => signIn(server.visit(), keys[Math.floor(Math.random() * MEMBERS)] ?? ''))
    rounds += 1
  }
  const running = (async () => {
    while (!told.toStop) await round()
  })()
  // A failure is reported by the test, when it asks.
  running.catch(() => {})
  return {
    async stop() {
      told.toStop = true
      await running
      return { rounds, slowestMs }
    },
  }
}

function rotateAsProcess({ settings }: TestServer) {
  const child = spawn(process.execPath, [programFile('cli'), 'secret', 'rotate'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: settings.databaseUrl ?? '',
      DATABASE_OWNER_URL: settings.databaseOwnerUrl ?? '',
      DATA_DIR: settings.dataDir,
      TREFOIL_SECRET: BOTH,
    },
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  return {
    async kill(): Promise<unknown> {
      child.kill('SIGKILL')
      return (await ended)[1]
    },
  }
}
