import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  asApplication,
  asPlannedOnce,
  openDatabase,
  openPool,
  openPreparedDatabase,
  type Pool,
} from '../../apps/server/src/db/database.ts'
import { startEmbedded } from '../../apps/server/src/db/embedded.ts'
import { makeDailyFacts } from '../../apps/server/src/facts/make-facts.ts'
import { openFacts } from '../../apps/server/src/facts/read-facts.ts'
import { openLedger } from '../../apps/server/src/ledger/batch.ts'
import type { Built } from '../../apps/server/src/proofs/epochs/build-order.ts'
import { buildEpoch } from '../../apps/server/src/proofs/epochs/build.ts'
import { sealKey } from '../../apps/server/src/proofs/epochs/epochs.ts'
import { proofFor } from '../../apps/server/src/proofs/epochs/read-own-proof.ts'
import { makeKeyring, type Keyring } from '../../apps/server/src/secrets/keyring.ts'
import { CONFIRMED, transfer, transferOrder } from '../../apps/server/src/transfers/transfer.ts'
import { thenStop } from '../cleanup.ts'
import { keptDatabase } from '../kept.ts'
import type { Output, Result } from '../report.ts'
import { timeInTurns, type Timing } from '../timing.ts'
import { codeOf, fillOwners } from './fill.ts'

const MEMBERS = 100_000
const GOAL_SECONDS = 90
const GOAL_BYTES = 600 * 2 ** 20
const GOAL_PROOF_MS = 20
const TURNS = 300
const TRANSFERS_SECONDS = 20
const POSTERS = 64

type Scene = { url: string; pool: Pool; members: number; keyring: Keyring } & Output

/**
 * How long counting takes, what it needs, what transfers lose meanwhile, and how long a member waits for a proof; how long
 * the facts of the day take to be made, and to be read.
 */
export async function benchEpoch(out: Output, [members = MEMBERS]: number[]): Promise<Result> {
  const kept = process.env['BOOKS_DIR']
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'trefoil-bench-')))
  const postgres = await startEmbedded({ dataDir, log: () => {} })
  const keyring = makeKeyring('a secret of the benchmark, which guards nothing')
  return thenStop(
    async () => {
      const load = (pool: Pool) => fillOwners(pool, { members, keyring })
      const owner = await keptDatabase({ server: postgres.url, name: `owners-${members}`, load, say: out.say })
      const pool = openPool(owner, 4, { statement_timeout: 0 })
      return thenStop(
        () => measure({ ...out, url: asApplication(owner), pool, members, keyring }),
        () => pool.end(),
      )
    },
    async () => {
      await postgres.stop()
      if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  )
}

async function measure(scene: Scene): Promise<Result> {
  const { pool, members, figure } = scene
  await clear(pool)
  const alone = await count(scene)
  figure({ what: 'counting', members, seconds: alone.seconds, peakBytes: alone.peakBytes })
  await clear(pool)
  const { before, during, after, seconds } = await transfersBeside(scene)
  figure({ what: 'transfers a second', members, before, during, after, seconds })
  const [proof = { p50: NaN, p95: NaN }] = await timeProofs(scene)
  figure({ what: 'GET /proofs/epochs/:epoch/mine', members, ...proof })
  const facts = await timeFacts(scene)
  figure({ what: 'facts', members, ...facts })
  return {
    table: [
      `| ${members} members | |`,
      '| --- | --- |',
      `| counting | ${alone.seconds.toFixed(1)} s |`,
      `| beside transfers | ${seconds.toFixed(1)} s |`,
      `| memory of the process at most | ${Math.round(alone.peakBytes / 2 ** 20)} MiB |`,
      `| transfers a second, before, meanwhile and after | ${before} / ${during} / ${after} |`,
      `| a member's proof, p50 / p95 | ${proof.p50.toFixed(1)} / ${proof.p95.toFixed(1)} ms |`,
      `| facts, the first ones and those of a day | ${facts.first.toFixed(1)} / ${facts.daily.toFixed(1)} s |`,
      `| facts, read, p50 / p95 | ${facts.p50.toFixed(1)} / ${facts.p95.toFixed(1)} ms |`,
    ].join('\n'),
    ratios: {
      'goal / time of an epoch': GOAL_SECONDS / alone.seconds,
      'goal / memory of an epoch': GOAL_BYTES / alone.peakBytes,
      'transfers meanwhile / before and after': (2 * during) / (before + after),
      'goal / p95 of a proof': GOAL_PROOF_MS / proof.p95,
    },
  }
}

