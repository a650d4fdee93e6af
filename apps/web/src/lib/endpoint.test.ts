import type { login } from '@trefoil/contract/accounts'
import type { processDonation } from '@trefoil/contract/donations'
import type { exportCsv } from '@trefoil/contract/operator/exports'
import type { readMemberStatement } from '@trefoil/contract/operator/members'
import type { approveWithdrawal, listWithdrawals, readWithdrawal } from '@trefoil/contract/operator/withdrawals'
import type { readProfile } from '@trefoil/contract/profile'
import { expect, test } from 'vitest'
import { call, change, read } from './endpoint.ts'
import { changeOnce, readOnce, readPages } from './endpoint-kinds.ts'

test('a call has the method and path of its route, and sends nothing where there is nothing to say', () => {
  expect(read<typeof readProfile>('/users/profile').query()).toEqual({ url: '/users/profile' })
})

test('a body goes as a body, without what the path says of it', () => {
  const { query } = change<typeof approveWithdrawal>('POST', '/operator/withdrawals/:id/approve')
  expect(query({ id: 'withdrawal-1', why: 'checked' })).toEqual({
    url: '/operator/withdrawals/withdrawal-1/approve',
    method: 'POST',
    body: { why: 'checked' },
  })
})

test('what fills a path in cannot leave its place', () => {
  const { query } = read<typeof readWithdrawal>('/operator/withdrawals/:id')
  expect(query({ id: '../members?q=1' })).toMatchObject({ url: '/operator/withdrawals/..%2Fmembers%3Fq%3D1' })
})

test('a query goes into the address', () => {
  const { query } = readOnce<typeof exportCsv>('/operator/export/:what')
  expect(query({ what: 'members', cursor: 'c1' })).toEqual({
    url: '/operator/export/members',
    params: { cursor: 'c1' },
  })
})

test('pages have the filter and the cursor, the first one no cursor', () => {
  const { query } = readPages<typeof readMemberStatement>('/operator/members/:id/statement')
  const first = query({ queryArg: { id: 7, account: 'impact' }, pageParam: null })
  expect(first).toEqual({ url: '/operator/members/7/statement', params: { account: 'impact' } })
  const next = query({ queryArg: { id: 7, account: 'impact' }, pageParam: 'c2' })
  expect(next).toEqual({ url: '/operator/members/7/statement', params: { account: 'impact', cursor: 'c2' } })
})

test('money moves with its key', () => {
  const { query } = changeOnce<typeof processDonation>('/donations/process')
  expect(query({ key: 'k1', body: { amount: 5 } })).toEqual({
    url: '/donations/process',
    method: 'POST',
    body: { amount: 5 },
    headers: { 'idempotency-key': 'k1' },
  })
})

/** Never called: each of these lines must fail to compile. */
export const refused = () => [
  // @ts-expect-error: a path that the route does not have
  change<typeof login>('POST', '/users/logon'),
  // @ts-expect-error: another method than the route's
  change<typeof login>('PUT', '/users/login'),
  // @ts-expect-error: a route that changes something is not read
  read<typeof login>('/users/login'),
  // @ts-expect-error: the path of another route
  read<typeof readProfile>('/users/details'),
  // @ts-expect-error: a route with a key, called without one
  call<typeof processDonation>('POST', '/donations/process'),
  // @ts-expect-error: a key for a route that takes none
  changeOnce<typeof login>('/users/login'),
  // @ts-expect-error: a param with another name
  read<typeof readWithdrawal>('/operator/withdrawals/:id').query({ reference: 'withdrawal-1' }),
  // @ts-expect-error: a param of another type
  readOnce<typeof exportCsv>('/operator/export/:what').query({ what: 'passcodes' }),
  // @ts-expect-error: a body with a field too few
  change<typeof login>('POST', '/users/login').query({ identifier: 'ada' }),
  // @ts-expect-error: a filter that the list does not know
  readPages<typeof listWithdrawals>('/operator/withdrawals').query({ queryArg: { show: 'some' }, pageParam: null }),
]
