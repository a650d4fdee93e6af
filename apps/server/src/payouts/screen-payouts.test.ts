import { expect, onTestFinished, test } from 'vitest'
import { httpProvider } from '../screening/http-provider.ts'
import { screenWith } from '../screening/screening.ts'
import { mintCall } from '../chain/deploy.ts'
import { shareTestChain, startTestChain, UNIT, type TestChain } from '../testing/chain.ts'
import { openPayouts, type Payouts } from '../testing/payouts.ts'
import { openScreeningServer, SCREENING_SECRET, type ScreeningServer } from '../testing/screening-server.ts'
import { look } from './sender.ts'

const shared = await shareTestChain()

async function openScreened(
  chain: TestChain = shared,
): Promise<{ payouts: Payouts; server: ScreeningServer; forget: () => void }> {
  const payouts = await openPayouts(chain)
  const server = await openScreeningServer()
  onTestFinished(() => server.stop())
  const provider = httpProvider({ url: server.url, secret: SCREENING_SECRET, timeoutMs: 1500, chainId: 31_337 })
  const forget = () => payouts.screenBy(screenWith([provider], 3_600_000))
  forget()
  return { payouts, server, forget }
}

const waitingOf = async ({ wallet }: Payouts) =>
  (await wallet.owner.query('select waits_for, look_at > now() as later from withdrawal where ended_at is null')).rows

test('what is clear is paid, and asked about before it is claimed', async () => {
  const { payouts, server } = await openScreened()
  const { reference, to, member } = await payouts.ask({ whole: 12 })
  await payouts.finish()
  expect(await payouts.stateOf(reference)).toBe('paid')
  expect(server.asked).toMatchObject([{ moment: 'payout', address: to, member, amount: '12.00000' }])
  await payouts.wallet.verify()
})

test('a hit holds the payout, tells operators, and approving it again does not release it', async () => {
  const { payouts, server } = await openScreened()
  const { wallet } = payouts
  const { reference, to, member } = await payouts.ask({ approved: false })
  const other = await payouts.ask({ member: wallet.members[1]! })
  server.listed.add(to)
  await payouts.approve(reference)
  await payouts.finish()
  expect([await payouts.stateOf(reference), await payouts.stateOf(other.reference)]).toEqual(['approved', 'paid'])
  expect(await waitingOf(payouts)).toEqual([{ waits_for: 'screening_hit', later: null }])
  const hits = await wallet.owner.query('select moment, owner_id, address, provider, reason, state from screening_hit')
  expect(hits.rows).toEqual([
    { moment: 'payout', owner_id: member, address: to, provider: 'http', reason: 'Named in a case', state: 'open' },
  ])
  const mails = await wallet.owner.query(
    `select distinct facts from mail_outbox where kind = 'withdrawal waits' and facts ->> 'waits_for' = 'screening_hit'`,
  )
  expect(mails.rows).toEqual([{ facts: { amount: '1000000', reference, waits_for: 'screening_hit' } }])
  await expect(payouts.approve(reference)).rejects.toThrow('Screening holds this withdrawal')
  // Not even if the wait is forgotten.
  await wallet.owner.query('update withdrawal set look_at = now(), waits_for = null where reference = $1', [reference])
  await payouts.finish()
  expect(await payouts.stateOf(reference)).toBe('approved')
  await payouts.refuse(reference, 'We cannot pay to this address')
  expect(await payouts.stateOf(reference)).toBe('refused')
  await wallet.verify()
})

