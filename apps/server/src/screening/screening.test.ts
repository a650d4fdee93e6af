import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { payableAddress } from '../chain/address.ts'
import { usd } from '@trefoil/core/money'
import { shareTestChain } from '../testing/chain.ts'
import { randomAddress } from '../testing/payouts.ts'
import { openScreeningServer, SCREENING_SECRET } from '../testing/screening-server.ts'
import { openTestWallet } from '../testing/wallet.ts'
import { httpProvider } from './http-provider.ts'
import { openListFile } from './list-file.ts'
import { oracleProvider } from './oracle.ts'
import type { Provider, Question } from './provider.ts'
import { openScreening, screenWith } from './screening.ts'

const shared = await shareTestChain()
const HOUR_MS = 3_600_000

const about = (address = randomAddress(), owner = 2): Question => ({ moment: 'payout', address, owner, amount: null })

async function tempFile(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'screening-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'list')
  await writeFile(path, text)
  return path
}

async function openProvider({ timeoutMs = 2000 } = {}) {
  const server = await openScreeningServer()
  onTestFinished(() => server.stop())
  return { server, provider: httpProvider({ url: server.url, secret: SCREENING_SECRET, timeoutMs, chainId: 31_337 }) }
}

test('with nothing configured there is nobody to ask', async () => {
  const nobody = { listFile: undefined, oracle: undefined, http: undefined, timeoutMs: 1000, ageMs: 0 }
  expect(await openScreening(nobody, shared.chain)).toBeUndefined()
})

test('a list file has one address a line, in any case, with comments, and is read again when it changes', async () => {
  const [first, second, third] = [randomAddress(), randomAddress(), randomAddress()]
  const path = await tempFile(`# who\n${first.toLowerCase()} # why\n\n  ${second}\r\n`)
  const list = await openListFile(path)
  const results = async () =>
    Promise.all([first, second, third].map(async (one) => (await list.ask(about(one))).result))
  expect(await results()).toEqual(['hit', 'hit', 'clear'])
  await writeFile(path, `${third}\n`)
  expect(await results()).toEqual(['clear', 'clear', 'hit'])
  await writeFile(path, `${third}\nnobody\n`)
  await expect(list.ask(about(first))).rejects.toThrow('line 2 is "nobody"')
  // As while it is being written.
  await writeFile(path, '# who\n')
  await expect(list.ask(about(first))).rejects.toThrow('it has no address')
  await rm(path)
  await expect(list.ask(about(first))).rejects.toThrow('ENOENT')
})

test('a bad line, or no file, ends the start in one sentence', async () => {
  const settings = { oracle: undefined, http: undefined, timeoutMs: 1000, ageMs: 0 }
  const path = await tempFile('0x12\n')
  await expect(openScreening({ ...settings, listFile: path }, shared.chain)).rejects.toThrow(
    'SCREENING_LIST_FILE: line 1 is "0x12", and not the address of a wallet.',
  )
  await expect(openScreening({ ...settings, listFile: `${path}-none` }, shared.chain)).rejects.toThrow(
    'SCREENING_LIST_FILE: ENOENT',
  )
})

test('the oracle on the chain is asked, and an address without one gives no answer', async () => {
  const list = await shared.deploySanctionsList()
  const listed = randomAddress()
  await list.set(listed, true)
  const oracle = oracleProvider(shared.chain, list.address)
  expect(await oracle.ask(about(listed))).toMatchObject({ result: 'hit' })
  expect(await oracle.ask(about())).toMatchObject({ result: 'clear' })
  await expect(oracleProvider(shared.chain, payableAddress(randomAddress())).ask(about())).rejects.toThrow()
})

test('the provider is asked with a signed request, and its signed answer is believed', async () => {
  const { server, provider } = await openProvider()
  const listed = randomAddress()
  server.listed.add(listed)
  expect(await provider.ask(about(listed))).toEqual({ result: 'hit', reason: 'Named in a case', level: null })
  server.level = 2
  expect(await provider.ask(about())).toEqual({ result: 'clear', reason: null, level: 2 })
  expect(server.asked).toMatchObject([{ moment: 'payout', address: listed, member: 2 }, { member: 2 }])
})

test.for([
  ['hangs', 'timeout'],
  ['lies in its signature', 'the signature of the answer is wrong'],
  ['fails', 'it answers 500'],
  ['talks nonsense', 'JSON'],
  ['repeats itself', 'the answer is to another request'],
  ['reflects', 'the signature of the answer is wrong'],
] as const)('a provider that %s gives no answer', async ([behaviour, why]) => {
  const { server, provider } = await openProvider({ timeoutMs: 500 })
  await provider.ask(about())
  server.behaviour = behaviour
  await expect(provider.ask(about())).rejects.toThrow(why)
})

test('what a database cannot store, or what would turn a text around, is not in a reason', async () => {
  const { db, owner } = await openTestWallet()
  const { server, provider } = await openProvider()
  const [listed, other] = [randomAddress(), randomAddress()]
  server.listed.add(listed)
  server.reason = 'Named\u0000 in \u202ea case\u2069'
  const { screen } = screenWith([provider], HOUR_MS)
  const reason = 'Named\ufffd in \ufffda case\ufffd'
  expect(await screen(db, about(listed))).toEqual({ kind: 'hit', provider: 'http', reason })
  server.behaviour = 'talks nonsense'
  expect(await screen(db, about(other))).toMatchObject({ kind: 'unanswered' })
  const { rows } = await owner.query<{ detail: string }>('select detail from screening_answer order by id')
  expect(rows[0]).toEqual({ detail: reason })
  // The parser repeats what it could not read.
  expect(rows[1]?.detail).toContain('\ufffd<html>')
})

