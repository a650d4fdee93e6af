import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { httpProvider } from '../chain/rpc.ts'
import { earn } from '../testing/earnings.ts'
import { expectNoViolation, lookInto } from '../testing/invariants.ts'
import { balancesOf, earner, sendMoney, withdraw, type Funded } from '../testing/money.ts'
import { randomAddress } from '../testing/payouts.ts'
import { PASSCODE } from '../testing/people.ts'
import { shareTestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

const server = await shareTestServer()
const db = lookInto(server.settings.databaseUrl)
const isLong = process.env['TREFOIL_LONG'] !== undefined

const history = async ({ visitor }: Funded, query = '') =>
  (await visitor.get(`/api/transactions/history${query}`)).body.data

test('a test deposit is pending, then completed by itself; a withdrawal arrives on the chain', async () => {
  const member = await earner(server, 40)
  const { visitor } = member
  const wallet = await visitor.post('/api/wallet/generate')
  expect(wallet.status, JSON.stringify(wallet.body)).toBe(200)
  expect(wallet.body.data).toMatchObject({ expires_in: '59 minutes', wallet_address: expect.stringMatching(/^0x/) })
  const address = wallet.body.data.wallet_address as string
  expect((await visitor.post('/api/demo/pay', { address, amount: 12.5 })).status).toBe(200)
  await until(async () => (await history(member)).transactions[0]?.status === 2)
  expect((await history(member)).transactions[0]).toMatchObject({
    type: 'Deposit',
    amount: 12.5,
    address,
    confirmations: { needed: 3 },
  })
  await until(async () => (await history(member)).transactions[0].status === 1)
  expect((await balancesOf(visitor)).deposit_balance).toBe(12.5)

  const to = randomAddress()
  await visitor.put('/api/users/wallet', { wallet_address: to })
  const asked = await withdraw(visitor, { amount: 40, withdrawal_address: to })
  expect(asked.body).toMatchObject({ success: true, data: { amount: 40, status: 2 } })
  expect((await balancesOf(visitor)).balance).toBe(0)
  await until(async () => (await history(member, '?type=Withdrawal')).transactions[0].status === 1)
  const [done] = (await history(member, '?type=Withdrawal')).transactions
  expect(done).toMatchObject({ description: 'Paid to your wallet', address: to, icon: 'withdrawal' })
  expect(done.steps.map(({ name }: { name: string }) => name)).toEqual(['requested', 'sent', 'ended'])

  const { rows } = await server.database.query(`select value from installation where key = 'local chain'`)
  const chain = httpProvider(`http://127.0.0.1:${rows[0].value.port}`)
  const receipt = (await chain.request('eth_getTransactionReceipt', [done.transaction])) as {
    status: string
    logs: { topics: string[]; data: string }[]
  }
  expect(receipt.status).toBe('0x1')
  const transfer = receipt.logs.find(({ topics }) => topics[2]?.endsWith(to.slice(2).toLowerCase()))
  expect(BigInt(transfer!.data)).toBe(40n * 10n ** 18n)
  expect((await visitor.get('/api/health')).body.parts).toMatchObject({ scanner: 'ok', payouts: 'ok' })
  await expectNoViolation(db)
})

test.each<[string, number, string, object]>([
  ['below the minimum', 422, 'below_minimum', { amount: 9.99999 }],
  ['above the balance', 422, 'insufficient_funds', { amount: 50.00001 }],
  ['six decimals', 422, 'invalid_amount', { amount: 20.000001 }],
  ['nothing', 422, 'invalid_amount', { amount: 0 }],
  ['a negative amount', 422, 'invalid_amount', { amount: -20 }],
  ['a bad checksum', 422, 'invalid_address', { withdrawal_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }],
  ['the zero address', 422, 'invalid_address', { withdrawal_address: `0x${'0'.repeat(40)}` }],
  ['a precompiled contract', 422, 'invalid_address', { withdrawal_address: `0x${'0'.repeat(39)}9` }],
  ['no address', 422, 'invalid_address', { withdrawal_address: 'my wallet' }],
  ['another network', 400, 'invalid_request', { network: 'ETH' }],
  ['another method', 400, 'invalid_request', { payment_method: 'bank' }],
])('refused, and nothing is held: %s', async (_, status, code, changes) => {
  const { visitor } = await earner(server, 50)
  const answer = await withdraw(visitor, changes)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect((await balancesOf(visitor)).balance).toBe(50)
})

test('refused: our own contracts, and the deposit address of any member', async () => {
  const { visitor } = await earner(server, 50)
  const other = await earner(server, 0.00001)
  const { wallet_address: issued, parameters } = (await other.visitor.post('/api/wallet/generate')).body.data
  for (const ours of [issued, parameters.factory, parameters.treasury, parameters.implementation]) {
    const answer = await withdraw(visitor, { withdrawal_address: ours })
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_address'])
  }
  expect((await balancesOf(visitor)).balance).toBe(50)
})

test('refused: a frozen member’s request, and a frozen member’s cancellation', async () => {
  const { visitor, id } = await earner(server, 50)
  const asked = await withdraw(visitor)
  await server.database.query('update member_balance set frozen = true where member_id = $1', [id])
  expect((await withdraw(visitor)).body.code).toBe('frozen')
  const cancel = await visitor.post(`/api/transactions/withdrawal/${asked.body.data.withdrawal_id}/cancel`)
  expect([cancel.status, cancel.body.code]).toEqual([403, 'frozen'])
})

test(
  'of 200 withdrawals of one balance at once, among transfers of it, exactly one wins',
  { timeout: 600_000 },
  async () => {
    const member = await earner(server, 0.00001)
    await sendMoney(member.visitor, { amount: 0.00001, recipient_id: member.privateKey, from: 'available' })
    for (let round = 0; round < (isLong ? 100 : 3); round += 1) {
      await earn(server.ledger, member.id, 20)
      const own = { amount: 20, recipient_id: member.privateKey, from: 'available' }
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          index % 4 === 3 ? sendMoney(member.visitor, own) : withdraw(member.visitor, {}, randomUUID()),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'insufficient_funds')).toHaveLength(199)
    }
    await expectNoViolation(db)
  },
)

