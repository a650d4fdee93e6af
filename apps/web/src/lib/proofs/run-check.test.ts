import { bytesToHex } from '@trefoil/core/proofs/bytes'
import type { ProofFile } from '@trefoil/core/proofs/proof-file'
import { expect, test } from 'vitest'
import { makeLies } from '../../../../../packages/core/testing/lies.ts'
import { signerFor } from '../../../../../packages/core/testing/proof-bytes.ts'
import { makeLog } from '../../../../../packages/core/testing/proof-log.ts'
import { makeWorld } from '../../../../../packages/core/testing/proof-world.ts'
import { checkedBefore, epochLost, restoredFrom } from '../../../../../packages/core/testing/restores.ts'
import type { Ask } from './ask.ts'
import type { Kept, KeptStore } from './kept.ts'
import type { Checked, CheckResult } from './result.ts'
import { runCheck } from './run-check.ts'
import type { ShownLine } from './shown-lines.ts'

const world = makeWorld()
const alice = world.proofOf('tfalice')
const HOUR_MS = 3_600_000

/** A server that serves what is in this proof, and a browser that knew what it says was known. */
function serving(
  proof: ProofFile,
  change: (path: string) => { status: number; body?: unknown } | undefined = () => undefined,
) {
  const asked: string[] = []
  const word = (value: string | number) => BigInt(value).toString(16).padStart(64, '0')
  const { epoch, anchor, mine, balance, log, lines, known } = proof
  const lineOf = (path: string) => lines.find((line) => path.includes(encodeURIComponent(referenceOf(line))))
  const dataFor = (path: string): unknown => {
    const query = new URLSearchParams(path.split('?')[1])
    if (path.startsWith('/proofs/epochs?'))
      return { installation: epoch.installation, chain: anchor?.chain, contract: epoch.contract, epochs: [epoch] }
    if (path === '/proofs/log') return { key: known.logKey }
    if (path.endsWith('/mine')) return { balance, ...mine }
    if (path.endsWith('/attestation') && anchor)
      return {
        contract: anchor.contract,
        chain: `0x${anchor.chain.toString(16)}`,
        block: '0x1',
        decimals: `0x${word(anchor.decimals)}`,
        latest: `0x${word(anchor.latest.epoch)}${word(anchor.latest.time)}`,
        attestation: `0x${anchor.root}${anchor.log.root}${[anchor.total, anchor.log.size, anchor.time, anchor.assets.vault, anchor.assets.treasury].map(word).join('')}`,
        newest:
          anchor.latest.epoch === epoch.epoch
            ? null
            : `0x${[0, 0, 0, anchor.latest.logSize ?? 0, 1, 0, 0].map(word).join('')}`,
      }
    if (path.includes('/journal/')) {
      const line = lineOf(path)
      return line && { ...line, openings: [line.opening] }
    }
    if (path.includes('/consistency'))
      return { hashes: Number(query.get('from')) === anchor?.log.size ? log.fromAnchor : log.fromKept }
    return { hashes: lines.find(({ index }) => index === Number(query.get('index')))?.hashes }
  }
  const ask: Ask = async (path) => {
    asked.push(path)
    const changed = change(path)
    if (changed) return { body: undefined, ...changed }
    if (path === '/proofs/log/checkpoint') return { status: 200, body: log.checkpoint }
    const data = dataFor(path)
    return data === undefined ? { status: 404, body: {} } : { status: 200, body: { data } }
  }
  return { ask, asked }
}

type Line = ProofFile['lines'][number]
const referenceOf = ({ opening }: Line) => (JSON.parse(opening.entry) as { reference: string }).reference

const shownIn = ({ lines, time }: ProofFile): ShownLine[] =>
  lines.map((line) => ({
    reference: referenceOf(line),
    created_at: new Date((time - 7200) * 1000).toISOString(),
    columns: { ...(line.shown as { account: string; sequence: string }), reference: referenceOf(line) },
  }))

function keeping(first?: Kept): KeptStore & { kept: () => Kept | undefined } {
  let kept = first
  return {
    kept: () => kept,
    read: async () => kept,
    write: async (next) => void (kept = next),
    forget: async () => void (kept = undefined),
  }
}

const keptBefore = ({ known, owner }: ProofFile): Kept => {
  const { checkpoint, earlier, ...pins } = known
  const checkpoints = [earlier, checkpoint].flatMap((note) => (typeof note === 'string' ? { note, at: 0 } : []))
  return { name: owner.name, pins: { ...pins, checkpoints }, said: [] }
}

type Changes = Partial<Parameters<typeof runCheck>[0]>
const check = (proof: ProofFile, ask: Ask, kept: KeptStore, changes: Changes = {}): Promise<CheckResult> =>
  runCheck({
    ask,
    kept,
    name: proof.owner.name,
    shown: shownIn(proof),
    now: () => proof.time * 1000,
    clock: () => 0,
    sleep: async () => {},
    ...changes,
  })

const failedIn = (result: CheckResult) =>
  result.kind === 'checked'
    ? result.verdict.steps.filter(({ outcome }) => outcome === 'failed').map((step) => step.check)
    : result

