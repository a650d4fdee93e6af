import { bytesToHex } from '@trefoil/core/proofs/bytes'
import { growSumTree } from '@trefoil/core/proofs/sum-tree'
import { expect, test } from 'vitest'
import { reportWorkerStatus } from '../../db/worker-status.ts'
import { EMPTY_LOG_HEAD, openEpochs, failedChecks } from '../../testing/epochs.ts'
import { shareTestChain, UNIT } from '../../testing/chain.ts'
import { stepEpochs } from './epochs.ts'
import { epochsHealth } from './health.ts'
import { readEpochs, readLeaves } from './read-epochs.ts'
import { proofFor } from './read-own-proof.ts'

const chain = await shareTestChain()
const STRANGER = '0x5555555555555555555555555555555555555555'

test('every member finds what they own in the newest epoch, and everybody together is what the ledger says', async () => {
  const epochs = await openEpochs(chain)
  const { wallet } = epochs
  await wallet.earn(wallet.members[0]!, 25)
  const number = await epochs.makeEpoch({ isApart: true })
  expect(await epochs.stateOfEpoch(number)).toEqual({ state: 'anchored', why: null, outstanding: null })
  for (const member of wallet.members) {
    const proof = await epochs.proofFile(member, number)
    expect(failedChecks(proof)).toEqual([])
    const { rows } = await wallet.owner.query<{ owed: string }>(
      'select (impact + available + held)::text as owed from member_balance where member_id = $1',
      [member],
    )
    expect(proof.balance).toBe(rows[0]!.owed)
    expect(proof.mine.shards).toHaveLength(3)
  }
  const { rows } = await wallet.owner.query<{ owed: string }>(
    `select (-sum(balance))::text as owed from system_account where account in ('chain', 'dust')`,
  )
  const { epochs: listed } = await readEpochs(epochs.epochContext(), {})
  expect(listed[0]).toMatchObject({
    epoch: number,
    total: rows[0]!.owed,
    kept: true,
    contract: chain.facts.attestations,
  })
})

test('whoever adds up the published leaves gets root and total', async () => {
  const epochs = await openEpochs(chain)
  const number = await epochs.makeEpoch()
  const [listed] = (await readEpochs(epochs.epochContext(), {})).epochs
  const tree = growSumTree({ depth: listed!.depth })
  tree.append(await readLeaves(epochs.wallet.db, { epoch: number, part: 0 }))
  const { hash, sum, leaves } = tree.finish()
  expect({ root: bytesToHex(hash), total: String(sum), leaves }).toEqual({
    root: listed!.root,
    total: listed!.total,
    leaves: listed!.leaves,
  })
  await expect(readLeaves(epochs.wallet.db, { epoch: number, part: 1 })).rejects.toThrow('no such part')
})

test('nothing is served before the contract has it', async () => {
  const epochs = await openEpochs(chain)
  const context = epochs.epochContext()
  while ((await stepEpochs(context)).more);
  const row = await epochs.wallet.db.selectFrom('epoch').selectAll().executeTakeFirstOrThrow()
  expect(row.state).toBe('posting')
  expect((await readEpochs(context, {})).epochs).toEqual([])
  await expect(readLeaves(context.db, { epoch: row.number, part: 0 })).rejects.toThrow('no such epoch')
  const owner = epochs.wallet.members[0]!
  await expect(proofFor(epochs.epochContext(), { epoch: row.number, owner })).rejects.toThrow('no such epoch')
})

test('an epoch waits for payouts and sweeps, sweeps at once, and goes on after its patience, saying why', async () => {
  const epochs = await openEpochs(chain)
  const { wallet } = epochs
  const address = await wallet.addressOf(chain.chain, wallet.members[0]!)
  await chain.pay(address, 40n * UNIT)
  await chain.mine(3)
  await wallet.follow(chain.chain)
  await stepEpochs(epochs.epochContext())
  await stepEpochs(epochs.epochContext())
  const waiting = await wallet.db.selectFrom('epoch').selectAll().executeTakeFirstOrThrow()
  expect(waiting).toMatchObject({ state: 'waiting', why: 'It waits: $40.00000 of deposits not swept' })
  const impatient = await epochs.makeEpoch({ patienceMs: 0 })
  expect(await epochs.stateOfEpoch(impatient)).toMatchObject({
    state: 'anchored',
    outstanding: '$40.00000 of deposits not swept',
  })
  await epochs.askForEpoch()
  const patient = await epochs.makeEpoch()
  expect(await epochs.stateOfEpoch(patient)).toMatchObject({ state: 'anchored', outstanding: null })
})

