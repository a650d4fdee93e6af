import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { httpProvider } from '../screening/http-provider.ts'
import { openListFile } from '../screening/list-file.ts'
import { screenWith, type Screening } from '../screening/screening.ts'
import { shareTestChain, UNIT } from '../testing/chain.ts'
import { openScreeningServer, SCREENING_SECRET } from '../testing/screening-server.ts'
import { openTestWallet } from '../testing/wallet.ts'
import { readMemberBalances } from '../ledger/member-balances.ts'
import { creditFinal } from './credit.ts'
import { scanStep } from './scan.ts'
import { freeDeposit, screenDeposits } from './screen-deposits.ts'

const shared = await shareTestChain()
const { chain } = shared
const DOLLAR = 100_000n

async function openScreened() {
  const wallet = await openTestWallet()
  await wallet.follow(chain)
  const server = await openScreeningServer()
  onTestFinished(() => server.stop())
  const member = wallet.members[0]!
  const makeScreening = () =>
    screenWith(
      [httpProvider({ url: server.url, secret: SCREENING_SECRET, timeoutMs: 1500, chainId: 31_337 })],
      3_600_000,
    )
  let screening = makeScreening()
  const before = await readMemberBalances(wallet.db, member)
  return {
    wallet,
    server,
    member,
    before: before.impact.balance,
    balances: () => readMemberBalances(wallet.db, member),
    /** As after an hour, in which a silent provider is asked again. */
    forget: () => {
      screening = makeScreening()
    },
    receive: async (whole: bigint) => {
      await shared.pay(await wallet.addressOf(chain, member), whole * UNIT)
      await shared.mine(3)
      const context = { db: wallet.db, chain, ledger: wallet.ledger, screening }
      const scan = { ...context, addresses: await wallet.addresses(chain) }
      while ((await scanStep(scan)).more);
      while ((await creditFinal(context)) > 0);
    },
    screen: () => screenDeposits({ db: wallet.db, screening })(),
    screenBy: (path: string) =>
      openListFile(path).then((list) => screenDeposits({ db: wallet.db, screening: screenWith([list], 0) })()),
    sender: async () => {
      const { rows } = await wallet.owner.query<{ sender: string }>(
        'select sender from deposit order by id desc limit 1',
      )
      return rows[0]!.sender
    },
  }
}

test('a deposit is credited at once, stays until its sender is cleared, and is asked about once', async () => {
  const { wallet, server, before, balances, receive, screen } = await openScreened()
  await receive(7n)
  expect(await balances()).toMatchObject({ impact: { balance: before + 7n * DOLLAR }, onHold: 7n * DOLLAR })
  await wallet.verify()
  expect(await screen()).toEqual({ more: false, figures: { waiting: 0 } })
  expect(await balances()).toMatchObject({ impact: { balance: before + 7n * DOLLAR }, onHold: 0n })
  await screen()
  expect(server.asked).toHaveLength(1)
  expect(server.asked).toMatchObject([{ moment: 'deposit', amount: '7.00000' }])
  await wallet.verify()
})

test('a hit keeps it on hold, tells operators once, and only an operator frees it', async () => {
  const { wallet, server, member, balances, receive, screen, sender } = await openScreened()
  await receive(7n)
  server.listed.add(await sender())
  await screen()
  await screen()
  expect(await balances()).toMatchObject({ onHold: 7n * DOLLAR })
  const { rows } = await wallet.owner.query('select moment, owner_id, amount, state, deposit_id from screening_hit')
  expect(rows).toMatchObject([{ moment: 'deposit', owner_id: member, amount: '700000', state: 'open' }])
  const mails = await wallet.owner.query(
    `select distinct facts ->> 'moment' as moment from mail_outbox where kind = 'screening waits'`,
  )
  expect(mails.rows).toEqual([{ moment: 'deposit' }])
  await wallet.verify()
  const { deposit_id } = rows[0] as { deposit_id: string }
  await wallet.db.transaction().execute((tx) => freeDeposit(tx, { id: deposit_id, from: 'held' }))
  await wallet.db.transaction().execute((tx) => freeDeposit(tx, { id: deposit_id, from: 'held' }))
  expect(await balances()).toMatchObject({ onHold: 0n })
  await wallet.verify()
})

test.for(['hangs', 'lies in its signature', 'fails'] as const)(
  'while the provider %s, deposits are credited all the same, and cleared once it answers',
  async (behaviour) => {
    const { wallet, server, before, balances, receive, screen, forget } = await openScreened()
    server.behaviour = behaviour
    await receive(2n)
    await receive(3n)
    expect((await screen()).trouble).toContain('2 deposits wait for screening')
    expect(await balances()).toMatchObject({ impact: { balance: before + 5n * DOLLAR }, onHold: 5n * DOLLAR })
    server.behaviour = 'answers'
    forget()
    expect((await screen()).trouble).toBeUndefined()
    expect(await balances()).toMatchObject({ onHold: 0n })
    await wallet.verify()
  },
)

test('a question that breaks leaves its own deposit waiting, but a lost database is everybody’s', async () => {
  const { wallet, balances, receive } = await openScreened()
  await receive(2n)
  await receive(3n)
  let problem = new Error('Connection terminated')
  const breaking: Screening = {
    screen: async (_db, { amount }) => {
      if (amount === 2n * DOLLAR) throw problem
      return { kind: 'clear' }
    },
  }
  const screen = screenDeposits({ db: wallet.db, screening: breaking })
  await expect(screen()).rejects.toThrow('Connection terminated')
  expect(await balances()).toMatchObject({ onHold: 5n * DOLLAR })
  problem = new Error('invalid byte sequence')
  expect(await screen()).toMatchObject({
    figures: { waiting: 1 },
    trouble: '1 deposits wait for screening, which does not answer (invalid byte sequence)',
  })
  expect(await balances()).toMatchObject({ onHold: 2n * DOLLAR })
  await wallet.verify()
})

test('without screening a deposit is nobody’s question', async () => {
  const { wallet, server, member, balances } = await openScreened()
  await shared.pay(await wallet.addressOf(chain, member), UNIT)
  await shared.mine(3)
  await wallet.follow(chain)
  expect(await balances()).toMatchObject({ onHold: 0n })
  expect(server.asked).toEqual([])
})

test('a sender on a list is found, in whichever case the list has it', async () => {
  const { wallet, receive, sender, screenBy } = await openScreened()
  await receive(6n)
  const folder = await mkdtemp(join(tmpdir(), 'screening-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'list'), `${(await sender()).toLowerCase()}\n`)
  await screenBy(join(folder, 'list'))
  const { rows } = await wallet.owner.query('select provider, moment from screening_hit')
  expect(rows).toEqual([{ provider: 'list', moment: 'deposit' }])
})
