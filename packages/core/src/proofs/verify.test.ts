import { expect, test } from 'vitest'
import { makeLies } from '../../testing/lies.ts'
import { makeWorld, OWNER_NAMES } from '../../testing/proof-world.ts'
import { checkedBefore, epochLost, restoredFrom } from '../../testing/restores.ts'
import { nativeSignature } from './native-signature.ts'
import { parseProofFile, type ProofFile } from './proof-file.ts'
import { verifyProof, verifyProofWith } from './verify.ts'

const world = makeWorld()
const alice = world.proofOf('tfalice')

test.each(OWNER_NAMES)('%s is counted, whoever they are', (name) => {
  const { outcome, isIndependent, steps } = verifyProof(world.proofOf(name))
  expect(steps.filter((step) => step.outcome !== 'passed')).toEqual([])
  expect([outcome, isIndependent]).toEqual(['passed', true])
})

test('each check says what it computed', () => {
  const { steps } = verifyProof(alice)
  expect(steps.map(({ check }) => check)).toEqual([
    'installation',
    'newest',
    'anchored',
    'shards',
    'counted',
    'balance',
    'covered',
    'checkpoint',
    'anchoredLog',
    'keptLog',
    'lines',
  ])
  expect(stepOf(alice, 'balance').because).toBe('$1167.75000 is counted, as shown.')
  expect(stepOf(alice, 'covered').because).toBe('$50000.00000 is there for $34548.50002 owed.')
})

test.each(makeLies())('$lie is caught', ({ proof, fails }) => {
  const { outcome, steps } = verifyProof(parseProofFile(JSON.parse(JSON.stringify(proof))))
  expect(steps.filter((step) => step.outcome === 'failed').map(({ check }) => check)).toEqual(fails)
  expect(outcome).toBe('failed')
})

test('without the chain nothing is proven, and nothing is called proven', () => {
  const { outcome, steps, isIndependent } = verifyProof({ ...alice, anchor: null })
  expect([outcome, isIndependent]).toEqual(['skipped', false])
  expect(steps.filter((step) => step.outcome === 'skipped').map(({ check }) => check)).toEqual([
    'newest',
    'anchored',
    'counted',
    'covered',
    'anchoredLog',
  ])
})

test("the server's own answer about the chain is not independent", () => {
  const { outcome, isIndependent } = verifyProof({
    ...alice,
    anchor: alice.anchor && { ...alice.anchor, source: 'server' },
  })
  expect([outcome, isIndependent]).toEqual(['passed', false])
})

test('a new epoch may be in the contract before its proofs are served', () => {
  const latest = { epoch: alice.epoch.epoch + 1, time: alice.time - 60 }
  expect(verifyProof({ ...alice, anchor: alice.anchor && { ...alice.anchor, latest } }).outcome).toBe('passed')
})

test('an epoch of last week is noticed', () => {
  const { outcome } = verifyProof({ ...alice, time: alice.time + 7 * 86_400 })
  expect(outcome).toBe('noticed')
})

test('who is owed nothing may have no part in the tree', () => {
  const dave = world.proofOf('tfdave')
  expect(verifyProof({ ...dave, mine: { ...dave.mine, shards: [] } }).outcome).toBe('passed')
})

test('whoever posts long after counting is noticed where the log has more by then', () => {
  const dave = world.proofOf('tfdave')
  const late = { ...dave, anchor: dave.anchor && { ...dave.anchor, time: dave.time } }
  expect(stepOf(late, 'balance')).toMatchObject({
    outcome: 'noticed',
    because: '$0.00000 is counted, but the log has $18.00003 an hour before it was posted.',
  })
})

test('a first visit has no checkpoint to compare with', () => {
  const first = { ...alice, known: { ...alice.known, checkpoint: null }, log: { ...alice.log, fromKept: [] } }
  expect(verifyProof(first).outcome).toBe('passed')
})

test('a token with odd decimals covers nothing', () => {
  const { anchor } = alice
  expect(stepOf({ ...alice, anchor: anchor && { ...anchor, decimals: 4 } }, 'covered').outcome).toBe('failed')
})

test('a restored database that kept everything is noticed', () => {
  const restored = restoredFrom(10)
  expect(stepOf(restored, 'keptLog')).toMatchObject({
    outcome: 'noticed',
    because: expect.stringContaining('all that'),
  })
  expect(stepOf(restored, 'anchoredLog')).toMatchObject({ outcome: 'passed' })
  expect(verifyProof(restored).outcome).toBe('noticed')
})

test('a browser that missed a whole log goes on, too', () => {
  expect(stepOf(restoredFrom(10, { number: 3 }), 'keptLog')).toMatchObject({
    outcome: 'noticed',
    because: expect.stringContaining('all that'),
  })
  expect(stepOf(restoredFrom(7, { number: 3, earlier: 5 }), 'keptLog').outcome).toBe('noticed')
})

