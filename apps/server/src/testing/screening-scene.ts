import { onTestFinished } from 'vitest'
import { creditFinal } from '../deposits/credit.ts'
import { scanStep } from '../deposits/scan.ts'
import { actIn } from '../members/audit.ts'
import type { OperatorContext } from '../operator/context.ts'
import { withdrawalDecisions } from '../payouts/decide.ts'
import { httpProvider } from '../screening/http-provider.ts'
import { screenWith } from '../screening/screening.ts'
import { UNIT, type TestChain } from './chain.ts'
import { openPayouts } from './payouts.ts'
import { openScreeningServer, SCREENING_SECRET } from './screening-server.ts'
import { testSettings } from './settings.ts'

/** A wallet whose payouts and deposits are screened by a provider of the test, and two operators. */
export async function openScreeningScene(shared: TestChain) {
  const { chain } = shared
  const payouts = await openPayouts(shared)
  const { wallet } = payouts
  const server = await openScreeningServer()
  onTestFinished(() => server.stop())
  const provider = httpProvider({ url: server.url, secret: SCREENING_SECRET, timeoutMs: 2000, chainId: 31_337 })
  const screening = screenWith([provider], 3_600_000)
  payouts.screenBy(screening)
  const { rows } = await wallet.owner.query<{ id: number }>(
    `select id from account where role = 'operator' order by id limit 2`,
  )
  const [first, second] = rows.map(({ id }) => ({ operator: id, address: null, agent: null }))
  const context = {
    db: wallet.db,
    act: actIn(wallet.db),
    ledger: wallet.ledger,
    chain,
    settings: testSettings({}),
    withdrawals: withdrawalDecisions({ ...wallet, chain }),
  } as unknown as OperatorContext
  const hit = async () =>
    (await wallet.owner.query('select id, state, decision, provider, reason, first_released_by from screening_hit'))
      .rows[0] as {
      id: number
      state: string
      provider: string
      reason: string | null
      first_released_by: number | null
    }
  return {
    payouts,
    wallet,
    server,
    screening,
    first: first!,
    second: second!,
    context,
    hit,
    /** A deposit of the first member, credited and on hold. */
    receive: async (whole: bigint) => {
      await shared.pay(await wallet.addressOf(chain, wallet.members[0]!), whole * UNIT)
      await shared.mine(3)
      const scan = { ...wallet, chain, screening, addresses: await wallet.addresses(chain) }
      while ((await scanStep(scan)).more);
      while ((await creditFinal(scan)) > 0);
      const newest = await wallet.owner.query<{ id: number; sender: string }>(
        'select id::int, sender from deposit order by id desc limit 1',
      )
      return newest.rows[0]!
    },
  }
}
