import { depositArrives } from './arrivals.ts'
import { earn } from './earnings.ts'
import { randomAddress } from './payouts.ts'
import { signedIn, type TestMember } from './people.ts'
import type { TestServer } from './server.ts'
import type { Answer, Visitor } from './visitor.ts'

export type Funded = TestMember & { id: number }

/** Signed in, with this much impact balance in dollars. */
export async function fundedMember(
  server: TestServer,
  dollars: number,
  details: { referral_code?: string } = {},
): Promise<Funded> {
  const member = await signedIn(server, details)
  const { rows } = await server.database.query<{ id: number }>('select id from member where referral_code = $1', [
    member.referralCode,
  ])
  const id = rows[0]!.id
  if (dollars > 0) await fund(server, id, dollars)
  return { ...member, id }
}

export const fund = ({ ledger }: Pick<TestServer, 'ledger'>, member: number, dollars: number): Promise<void> =>
  depositArrives(ledger, member, dollars)

/** Signed in, with this much available balance in dollars. */
export async function earner(server: TestServer, dollars: number): Promise<Funded> {
  const member = await fundedMember(server, 0)
  await earn(server.ledger, member.id, dollars)
  return member
}

export type Balances = { balance: number; deposit_balance: number; stage_balance: number }

export async function balancesOf(visitor: Visitor): Promise<Balances> {
  const { body } = await visitor.get('/api/users/profile')
  return body.data.balances
}

export const sendMoney = (visitor: Visitor, body: object, key?: string): Promise<Answer> =>
  postWithKey(visitor, '/api/transfers/process', body, key)

export const donate = (visitor: Visitor, amount: number, key?: string): Promise<Answer> =>
  donateAs(visitor, { amount }, key)

export const donateAs = (visitor: Visitor, body: object, key?: string): Promise<Answer> =>
  postWithKey(visitor, '/api/donations/process', body, key)

/** $20 to an address of nobody's, unless told otherwise. */
export const withdraw = (visitor: Visitor, changes: object = {}, key?: string): Promise<Answer> =>
  postWithKey(
    visitor,
    '/api/transactions/withdrawal',
    {
      amount: 20,
      withdrawal_address: randomAddress(),
      network: 'BSC',
      payment_method: 'blockchain',
      type: 'Withdrawal',
      ...changes,
    },
    key,
  )

const postWithKey = (visitor: Visitor, path: string, body: object, key: string | undefined): Promise<Answer> =>
  visitor.send('POST', path, {
    body: JSON.stringify(body),
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
