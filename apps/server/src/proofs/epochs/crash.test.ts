import { expect, test } from 'vitest'
import { anchorIn } from '../../chain/attestations.ts'
import { look } from '../../payouts/sender.ts'
import { shareTestChain } from '../../testing/chain.ts'
import { EMPTY_LOG_HEAD, failedChecks, openEpochs, type Epochs } from '../../testing/epochs.ts'
import { mortal, type KillPoint } from '../../testing/mortal.ts'
import { buildEpoch } from './build.ts'
import { stepEpochs } from './epochs.ts'

const chain = await shareTestChain()

/** Between any two steps: all effects outside the database go through the chain. */
const KILL_POINTS: Record<string, KillPoint> = {
  'asked for, not numbered': { call: 'attestationAnswers', when: 'before', count: 1 },
  'numbered, not begun': { call: 'attestationAnswers', when: 'after', count: 1 },
  'before the claim': { call: 'fees', when: 'after', count: 1 },
  'claimed, not signed': { call: 'sign', when: 'before', count: 1 },
  'signed, not stored': { call: 'sign', when: 'after', count: 1 },
  'stored, not sent': { call: 'broadcast', when: 'before', count: 1 },
  'sent, not noted': { call: 'broadcast', when: 'after', count: 1 },
  'seen, not final': { call: 'receipt', when: 'after', count: 1 },
  'final, not read': { call: 'attestationAnswers', when: 'before', count: 3 },
  'read, not recorded': { call: 'attestationAnswers', when: 'after', count: 3 },
}

const die = () => Promise.reject(new Error('cut off'))

test('cut off at any step, an epoch goes on, and is posted once', async () => {
  const epochs = await openEpochs(chain)
  for (const [name, kill] of Object.entries(KILL_POINTS)) {
    await epochs.askForEpoch()
    const end = await epochs.makeEpoch({ chain: mortal(chain.chain, kill, die) }).catch((error: Error) => error.message)
    expect(end, name).toBe('cut off')
    const number = await epochs.makeEpoch()
    expect(await epochs.stateOfEpoch(number), name).toMatchObject({ state: 'anchored' })
    expect(failedChecks(await epochs.proofFile(epochs.wallet.members[0]!, number)), name).toEqual([])
    const { rows } = await epochs.wallet.owner.query('select state from sending where epoch = $1', [number])
    expect(rows, name).toEqual([{ state: 'done' }])
  }
  await epochs.wallet.verify()
})

test('an epoch that was counted, but not kept, is counted anew', async () => {
  const epochs = await openEpochs(chain)
  const cut = epochs.epochContext({ readLogHead: die })
  const steps = async () => {
    while ((await stepEpochs(cut)).more);
  }
  await expect(steps()).rejects.toThrow('cut off')
  await expect(steps()).rejects.toThrow('cut off')
  const number = await epochs.makeEpoch()
  expect(failedChecks(await epochs.proofFile(epochs.wallet.members[0]!, number))).toEqual([])
})

test('a thread that is ended while it counts leaves nothing that is served, and the next one begins anew', async () => {
  const epochs = await openEpochs(chain)
  const context = epochs.epochContext({
    readLogHead: async () => EMPTY_LOG_HEAD,
  })
  while ((await epochs.wallet.db.selectFrom('epoch').select('state').executeTakeFirst())?.state !== 'building')
    await stepEpochs(context)
  const { number } = await epochs.wallet.db.selectFrom('epoch').select('number').executeTakeFirstOrThrow()
  const order = {
    databaseUrl: context.databaseUrl,
    epoch: number,
    installation: new Uint8Array(32),
    key: new Uint8Array(32),
    privateKeys: epochs.keyring.keysTo('private key'),
  }
  const ending = new AbortController()
  const counting = buildEpoch(order, { signal: ending.signal, progress: () => ending.abort() })
  await expect(counting).rejects.toThrow('interrupted')
  await epochs.makeEpoch()
  expect(failedChecks(await epochs.proofFile(epochs.wallet.members[0]!, number))).toEqual([])
})

/** As after a restore from between counting and posting, which operators have accepted. */
async function loseThePosting({ wallet }: Epochs, number: number): Promise<void> {
  const client = await wallet.owner.connect()
  await client.query('set session_replication_role = replica')
  await client.query(`delete from sending_attempt where nonce in (select nonce from sending where epoch = ${number})`)
  await client.query(`delete from sending where epoch = ${number}`)
  await client.query(`update epoch set state = 'posting', transaction = null, contract = null where number = ${number}`)
  client.release(true)
  await wallet.owner.query('update signer set next_nonce = $1', [await chain.chain.nonceAt('latest')])
}

test('what the contract has is done, even if our records lost that it was sent', async () => {
  const epochs = await openEpochs(chain)
  const number = await epochs.makeEpoch()
  await loseThePosting(epochs, number)
  await epochs.makeEpoch()
  expect(await epochs.stateOfEpoch(number)).toMatchObject({ state: 'anchored' })
  expect(failedChecks(await epochs.proofFile(epochs.wallet.members[0]!, number))).toEqual([])
})

test('what the contract has is waited for, if it is not final yet and our records lost that it was sent', async () => {
  const epochs = await openEpochs(chain)
  while ((await stepEpochs(epochs.epochContext())).more);
  const { number, state } = await epochs.wallet.db.selectFrom('epoch').selectAll().executeTakeFirstOrThrow()
  expect(state).toBe('posting')
  const isStored = async (at?: bigint) =>
    (await anchorIn(await chain.chain.attestationAnswers(number, at), number)) !== undefined
  await look(epochs.context())
  await look(epochs.context())
  while (!(await isStored())) await chain.mine(1)
  expect(await isStored((await chain.chain.finalized()).number)).toBe(false)
  await loseThePosting(epochs, number)
  await look(epochs.context())
  expect(await epochs.stateOfEpoch(number)).toMatchObject({ state: 'posting', why: null })
  expect(await epochs.makeEpoch()).toBe(number)
  expect(await epochs.stateOfEpoch(number)).toMatchObject({ state: 'anchored', why: null })
  const { rows } = await epochs.wallet.owner.query('select from sending where epoch = $1', [number])
  expect(rows).toEqual([])
})
