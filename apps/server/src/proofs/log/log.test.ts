import { hash, randomBytes } from 'node:crypto'
import { bytesToHex, parseHex } from '@trefoil/core/proofs/bytes'
import { canonicalJson } from '@trefoil/core/proofs/canonical-json'
import { type Checkpoint, openCheckpoint } from '@trefoil/core/proofs/checkpoint'
import { logLeafHash } from '@trefoil/core/proofs/log'
import {
  compareEntries,
  encodeEntry,
  encodeLogLeaf,
  entryCommitment,
  journalSalt,
  logLeafOf,
  rootFromOpening,
} from '@trefoil/core/proofs/log-leaf'
import { isConsistent, rootFromInclusion } from '@trefoil/core/proofs/log-verify'
import { expect, test } from 'vitest'
import { donate, fundedMember, sendMoney, type Funded } from '../../testing/money.ts'
import { PASSCODE } from '../../testing/people.ts'
import { shareTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { hashJournals } from './hash-journals.ts'
import { statesOf } from './owner-keys.ts'

const server = await shareTestServer()

const visitor = server.visit()

async function checkpoint(): Promise<Checkpoint> {
  const { body } = await visitor.get('/api/proofs/log')
  const { key } = body.data as { key: string }
  const reply = await fetch(`${server.url}/api/proofs/log/checkpoint`)
  return openCheckpoint(await reply.text(), parseHex(key, 32))
}

const hashesOf = (texts: string[]): Uint8Array[] => texts.map((text) => parseHex(text, 32))

/** Everything that was written up to now is in a signed checkpoint. */
async function caughtUp(): Promise<Checkpoint> {
  const { rows } = await server.database.query<{ id: string }>('select max(id) as id from journal')
  await until(async () => {
    const { rows: done } = await server.database.query<{ isDone: boolean }>(
      `select p.journal_id >= $1 and p.size <= (select max(size) from proof_log) as "isDone" from proof_log_progress p`,
      [rows[0]!.id],
    )
    return done[0]!.isDone
  })
  return checkpoint()
}

type Answer = {
  id: string
  count: number
  index: number
  openings: { position: number; salt: string; entry: string; path: string[] }[]
}

/** The root of the log that each opened entry leads to. */
async function rootsFrom(member: Funded, reference: string, { size }: Checkpoint): Promise<string[]> {
  const { body, status } = await member.visitor.get(`/api/proofs/log/journal/${encodeURIComponent(reference)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const { id, count, index, openings } = body.data as Answer
  const inclusion = await visitor.get(`/api/proofs/log/inclusion?index=${index}&size=${size}`)
  return openings.map(({ position, salt, entry, path }) => {
    const entriesRoot = rootFromOpening({ position, salt: parseHex(salt, 16), entry, path: hashesOf(path) }, count)!
    const leafHash = logLeafHash(encodeLogLeaf({ kind: 'journal', id: BigInt(id), count, entriesRoot }))
    const hashes = hashesOf(inclusion.body.data.hashes)
    return bytesToHex(rootFromInclusion({ leafHash, index, size, hashes })!)
  })
}

async function newestReference(member: Funded): Promise<string> {
  const { rows } = await server.database.query<{ reference: string }>(
    'select reference from journal where id = (select max(journal_id) from entry where member_id = $1)',
    [member.id],
  )
  return rows[0]!.reference
}

test('everybody opens their own entries of a journal, and gets to the signed root', async () => {
  const sender = await fundedMember(server, 100)
  const recipient = await fundedMember(server, 0, { referral_code: sender.referralCode })
  await sendMoney(sender.visitor, { amount: 7, recipient_id: recipient.referralCode })
  const transfer = await newestReference(sender)
  await donate(sender.visitor, 10)
  const donation = await newestReference(sender)
  const head = await caughtUp()
  for (const [member, reference] of [
    [sender, transfer],
    [recipient, transfer],
    [sender, donation],
  ] as const)
    expect(await rootsFrom(member, reference, head)).toEqual([bytesToHex(head.root)])
  const { status } = await recipient.visitor.get(`/api/proofs/log/journal/${donation}`)
  expect(status).toBe(404)
})

test('the activity names the entries that a member can open, and not the donations that they have a share of', async () => {
  const sponsor = await fundedMember(server, 100)
  const donor = await fundedMember(server, 100, { referral_code: sponsor.referralCode })
  await donate(sponsor.visitor, 10)
  await donate(donor.visitor, 10)
  const head = await caughtUp()
  type Activity = { type: string; metadata: { entry?: { reference: string; account: string; sequence: string } } }
  const read = async ({ visitor: own }: Funded): Promise<Activity[]> =>
    (await own.get('/api/activities/history')).body.data.activities
  const entries = (await read(donor)).flatMap(({ metadata }) => metadata.entry ?? [])
  expect(entries).toMatchObject([
    { account: 'impact', sequence: '2' },
    { account: 'impact', sequence: '1' },
  ])
  for (const { reference } of entries) expect(await rootsFrom(donor, reference, head)).toEqual([bytesToHex(head.root)])
  const share = (await read(sponsor)).find(({ type }) => type === 'Earning')
  expect(share?.metadata.entry).toBeUndefined()
})

test('an entry that was changed after its checkpoint leads to another root', async () => {
  const member = await fundedMember(server, 100)
  const reference = await newestReference(member)
  const head = await caughtUp()
  expect(await rootsFrom(member, reference, head)).toEqual([bytesToHex(head.root)])
  await server.database.query('update entry set amount = amount + 1 where member_id = $1', [member.id])
  const roots = await rootsFrom(member, reference, head)
  expect(roots).toHaveLength(1)
  expect(roots).not.toEqual([bytesToHex(head.root)])
  await server.database.query('update entry set amount = amount - 1 where member_id = $1', [member.id])
})

test('after a member was erased nobody opens their entries, and others still open their own', async () => {
  const sender = await fundedMember(server, 100)
  const recipient = await fundedMember(server, 0)
  await sendMoney(sender.visitor, { amount: 100, recipient_id: recipient.referralCode })
  const reference = await newestReference(sender)
  const before = await caughtUp()
  const erasing = { password: PASSCODE, confirmation: 'ERASE' }
  const { status, body } = await sender.visitor.post('/api/users/data/erase', erasing)
  expect(status, JSON.stringify(body)).toBe(200)
  const seedOf = async () => {
    const { rows } = await server.database.query<{ seed: Buffer | null }>(
      'select seed from proof_log_key where owner = $1',
      [sender.id],
    )
    return rows[0]!.seed
  }
  await until(async () => (await seedOf()) === null)
  const head = await caughtUp()
  expect(await rootsFrom(recipient, reference, head)).toEqual([bytesToHex(head.root)])
  const { body: proof } = await visitor.get(`/api/proofs/log/consistency?from=${before.size}&to=${head.size}`)
  expect(isConsistent(before, head, hashesOf(proof.data.hashes))).toBe(true)
})

test('a later log begins with every earlier one', async () => {
  const first = await caughtUp()
  await fundedMember(server, 5)
  await fundedMember(server, 5)
  const second = await caughtUp()
  expect(second.size).toBeGreaterThan(first.size)
  const { body } = await visitor.get(`/api/proofs/log/consistency?from=${first.size}&to=${second.size}`)
  expect(isConsistent(first, second, hashesOf(body.data.hashes))).toBe(true)
  expect(isConsistent({ ...first, root: randomBytes(32) }, second, hashesOf(body.data.hashes))).toBe(false)
})

test('nobody gets a proof about more than was signed, or of nonsense', async () => {
  const { size } = await caughtUp()
  for (const [path, status] of [
    [`consistency?from=1&to=${size + 100_000}`, 404],
    ['consistency?from=2&to=1', 400],
    ['consistency?from=-1&to=1', 400],
    ['consistency?from=1', 400],
    ['consistency?from=1&to=1e300', 400],
    [`inclusion?index=${size}&size=${size}`, 400],
    ['inclusion?index=0.5&size=1', 400],
  ] as const) {
    const reply = await visitor.get(`/api/proofs/log/${path}`)
    expect(reply.status, path).toBe(status)
  }
  expect((await visitor.get('/api/proofs/log/journal/anything')).status).toBe(401)
})

test('journals are hashed as core says', () => {
  const key = randomBytes(32)
  const entries = [
    { member_id: 5, account: 'impact', sequence: '3', amount: '-70', balance_after: '30', share: null },
    { member_id: -1, account: 'cause', sequence: '9', amount: '20', balance_after: '9007199254740993', share: 'cause' },
    { member_id: 0, account: 'operations', sequence: '4', amount: '50', balance_after: '50', share: 'operations' },
  ]
  const journal = {
    id: 2 ** 40,
    created_at_us: '1763389366123456',
    reason: 'donation',
    reference: 'ü"',
    rule_version: 1,
  }
  const commitments = entries.toSorted(compareEntries).map((entry, position) => {
    const { id, ...columns } = journal
    const text = encodeEntry({ journal_id: String(id), ...columns, ...entry })
    return entryCommitment(journalSalt(key, { journal: BigInt(journal.id), position }), text)
  })
  for (const count of [1, 2, 3]) {
    const some = { ...journal, entries: entries.toSorted(compareEntries).slice(0, count) }
    const { leafHashes } = hashJournals([some], { states: () => statesOf(key) })
    const leaf = encodeLogLeaf(logLeafOf('journal', BigInt(journal.id), commitments.slice(0, count)))
    expect(leafHashes.toString('hex')).toBe(hash('sha256', Buffer.concat([Buffer.of(0), leaf])))
  }
})

test('everybody can check that the facts they read are in the log', async () => {
  await until(async () => (await visitor.get('/api/facts')).body.data.log !== null)
  const { id, facts, log } = (await visitor.get('/api/facts')).body.data
  const { size, root } = await checkpoint()
  const inclusion = await visitor.get(`/api/proofs/log/inclusion?index=${log.index}&size=${size}`)
  const leadsTo = (entry: string) => {
    const leaf = logLeafOf('facts', BigInt(id), [entryCommitment(parseHex(log.salt, 16), entry)])
    const leafHash = logLeafHash(encodeLogLeaf(leaf))
    return rootFromInclusion({ leafHash, index: log.index, size, hashes: hashesOf(inclusion.body.data.hashes) })
  }
  expect(leadsTo(canonicalJson(facts))).toEqual(root)
  expect(leadsTo(canonicalJson({ ...facts, people: 1_000_000 }))).not.toEqual(root)
})