test('an honest server is believed, and held to what it said', async () => {
  const store = keeping()
  const result = (await check(alice, serving(alice).ask, store)) as Checked
  expect(result.verdict.steps.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(result.proof?.anchor?.source).toBe('server')
  const { epoch, ...pins } = store.kept()?.pins ?? {}
  expect(epoch).toBe(alice.epoch.epoch)
  expect(pins).toMatchObject({
    installation: alice.epoch.installation,
    contract: alice.epoch.contract,
    logKey: alice.known.logKey,
    checkpoints: [{ note: alice.log.checkpoint }],
  })
})

test('the token goes only where it is needed', async () => {
  const withToken: string[] = []
  const { ask } = serving(alice)
  const noting: Ask = (path, access) => {
    if (access) withToken.push(path.replace(/\d.*|journal.*/, '…'))
    return ask(path, access)
  }
  await check(alice, noting, keeping())
  expect([...new Set(withToken)].toSorted()).toEqual(['/proofs/epochs/…', '/proofs/log/…'])
})

const lies = makeLies().filter(({ isFileOnly }) => !isFileOnly)

test.each(lies)('$lie is caught, with evidence, and nothing of it is remembered', async ({ proof, fails }) => {
  const before = keptBefore(proof)
  const store = keeping(before)
  const result = (await check(proof, serving(proof).ask, store)) as Checked
  expect(failedIn(result)).toEqual(fails)
  expect(result.proof).not.toBeNull()
  expect(store.kept()).toEqual({ ...before, failure: result })
})

test('a log signed with another key than the pinned one is caught, whatever key the server shows', async () => {
  const signer = signerFor('another key')
  const log = makeLog(alice.known.installation, 11, { signer })
  const logKey = bytesToHex(signer.publicKey)
  const proof = {
    ...alice,
    known: { ...alice.known, logKey },
    log: { ...alice.log, checkpoint: log.checkpointAt(11) },
  }
  const failed = failedIn(await check(proof, serving(proof).ask, keeping(keptBefore(alice))))
  expect(failed).toEqual(['checkpoint', 'anchoredLog', 'keptLog', 'lines'])
})

test.each([
  ['an honest answer', undefined, 'passed'],
  ['a proof that is withheld', { status: 404 }, 'failed'],
  ['an answer that cannot be read', { status: 200, body: { data: { salt: 7 } } }, 'failed'],
  ['another lie', { status: 200, body: { data: { ...alice.mine, salt: '00'.repeat(32) } } }, 'failed'],
])('after %s, the evidence of a lie is still kept', async (_what, answer, outcome) => {
  const store = keeping(keptBefore(alice))
  const lie = await check(alice, serving({ ...alice, balance: '1' }).ask, store)
  const { ask } = serving(alice, (path) => (path.endsWith('/mine') ? answer : undefined))
  expect(await check(alice, ask, store)).toMatchObject({ verdict: { outcome } })
  expect(store.kept()?.failure).toEqual(lie)
})

test.each([
  ['no epoch', (path: string) => (path.startsWith('/proofs/epochs?') ? noEpochs : undefined)],
  ['no log', (path: string) => (path === '/proofs/log' ? { status: 404 } : undefined)],
  ['no proof', (path: string) => (path.endsWith('/mine') ? { status: 404 } : undefined)],
])('%s any more fails, without a file that could show it', async (_what, change) => {
  const result = (await check(alice, serving(alice, change).ask, keeping(keptBefore(alice)))) as Checked
  expect([result.verdict.outcome, result.proof]).toEqual(['failed', null])
})

const noEpochs = { status: 200, body: { data: { contract: alice.epoch.contract, epochs: [] } } }
const noContract = { status: 200, body: { data: { contract: null, epochs: [] } } }

test.each([
  ['epoch', (path: string) => (path.startsWith('/proofs/epochs?') ? noEpochs : undefined)],
  ['contract', (path: string) => (path.startsWith('/proofs/epochs?') ? noContract : undefined)],
  ['log', (path: string) => (path === '/proofs/log' ? { status: 404 } : undefined)],
])('at the first visit there may be no %s yet', async (why, change) => {
  expect(await check(alice, serving(alice, change).ask, keeping())).toMatchObject({ kind: 'none', why })
})

test.each([503, 401, 429])('an answer with %i proves nothing', async (status) => {
  const store = keeping(keptBefore(alice))
  for (const part of [
    '/proofs/epochs?',
    '/proofs/log',
    '/mine',
    '/journal/',
    '/checkpoint',
    '/consistency',
    '/inclusion',
  ]) {
    const { ask } = serving(alice, (path) => (path.includes(part) ? { status } : undefined))
    expect([part, await check(alice, ask, store)]).toMatchObject([part, { kind: 'unavailable' }])
  }
  expect(store.kept()).toEqual(keptBefore(alice))
})

test('an answer that cannot be read fails', async () => {
  const { ask } = serving(alice, (path) =>
    path.endsWith('/mine') ? { status: 200, body: { data: { salt: 7 } } } : undefined,
  )
  expect(failedIn(await check(alice, ask, keeping()))).toEqual(['newest'])
})

test('without the chain nothing is proven, and nothing is remembered', async () => {
  const store = keeping()
  const { ask } = serving(alice, (path) => (path.endsWith('/attestation') ? { status: 503 } : undefined))
  expect(await check(alice, ask, store)).toMatchObject({ verdict: { outcome: 'skipped' } })
  expect(store.kept()).toBeUndefined()
})

test('an epoch that the contract does not know fails', async () => {
  const never = { ...alice, anchor: alice.anchor && { ...alice.anchor, time: 0 } }
  expect(failedIn(await check(alice, serving(never).ask, keeping()))).toContain('newest')
})

const noJournal = (path: string) => (path.includes('/journal/') ? { status: 409 } : undefined)

test('a line that is not in the log within minutes fails, and a new one is waited for', async () => {
  expect(failedIn(await check(alice, serving(alice, noJournal).ask, keeping()))).toEqual(['lines'])
  const fresh = shownIn(alice).map((line) => ({
    ...line,
    created_at: new Date(alice.time * 1000 - 5000).toISOString(),
  }))
  const { ask, asked } = serving(alice, noJournal)
  const result = (await check(alice, ask, keeping(), { shown: fresh })) as Checked
  expect([result.verdict.outcome, result.proof?.lines]).toEqual(['passed', []])
  expect(asked.filter((path) => path.includes('/journal/'))).toHaveLength(8)
})

test('a line whose entry is another one fails', async () => {
  const [line, ...others] = shownIn(alice)
  const shown = [{ ...line!, columns: { ...line!.columns, sequence: '7' } }, ...others]
  expect(failedIn(await check(alice, serving(alice).ask, keeping(), { shown }))).toEqual(['lines'])
})

test('a server that follows another one is given a moment', async () => {
  const { ask } = serving(alice)
  let tries = 0
  const lagging: Ask = async (path, access) => {
    if (path !== '/proofs/log/checkpoint' || (tries += 1) > 2) return ask(path, access)
    return { status: 200, body: world.log.checkpointAt(7) }
  }
  expect(await check(alice, lagging, keeping(keptBefore(alice)))).toMatchObject({ verdict: { outcome: 'passed' } })
})

const said = ({ news }: Checked) => news.map(({ because }) => because)

test('a restored database is told once, and the browser goes on with its log', async () => {
  const proof = restoredFrom(10)
  const store = keeping(keptBefore(alice))
  const first = (await check(proof, serving(proof).ask, store)) as Checked
  expect([first.verdict.outcome, said(first)]).toEqual(['noticed', [expect.stringContaining('was restored')]])
  const second = (await check(proof, serving({ ...proof, log: { ...proof.log, fromKept: [] } }).ask, store)) as Checked
  expect([second.verdict.outcome, second.news]).toEqual(['passed', []])
})

test('a database set back to before the last checkpoint is noticed from an earlier one', async () => {
  const proof = restoredFrom(8, { earlier: 5 })
  const { pins, ...kept } = keptBefore(alice)
  const checkpoints = [3, 5, 9].map((size) => ({ note: world.log.checkpointAt(size), at: size * 12 * HOUR_MS }))
  const store = keeping({ ...kept, pins: pins && { ...pins, checkpoints } })
  const result = (await check(proof, serving(proof).ask, store)) as Checked
  expect([result.verdict.outcome, said(result)]).toEqual([
    'noticed',
    [expect.stringContaining('It begins with the 5 that this browser knew earlier.')],
  ])
  expect(store.kept()?.pins?.checkpoints.map(({ note }) => note.split('\n')[1])).toEqual(['3', '5', '11'])
  expect(failedIn(await check(proof, serving(proof).ask, keeping(keptBefore(alice))))).toContain('keptLog')
})

test('an epoch that was lost with the newest entries is told once, until there is another one', async () => {
  const lost = checkedBefore(epochLost(restoredFrom(9)), 4)
  const store = keeping(keptBefore(lost))
  const first = (await check(lost, serving(lost).ask, store)) as Checked
  expect([first.verdict.outcome, said(first)]).toEqual([
    'noticed',
    [expect.stringContaining('to before epoch 4, which the contract knows'), expect.stringContaining('was restored')],
  ])
  const again = serving({ ...lost, log: { ...lost.log, fromKept: [] } })
  const second = (await check(lost, again.ask, store)) as Checked
  expect([second.verdict.outcome, second.news]).toEqual(['noticed', []])
})

test('checkpoints are kept of many days, not of every look', async () => {
  const store = keeping()
  const sizes = () => store.kept()?.pins?.checkpoints.map(({ at }) => Math.round((at - start) / HOUR_MS))
  const start = alice.time * 1000
  for (const hours of [0, 1, 2, 13, 14, 15, 27]) {
    const kept = store.kept()
    const same = { ...alice, log: { ...alice.log, fromKept: [] } }
    await check(same, serving(same).ask, store, { now: () => start + hours * HOUR_MS })
    expect(store.kept()).not.toEqual(kept)
  }
  expect(sizes()).toEqual([0, 13, 27])
})
