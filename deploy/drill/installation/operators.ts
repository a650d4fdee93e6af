import { randomBytes } from 'node:crypto'
import { openDatabase, openPool } from '../../../apps/server/src/db/database.ts'
import { openLedger } from '../../../apps/server/src/ledger/batch.ts'
import { actIn } from '../../../apps/server/src/members/audit.ts'
import type { Actor, OperatorContext } from '../../../apps/server/src/operator/context.ts'
import { approveProposal } from '../../../apps/server/src/operator/decide-proposal.ts'
import { proposeRecovery } from '../../../apps/server/src/operator/propose-recovery.ts'
import { withdrawalDecisions } from '../../../apps/server/src/payouts/decide.ts'
import { withdrawal, withdrawalOrder } from '../../../apps/server/src/payouts/request.ts'
import { until } from '../commands.ts'
import type { Installation } from './installation.ts'

const WHY = 'Because it is a drill'
const PAID_WITHIN_MS = 120_000

/** What a member and two operators do, without their screens. */
export async function withOperators<Result>(
  { databaseUrl, chain: { chain } }: Installation,
  act: (operators: {
    payOut: (amount: number) => Promise<string>
    endRecovery: () => Promise<string>
  }) => Promise<Result>,
): Promise<Result> {
  const pool = openPool(databaseUrl, 2)
  const ledger = openLedger(databaseUrl)
  const db = openDatabase(pool)
  const { rows: operators } = await pool.query<{ id: number }>(
    `select id from account where role = 'operator' order by id`,
  )
  const [first, second] = operators.map(({ id }): Actor => ({ operator: id, address: null, agent: null }))
  if (!first || !second) throw new Error('There are no two operators')
  try {
    return await act({
      /** Somebody who has earned it asks for it, an operator approves, and a worker pays. */
      payOut: async (amount) => {
        const { rows } = await pool.query<{ member: number }>(
          'select member_id as member from member_balance order by available desc limit 1',
        )
        const body = {
          amount,
          withdrawal_address: `0x${randomBytes(20).toString('hex')}`,
          network: 'BSC',
          payment_method: 'blockchain',
          type: 'Withdrawal',
        } as const
        const order = await withdrawalOrder({ db, chain }, { member: rows[0]?.member ?? 0 }, body)
        const { data } = await ledger.post(withdrawal, order)
        const entry = { ...first, action: 'withdrawal.approve', why: WHY } as const
        await withdrawalDecisions({ db, ledger, chain }).approve(data.withdrawal_id, entry)
        await until(
          `${data.withdrawal_id} is paid`,
          async () => {
            const { rows: found } = await pool.query<{ state: string }>(
              'select state from withdrawal where reference = $1',
              [data.withdrawal_id],
            )
            return found[0]?.state === 'paid' ? true : undefined
          },
          { withinMs: PAID_WITHIN_MS },
        )
        return data.withdrawal_id
      },
      /** One proposes it, the other agrees: what they read. */
      endRecovery: () =>
        until(
          'the recovery can be ended',
          async () => {
            const context = { db, act: actIn(db), ledger, chain } as unknown as OperatorContext
            const { id, summary } = await proposeRecovery(context, first, { why: WHY })
            await approveProposal(context, second, { id, why: WHY })
            return summary
          },
          { withinMs: PAID_WITHIN_MS, everyMs: 1000 },
        ),
    })
  } finally {
    await ledger.stop()
    await pool.end()
  }
}