describe('submitted once', () => {
  test('the same key has one effect and one reply; another body under it is refused', async () => {
    const { visitor } = await earner(server, 50)
    const order = { withdrawal_address: randomAddress() }
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(visitor, order, 'same')))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect((await balancesOf(visitor)).balance).toBe(30)
    expect((await withdraw(visitor, { ...order, amount: 21 }, 'same')).body.code).toBe('idempotency_conflict')
  })

  test('with two-factor on, a request needs a code, and its repetition does not', async () => {
    const { visitor } = await earner(server, 50)
    const { secret } = (await visitor.post('/api/users/two-factor/setup', { password: PASSCODE })).body.data
    const codeOf = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
    await visitor.post('/api/users/two-factor/enable', { code: codeOf(-1) })
    const order = { withdrawal_address: randomAddress() }
    expect((await withdraw(visitor, order, 'once')).body.code).toBe('two_factor_required')
    expect((await withdraw(visitor, { ...order, code: '000000' }, 'once')).body.code).toBe('wrong_code')
    const code = codeOf(0)
    const first = await withdraw(visitor, { ...order, code }, 'once')
    expect(first.status).toBe(200)
    expect((await withdraw(visitor, { ...order, code }, 'once')).body).toEqual(first.body)
    expect((await balancesOf(visitor)).balance).toBe(30)
  })
})

test('cancelled while pending: the amount is back, and nobody else may cancel it', async () => {
  const member = await earner(server, 50)
  const asked = await withdraw(member.visitor)
  const path = `/api/transactions/withdrawal/${asked.body.data.withdrawal_id}/cancel`
  const stranger = await earner(server, 50)
  expect((await stranger.visitor.post(path)).status).toBe(404)
  expect((await member.visitor.post(path)).status).toBe(200)
  expect((await balancesOf(member.visitor)).balance).toBe(50)
  const description = 'Cancelled by you, the amount is available again'
  expect((await history(member)).transactions).toMatchObject([{ status: 3, description }])
  const again = await member.visitor.post(path)
  expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
})

test('the history has pages, types and the newest first, for its own member only', async () => {
  const member = await earner(server, 100)
  for (let count = 0; count < 5; count += 1) await withdraw(member.visitor, { amount: 10 + count })
  const first = await history(member, '?type=Withdrawal&limit=2')
  expect(first.transactions.map(({ amount }: { amount: number }) => amount)).toEqual([14, 13])
  const second = await history(member, `?type=Withdrawal&limit=2&cursor=${first.next_cursor}`)
  expect(second.transactions.map(({ amount }: { amount: number }) => amount)).toEqual([12, 11])
  const third = await history(member, `?type=Withdrawal&limit=2&cursor=${second.next_cursor}`)
  expect([third.transactions.length, third.next_cursor]).toEqual([1, null])
  expect((await history(member, '?type=Deposit')).transactions).toEqual([])
  const stranger = await earner(server, 1)
  expect((await history(stranger)).transactions).toEqual([])
  const stolen = await stranger.visitor.get(`/api/transactions/history?type=Withdrawal&cursor=${first.next_cursor}`)
  expect(stolen.status).toBe(400)
})
