import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { WithdrawalSource } from '@trefoil/core/payouts/plan-withdrawal'
import { payableAddress } from '../chain/address.ts'
import type { Address, Chain } from '../chain/chain.ts'
import { verifyNews } from '../ledger/verify-news.ts'
import { withdrawalDecisions } from '../payouts/decide.ts'
import { withdrawal, withdrawalOrder } from '../payouts/request.ts'
import { look, type Look, type SenderContext } from '../payouts/sender.ts'
import type { Screening } from '../screening/screening.ts'
import { backfillStep } from '../reserves/backfill.ts'
import { reconcileReserves } from '../reserves/reconcile.ts'
import type { TestChain } from './chain.ts'
import type { KillPoint } from './mortal.ts'
import { writeOrders } from './mortal-child.ts'
import { openTestWallet, type TestWallet } from './wallet.ts'
import { programFile } from './programs.ts'

/** Payouts over a real chain, look by look. */
export type Payouts = {
  wallet: TestWallet
  chain: TestChain
  context(view?: Chain): SenderContext
  /** Who is asked from now on. */
  screenBy(screening: Screening | undefined): void
  /** Earns, asks and is approved, unless told otherwise: where it goes, and its reference. */
  ask(options?: AskOptions): Promise<Asked>
  /** Looks, and lets the chain grow, until nothing is under way. */
  finish(view?: Chain): Promise<Look>
  /** Sweeps what is due at once, and looks until it is final and read. */
  sweep(view?: Chain): Promise<void>
  stateOf(reference: string): Promise<string>
  /** By the first operator, and by the second where it takes two. */
  approve(reference: string, view?: Chain): Promise<void>
  refuse(reference: string, why: string): Promise<void>
}

type AskOptions = {
  whole?: number
  earned?: boolean
  approved?: boolean
  member?: number
  to?: Address
  source?: WithdrawalSource
}
export type Asked = { reference: string; to: Address; member: number }

export async function openPayouts(chain: TestChain, existing?: { ownerUrl: string }): Promise<Payouts> {
  // What other installations paid on this chain is in the past for this one.
  if (!existing) await chain.mine(chain.facts.finality === 'tag' ? 1 : chain.facts.finality.depth)
  const wallet = await openTestWallet(existing)
  await wallet.follow(chain.chain)
  while ((await backfillStep({ db: wallet.db, chain: chain.chain })).more);
  // As the server does it when it starts.
  await verifyNews(wallet.db)
  if (!existing) await reconcileReserves({ db: wallet.db, chain: chain.chain })
  const { rows: operators } = await wallet.owner.query<{ id: number }>(
    `select id from account where role = 'operator' order by id`,
  )
  let screening: Screening | undefined
  const context: Payouts['context'] = (view = chain.chain) => ({
    db: wallet.db,
    ledger: wallet.ledger,
    chain: view,
    screening,
    pace: { stuckMs: 60_000, resendMs: 0 },
    sweeps: { addressesMax: 100, minUnits: 1n, everyMs: 3_600_000 },
  })
  const by = { operator: operators[0]!.id, address: null, agent: null }
  const approve: Payouts['approve'] = async (reference, view = chain.chain) => {
    for (const { id } of operators.slice(0, 2)) {
      const entry = { ...by, operator: id, action: 'withdrawal.approve', why: 'Looks well' } as const
      if ((await withdrawalDecisions({ ...wallet, chain: view }).approve(reference, entry)) === 'approved') return
    }
  }
  return {
    wallet,
    chain,
    context,
    screenBy(asked) {
      screening = asked
    },
    approve,
    refuse: (reference, why) =>
      withdrawalDecisions({ ...wallet, chain: chain.chain }).refuse(reference, {
        ...by,
        action: 'withdrawal.refuse',
        why,
      }),
    async ask({
      whole = 10,
      earned = true,
      approved = true,
      member = wallet.members[0]!,
      to = randomAddress(),
      source = 'available',
    } = {}) {
      if (earned && source === 'available') await wallet.earn(member, whole)
      const body = {
        amount: whole,
        withdrawal_address: to,
        network: 'BSC',
        payment_method: 'blockchain',
        type: 'Withdrawal',
      } as const
      const order = await withdrawalOrder({ db: wallet.db, chain: chain.chain }, { member, source }, body)
      const { data } = await wallet.ledger.post(withdrawal, order)
      const reference = data.withdrawal_id
      if (approved) await approve(reference)
      return { reference, to, member }
    },
    async finish(view) {
      for (let looks = 0; looks < 20; looks += 1) {
        const seen = await look(context(view))
        if (seen.open === 0 && !seen.busy) return seen
        await chain.mine(3)
      }
      throw new Error('Something stays pending')
    },
    async sweep(view) {
      const eager = { ...context(view), sweeps: { addressesMax: 100, minUnits: 1n, everyMs: 0 } }
      for (let looks = 0; looks < 4; looks += 1) {
        await look(eager)
        await chain.mine(3)
        await wallet.follow(view ?? chain.chain)
      }
    },
    async stateOf(reference) {
      const { rows } = await wallet.owner.query('select state from withdrawal where reference = $1', [reference])
      return (rows[0] as { state: string }).state
    },
  }
}

export const randomAddress = (): Address => payableAddress(`0x${randomBytes(20).toString('hex')}`)

const LIFETIME_MS = 20_000

/** Runs a payout worker in a process of its own, which is killed at the given point. Returns how it ended. */
export async function payUntilKilled(
  { wallet, chain }: Payouts,
  { rpcUrl, kill }: { rpcUrl: string; kill: KillPoint },
): Promise<string | null> {
  const orders = writeOrders(chain, { databaseUrl: wallet.databaseUrl, rpcUrl, kill })
  const child = spawn(process.execPath, [programFile('payout-child'), orders], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const late = setTimeout(() => child.kill('SIGTERM'), LIFETIME_MS)
  const growing = setInterval(() => void chain.mine(), 150)
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  clearTimeout(late)
  clearInterval(growing)
  return signal
}
