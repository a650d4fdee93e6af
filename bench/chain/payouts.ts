import { setTimeout as sleep } from 'node:timers/promises'
import { usd } from '@trefoil/core/money'
import { asApplication, openPool } from '../../apps/server/src/db/database.ts'
import { openLedger } from '../../apps/server/src/ledger/batch.ts'
import { withdrawal } from '../../apps/server/src/payouts/request.ts'
import { earn } from '../../apps/server/src/testing/earnings.ts'
import { thenStop } from '../cleanup.ts'

const TEN_DOLLARS = usd(1_000_000n)
const LOOK_MS = 200

/** From the approval of `count` withdrawals to the last final receipt, through the running product. */
export async function measurePayouts(databaseUrl: string, count: number): Promise<number> {
  const owner = openPool(databaseUrl, 1)
  const ledger = openLedger(asApplication(databaseUrl))
  return thenStop(
    async () => {
      const { rows } = await owner.query<{ id: number }>(
        'select id from member where parent is not null order by id limit 1',
      )
      const member = rows[0]?.id ?? 0
      await earn(ledger, member, 10 * count)
      await Promise.all(
        Array.from({ length: count }, (_, n) =>
          ledger.post(withdrawal, {
            member,
            source: 'available',
            amount: TEN_DOLLARS,
            address: `0x${(n + 10 ** 9).toString().padStart(40, '7')}`,
            reference: `withdrawal-bench-${Date.now()}-${n}`,
          }),
        ),
      )
      const began = performance.now()
      await owner.query(`update withdrawal set state = 'approved', look_at = now() where state = 'requested'`)
      for (;;) {
        const left = await owner.query<{ count: number }>(
          `select count(*)::int as count from withdrawal where state <> 'paid'`,
        )
        if (left.rows[0]?.count === 0) return (count / (performance.now() - began)) * 60_000
        await sleep(LOOK_MS)
      }
    },
    async () => {
      await ledger.stop()
      await owner.end()
    },
  )
}