test('a book that does not add up fails loudly, and nothing is posted', async () => {
  const epochs = await openEpochs(chain)
  const { wallet } = epochs
  const client = await wallet.owner.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(`update member_balance set impact = impact + 1 where member_id = $1`, [wallet.members[0]!])
  client.release(true)
  const number = await epochs.makeEpoch()
  expect(await epochs.stateOfEpoch(number)).toMatchObject({
    state: 'failed',
    why: expect.stringContaining('units, but the ledger says'),
  })
  expect((await stepEpochs(epochs.epochContext())).trouble).toMatch(`Epoch ${number} failed`)
})

test('an owner below zero fails the epoch, even if the books add up', async () => {
  const epochs = await openEpochs(chain)
  const { wallet } = epochs
  const [first, second] = wallet.members
  const client = await wallet.owner.connect()
  await client.query('set session_replication_role = replica')
  for (const constraint of ['insufficient_funds', 'returnable_is_covered', 'on_hold_is_covered'])
    await client.query(`alter table member_balance drop constraint ${constraint}`)
  await client.query('update member_balance set impact = impact - 10000000000 where member_id = $1', [first])
  await client.query('update member_balance set impact = impact + 10000000000 where member_id = $1', [second])
  client.release(true)
  const number = await epochs.makeEpoch()
  expect(await epochs.stateOfEpoch(number)).toMatchObject({
    state: 'failed',
    why: expect.stringContaining('nothing negative can be counted'),
  })
})

test('a lost connection fails no epoch: it goes on as soon as the database is there', async () => {
  const epochs = await openEpochs(chain)
  const nobodyListens = epochs.epochContext({ databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing', isApart: true })
  const counting = async () => {
    while ((await stepEpochs(nobodyListens)).more);
  }
  await expect(counting()).rejects.toThrow('ECONNREFUSED')
  const { number, state } = await epochs.wallet.db.selectFrom('epoch').selectAll().executeTakeFirstOrThrow()
  expect(state).toBe('building')
  expect(await epochs.makeEpoch()).toBe(number)
  expect(await epochs.stateOfEpoch(number)).toMatchObject({ state: 'anchored', why: null })
})

test('an epoch waits until the signed log holds what it counted', async () => {
  const epochs = await openEpochs(chain)
  await epochs.wallet.earn(epochs.wallet.members[0]!, 25)
  let signed: bigint | undefined
  const readLogHead = async (_db: unknown, journal: bigint) => {
    if (signed === journal) return { size: 7n, root: EMPTY_LOG_HEAD.root }
    signed = journal
    return undefined
  }
  const number = await epochs.makeEpoch({ readLogHead })
  const kept = await epochs.wallet.db.selectFrom('epoch').selectAll().executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ number, state: 'anchored', journal: String(signed), log_size: '7', why: null })
})

test('a number that the contract knows already is not used again', async () => {
  const first = await openEpochs(chain)
  const posted = await first.makeEpoch()
  const second = await openEpochs(chain)
  expect(await second.makeEpoch()).toBe(posted + 1)
})

// Last, because the vault stays empty.
test('operators are warned while less is there than is owed', async () => {
  const epochs = await openEpochs(chain)
  const context = epochs.epochContext()
  const { vault } = chain.chain
  const taken = await chain.chain.balanceOf(vault)
  const health = async () => {
    await reportWorkerStatus(context.db, 'epochs', await stepEpochs(context, { mayBegin: false }))
    return epochsHealth(context.db)
  }
  await epochs.wallet.earn(epochs.wallet.members[0]!, 25)
  const covered = await epochs.makeEpoch()
  expect(await health()).toEqual({ well: true, sentence: `ok, the newest is ${covered}` })
  await chain.takeFromVault(STRANGER, taken)
  await epochs.askForEpoch()
  const uncovered = await epochs.makeEpoch({ patienceMs: 0 })
  expect(await epochs.stateOfEpoch(uncovered)).toMatchObject({ state: 'anchored' })
  const warning = new RegExp(`Epoch ${uncovered}: \\$[\\d.]+ is there for \\$[\\d.]+ owed$`)
  expect(await health()).toEqual({ well: false, sentence: expect.stringMatching(warning) })
})