test('a database set back to before the kept checkpoint is noticed if it goes on from an earlier one', () => {
  expect(stepOf(restoredFrom(7, { earlier: 5 }), 'keptLog')).toMatchObject({
    outcome: 'noticed',
    because:
      'The database was set back. This browser knew 9 entries of the old log; the new one names 7. It begins with the 5 that this browser knew earlier.',
  })
})

test('a database set back to before what the contract knows fails, with what is missing', () => {
  expect(stepOf(restoredFrom(7, { earlier: 5 }), 'anchoredLog')).toMatchObject({
    outcome: 'failed',
    because: 'The database was set back. The contract knows 8 entries of the log; the new one names 7.',
  })
})

test('a database set back to before the newest epoch is noticed, with what is gone', () => {
  const lost = epochLost(restoredFrom(9))
  const first = { ...lost, known: { ...lost.known, epoch: 0, checkpoint: null } }
  for (const proof of [lost, checkedBefore(lost, 4), first]) {
    expect(stepOf(proof, 'newest')).toMatchObject({
      outcome: 'noticed',
      because:
        'The database was set back to before epoch 4, which the contract knows. Entries of the old log that are gone: 1.',
      isSaidOnce: true,
    })
    expect(verifyProof(proof).outcome).toBe('noticed')
  }
})

test('a database set back fails where nothing shows that the rest is the same', () => {
  expect(stepOf(restoredFrom(7), 'keptLog')).toMatchObject({
    outcome: 'failed',
    because: expect.stringContaining('knew 9 entries of the old log; the new one names 7'),
  })
})

test('a new log that names the old one, but begins otherwise, fails', () => {
  for (const earlier of [undefined, 5]) {
    const rewritten = restoredFrom(earlier === undefined ? 10 : 7, {
      ...(earlier !== undefined && { earlier }),
      change: (entry) => ({ ...entry, amount: '1' }),
    })
    const { checkpoint } = rewritten.log
    // Proofs of what was rewritten, or of the old log that it names.
    const old = { fromAnchor: world.log.consistency(8, 10), fromKept: world.log.consistency(9, 10) }
    for (const log of [rewritten.log, { checkpoint, ...old }]) {
      expect(stepOf({ ...rewritten, log }, 'keptLog').outcome).toBe('failed')
      expect(stepOf({ ...rewritten, log }, 'anchoredLog').outcome).toBe('failed')
    }
  }
})

test("the browser's own code for signatures comes to the same, and ours has the last word", async () => {
  const cases = [alice, restoredFrom(7, { earlier: 5 }), ...makeLies().map(({ proof }) => proof)]
  for (const proof of cases) {
    const native = await verifyProofWith(nativeSignature, proof)
    expect(native).toEqual(verifyProof(proof))
    expect(await verifyProofWith(async () => false, proof)).toEqual(native)
    expect(await verifyProofWith(() => Promise.reject(new Error('unknown algorithm')), proof)).toEqual(native)
  }
})

test.each([
  ['nothing', null],
  ['a list', []],
  ['another format', { ...alice, format: 'trefoil proof 2' }],
  ['no owner', { ...alice, owner: undefined }],
  ['an owner of no kind', { ...alice, owner: { ...alice.owner, kind: 'toString' } }],
  ['no shards', { ...alice, mine: { salt: alice.mine.salt } }],
  [
    'a shard without a path',
    { ...alice, mine: { ...alice.mine, shards: [{ ...alice.mine.shards[0], path: undefined }] } },
  ],
  ['a broken anchor', { ...alice, anchor: {} }],
  ['a line without an opening', { ...alice, lines: [{ ...alice.lines[0], opening: null }] }],
  ['a journal that is not one', { ...alice, epoch: { ...alice.epoch, journal: 7 } }],
  ['a number that is not one', { ...alice, epoch: { ...alice.epoch, depth: '5' } }],
])('%s is not a proof file', (_what, value) => {
  expect(() => parseProofFile(value)).toThrow()
})

test('odd texts inside a proof fail its checks, and never throw', () => {
  const odd = ['', '-1', '0x10', '1e3', '99999999999999999999999', ' 1', 'zz'.repeat(32)]
  for (const text of odd) {
    const part = { ...alice.mine.shards[0]!, amount: text, nonce: text }
    const changes: Partial<ProofFile>[] = [
      { mine: { salt: text, shards: [part] } },
      { balance: text },
      { known: { ...alice.known, logKey: text } },
      { log: { checkpoint: text, fromAnchor: [text], fromKept: [text] } },
      { anchor: alice.anchor && { ...alice.anchor, total: text, assets: { vault: text, treasury: text } } },
    ]
    for (const change of changes) expect(verifyProof({ ...alice, ...change }).outcome).toBe('failed')
  }
})

function stepOf(proof: ProofFile, check: string) {
  return verifyProof(proof).steps.find((step) => step.check === check)!
}
