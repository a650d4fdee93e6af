import { expect, test } from 'vitest'
import { fundedMember } from '../testing/money.ts'
import { shareTestServer } from '../testing/server.ts'

const server = await shareTestServer()

test('a refusal has its English sentence, and what other languages make theirs of', async () => {
  const { visitor, referralCode } = await fundedMember(server, 20)
  const small = await visitor.post('/api/donations/process', { amount: 1 })
  expect([small.status, small.body]).toEqual([
    422,
    {
      success: false,
      code: 'below_minimum',
      detail: 'minimum_donation',
      params: { amount: '$10.00000' },
      error: 'Minimum donation is $10.00000',
      message: 'Minimum donation is $10.00000',
    },
  ])
  const own = await visitor.post('/api/transfers/process', { amount: 1, recipient_id: referralCode })
  expect(own.body).toEqual({
    success: false,
    code: 'own_account',
    detail: 'to_yourself',
    error: 'You cannot send your impact balance to yourself',
    message: 'You cannot send your impact balance to yourself',
  })
})

test('a refusal that is the only one of its code has no more than before', async () => {
  const { status, body } = await server.visit().get('/api/users/profile')
  expect(status).toBe(401)
  expect(Object.keys(body).toSorted()).toEqual(['code', 'error', 'message', 'success'])
})