test.for(['hangs', 'lies in its signature', 'fails', 'talks nonsense'] as const)(
  'while the provider %s, payouts wait and say so; they go on by themselves',
  async (behaviour) => {
    const { payouts, server, forget } = await openScreened()
    const { wallet } = payouts
    server.behaviour = behaviour
    const { reference, to } = await payouts.ask()
    const seen = await look(payouts.context())
    expect(seen.trouble).toMatch(/^1 payout waits for screening, which does not answer \(http: .+\)$/)
    expect(await waitingOf(payouts)).toEqual([{ waits_for: 'screening', later: true }])
    // An hour later.
    await wallet.owner.query('update withdrawal set look_at = now() where ended_at is null')
    expect((await look(payouts.context())).trouble).toContain('1 payout waits')
    expect(await shared.chain.balanceOf(to)).toBe(0n)
    server.behaviour = 'answers'
    forget()
    await wallet.owner.query('update withdrawal set look_at = now() where ended_at is null')
    expect((await payouts.finish()).trouble).toBeUndefined()
    expect(await payouts.stateOf(reference)).toBe('paid')
    expect(await shared.chain.balanceOf(to)).toBe(10n * UNIT)
    await wallet.verify()
  },
)

test('a reason that no database can store holds its own payout, and keeps no other waiting', async () => {
  const { payouts, server } = await openScreened()
  const { wallet } = payouts
  server.reason = '\u0000'
  const bad = await payouts.ask()
  server.listed.add(bad.to)
  const good = await payouts.ask({ member: wallet.members[1]! })
  await payouts.finish()
  expect(await payouts.stateOf(good.reference)).toBe('paid')
  expect(await waitingOf(payouts)).toEqual([{ waits_for: 'screening_hit', later: null }])
  const hits = await wallet.owner.query('select address, reason from screening_hit')
  expect(hits.rows).toEqual([{ address: bad.to, reason: '\ufffd' }])
  await wallet.verify()
})

test('a question that breaks keeps its own payout waiting, but a lost database is everybody’s', async () => {
  const { payouts } = await openScreened()
  const bad = await payouts.ask()
  const good = await payouts.ask({ member: payouts.wallet.members[1]! })
  let problem = new Error('Connection terminated')
  payouts.screenBy({
    screen: async (_db, { address }) => {
      if (address === bad.to) throw problem
      return { kind: 'clear' }
    },
  })
  await expect(look(payouts.context())).rejects.toThrow('Connection terminated')
  expect(await payouts.stateOf(good.reference)).toBe('approved')
  problem = new Error('invalid byte sequence')
  expect((await payouts.finish()).trouble).toBe('1 payout waits for screening, which does not answer')
  expect(await payouts.stateOf(good.reference)).toBe('paid')
  expect(await waitingOf(payouts)).toEqual([{ waits_for: 'screening', later: true }])
  await payouts.wallet.verify()
})

test('while nobody answers, what else keeps payouts waiting is said as well', async () => {
  const chain = await startTestChain()
  const { payouts, server } = await openScreened(chain)
  const { wallet } = payouts
  await chain.owner.send({ to: chain.chain.token, data: mintCall(chain.chain.treasury, 2_000_000n * UNIT) })
  await chain.mine(3)
  await wallet.follow(chain.chain)
  const [first, second, third] = wallet.members as [number, number, number]
  // More than there is, and answered for; then the provider falls silent.
  await payouts.ask({ whole: 2_000_000, member: first })
  const seen = await look(payouts.context())
  expect(seen.trouble).toContain('refill it')
  server.behaviour = 'fails'
  await payouts.ask({ member: second })
  const both = /^1 payout waits for screening.*\. The vault does not cover a withdrawal of .*: refill it$/
  expect((await look(payouts.context())).trouble).toMatch(both)
  await payouts.ask({ member: third })
  expect((await look(payouts.context())).trouble).toMatch(/^2 payouts wait for screening.*: refill it$/)
})

test('without screening nothing is asked and nothing recorded', async () => {
  const { payouts, server } = await openScreened()
  payouts.screenBy(undefined)
  const { reference, to } = await payouts.ask()
  server.listed.add(to)
  await payouts.finish()
  expect(await payouts.stateOf(reference)).toBe('paid')
  expect(server.asked).toEqual([])
})
