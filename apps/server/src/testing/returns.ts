import type pg from 'pg'
import { randomAddress } from './payouts.ts'
import type { Answer, Visitor } from './visitor.ts'

/** A new version of the programme, in force at once. `returnMax`, in dollars: up to this, no operator is asked. */
export const offerReturns = async (owner: Pick<pg.Pool, 'query'>, returnMax = 0): Promise<void> => {
  await owner.query(
    `insert into programme (version, rules)
      select version + 1, jsonb_set(rules || '{"offers_returns": true}', '{automatic_payout,return_max}', to_jsonb($1::numeric))
      from programme order by version desc limit 1`,
    [returnMax],
  )
}

/** $20 to an address of nobody's, unless told otherwise. */
export const returnDeposit = (visitor: Visitor, changes: object = {}, key?: string): Promise<Answer> =>
  visitor.send('POST', '/api/transactions/return', {
    body: JSON.stringify({
      amount: 20,
      withdrawal_address: randomAddress(),
      network: 'BSC',
      payment_method: 'blockchain',
      type: 'Withdrawal',
      ...changes,
    }),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