test('a level that is none gives no answer', async () => {
  const { server, provider } = await openProvider()
  server.level = 10
  await expect(provider.ask(about())).rejects.toThrow('whole number up to 9')
})

/** Answers as the test wants it to, and counts. */
function scripted(name: Provider['name'], isLocal = false) {
  const script = { result: 'clear' as 'clear' | 'hit' | 'none', asked: 0 }
  const provider: Provider = {
    name,
    isLocal,
    async ask() {
      script.asked += 1
      if (script.result === 'none') throw new Error('not now')
      return { result: script.result, reason: null, level: null }
    },
  }
  return { script, provider }
}

test('an answer is recorded, counts as long as the setting says, and the local list is asked every time', async () => {
  const { db, owner } = await openTestWallet()
  const [list, http] = [scripted('list', true), scripted('http')]
  const question = about()
  const { screen } = screenWith([list.provider, http.provider], HOUR_MS)
  await screen(db, question)
  await screen(db, question)
  expect([list.script.asked, http.script.asked]).toEqual([2, 1])
  const { rows } = await owner.query(
    'select provider, moment, owner_id, address, result from screening_answer order by id',
  )
  const common = { moment: 'payout', owner_id: 2, address: question.address, result: 'clear' }
  expect(rows).toEqual([
    { provider: 'list', ...common },
    { provider: 'http', ...common },
  ])
  list.script.result = 'hit'
  expect(await screen(db, question)).toEqual({ kind: 'hit', provider: 'list', reason: null })
  await owner.query(`update screening_answer set answered_at = now() - interval '61 minutes'`)
  list.script.result = 'clear'
  await screen(db, question)
  expect(http.script.asked).toBe(2)
})

test('what is clear for a small amount, or at another moment, says nothing about a larger payout', async () => {
  const { db, owner } = await openTestWallet()
  const { script, provider } = scripted('http')
  const { screen } = screenWith([provider], HOUR_MS)
  const address = randomAddress()
  const ask = (moment: Question['moment'], dollars: bigint | null) =>
    screen(db, { moment, address, owner: 2, amount: dollars === null ? null : usd(dollars * 100_000n) })
  const askedBy = async (...question: Parameters<typeof ask>) => {
    const before = script.asked
    await ask(...question)
    return script.asked - before
  }
  expect(await askedBy('address', null)).toBe(1)
  expect(await askedBy('address', null)).toBe(0)
  expect(await askedBy('deposit', 5n)).toBe(1)
  expect(await askedBy('payout', 5n), 'another moment').toBe(1)
  expect(await askedBy('payout', 5n)).toBe(0)
  expect(await askedBy('payout', 3n)).toBe(0)
  expect(await askedBy('payout', 9000n), 'a larger amount').toBe(1)
  expect(await askedBy('payout', 5n)).toBe(0)
  // A hit counts for whatever comes after it.
  script.result = 'hit'
  await ask('deposit', 1n)
  script.result = 'clear'
  expect(await ask('deposit', 50n)).toMatchObject({ kind: 'hit' })
  // Recorded before amounts were.
  await owner.query(`update screening_answer set amount = null, result = 'clear'`)
  expect(await askedBy('payout', 5n)).toBe(1)
})

test('without an answer from one, a hit of another still counts, and the silent one is left alone for a while', async () => {
  const { db, owner } = await openTestWallet()
  const [oracle, http] = [scripted('oracle'), scripted('http')]
  oracle.script.result = 'none'
  const { screen } = screenWith([oracle.provider, http.provider], HOUR_MS)
  expect(await screen(db, about())).toEqual({ kind: 'unanswered', why: 'the oracle: not now' })
  for (let count = 0; count < 50; count += 1) await screen(db, about())
  expect(oracle.script.asked).toBeLessThan(5)
  http.script.result = 'hit'
  expect(await screen(db, about())).toMatchObject({ kind: 'hit', provider: 'http' })
  const { rows } = await owner.query<{ detail: string }>(`select detail from screening_answer where result = 'none'`)
  expect(rows).toHaveLength(oracle.script.asked)
  expect(rows[0]).toEqual({ detail: 'not now' })
})

test('questions that fail at the same time are one failure, and the next one raises the pause', async () => {
  const { db } = await openTestWallet()
  const { script, provider } = scripted('http')
  script.result = 'none'
  const allAsked = Promise.withResolvers<void>()
  const slow: Provider = {
    ...provider,
    async ask(question) {
      const asking = provider.ask(question)
      if (script.asked === 20) allAsked.resolve()
      await Promise.all([allAsked.promise, asking.catch(() => {})])
      return asking
    },
  }
  const { screen } = screenWith([slow], HOUR_MS)
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await Promise.all(Array.from({ length: 20 }, () => screen(db, about())))
  expect(script.asked).toBe(20)
  const askAfter = async (milliseconds: number) => {
    vi.setSystemTime(Date.now() + milliseconds)
    await screen(db, about())
    return script.asked
  }
  expect(await askAfter(900)).toBe(20)
  expect(await askAfter(200)).toBe(21)
  expect(await askAfter(4900)).toBe(21)
  expect(await askAfter(200)).toBe(22)
})

test('an answer that could not be recorded is not used', async () => {
  const { db, owner } = await openTestWallet()
  const { script, provider } = scripted('http')
  const { screen } = screenWith([provider], HOUR_MS)
  await owner.query('revoke insert on screening_answer from trefoil_app')
  const question = about()
  await expect(screen(db, question)).rejects.toThrow('permission denied')
  await owner.query('grant insert on screening_answer to trefoil_app')
  expect(await screen(db, question)).toEqual({ kind: 'clear' })
  expect(script.asked).toBe(2)
})