const EPOCH = 1
const clear = async (pool: Pool) => {
  await pool.query('truncate epoch_nodes, epoch_owners')
  await pool.query('truncate epoch cascade')
  await pool.query(`insert into epoch (number, state) values (${EPOCH}, 'building')`)
}

async function count({ url, pool, keyring }: Scene): Promise<{ seconds: number; peakBytes: number }> {
  let peakBytes = 0
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 50)
  const key = randomBytes(32)
  const begun = performance.now()
  const built = await buildEpoch({
    databaseUrl: url,
    epoch: EPOCH,
    installation: randomBytes(32),
    key,
    privateKeys: keyring.keysTo('private key'),
  })
  clearInterval(watch)
  if (built.unnamed > 0) throw new Error(`${built.unnamed} private keys could not be opened`)
  await anchor(pool, built, sealKey(keyring, key))
  return { seconds: (performance.now() - begun) / 1000, peakBytes }
}

/** As if it were posted. */
const anchor = (pool: Pool, { journal, at, depth, leaves, root, total }: Built, keyBox: Buffer) =>
  pool.query(
    `update epoch set state = 'anchored', journal = $1, at = $2, depth = $3, leaves = $4, root = $5, total = $6,
      log_size = 0, log_root = $5, built_at = now(), key_box = $7, contract = '', vault_balance = 0, treasury_balance = 0,
      posted_at = now(), anchored_at = now() where number = ${EPOCH}`,
    [journal, at, depth, leaves, Buffer.from(root), total, keyBox],
  )

/** How many a second; and the seconds that counting took beside them. */
async function transfersBeside(
  scene: Scene,
): Promise<{ before: number; during: number; after: number; seconds: number }> {
  const ledger = openLedger(scene.url)
  return thenStop(
    async () => {
      await transfers(scene, ledger, sleep(2000))
      const before = await transfers(scene, ledger, sleep(TRANSFERS_SECONDS * 1000))
      const counting = count(scene)
      const during = await transfers(scene, ledger, counting)
      const { seconds } = await counting
      const after = await transfers(scene, ledger, sleep(TRANSFERS_SECONDS * 1000))
      return { before, during, after, seconds }
    },
    () => ledger.stop(),
  )
}

/** Posted inside this process, so that HTTP takes no share, until something else is done. */
async function transfers({ keyring, members }: Scene, ledger: ReturnType<typeof openLedger>, until: Promise<unknown>) {
  const among = Math.min(members, 2000)
  const over = new AbortController()
  let posted = 0
  const begun = performance.now()
  const post = async (poster: number) => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const sender = 1 + ((poster * 31 + turn * 7) % among)
      const body = { amount: 0.01, recipient_id: codeOf(1 + (sender % among)) }
      await ledger.post(transfer, transferOrder(keyring, { sender, confirmation: CONFIRMED }, body))
      posted += 1
    }
  }
  const posting = Array.from({ length: POSTERS }, (_, poster) => post(poster))
  await until.finally(() => over.abort())
  await Promise.all(posting)
  return Math.round(posted / ((performance.now() - begun) / 1000))
}

const timeProofs = ({ url, keyring, members }: Scene) => {
  // As the server has it for what members wait for.
  const pool = openPool(asPlannedOnce(url), 4)
  const db = openPreparedDatabase(pool)
  return thenStop(
    () =>
      timeInTurns(TURNS, [(turn) => proofFor({ db, keyring }, { epoch: EPOCH, owner: 1 + ((turn * 7919) % members) })]),
    () => pool.end(),
  )
}

/** `first`: with every cohort since the beginning, whose members have no history here. Read as if nothing were kept. */
async function timeFacts({ pool }: Scene): Promise<{ first: number; daily: number } & Omit<Timing, 'max'>> {
  const db = openDatabase(pool)
  const make = async () => {
    await pool.query('truncate facts')
    const begun = performance.now()
    await makeDailyFacts(db)
    return (performance.now() - begun) / 1000
  }
  await pool.query('truncate facts_cohort')
  const [first, daily] = [await make(), await make()]
  const { p50, p95 } = (await timeInTurns(TURNS, [() => openFacts(db)()]))[0] ?? { p50: NaN, p95: NaN }
  return { first, daily, p50, p95 }
}
