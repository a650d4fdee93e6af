import { request as requests } from '@playwright/test'
import { signedIn, withdrawal } from '../console.ts'
import { fundedMember } from '../members.ts'
import { call, signInAs } from '../operators.ts'

/** What pictures show of it. */
export type BusyDay = { donation: string }

/**
 * A day's work for the console: withdrawals to decide, a refused one, a deposit, and a proposal to agree to. And a
 * donation, which has a receipt.
 */
export async function makeBusyDay(baseURL: string): Promise<BusyDay> {
  const request = await requests.newContext({ baseURL })
  const ada = await signInAs(request, 'Ada Moreno', baseURL)
  const oscar = await signInAs(request, 'Oscar Operator', baseURL)
  const ids: string[] = []
  for (const amount of [18.5, 12, 10.25]) {
    const { data } = await call<{ data: { withdrawal_id: string } }>(request, ada, withdrawal(amount))
    ids.push(data.withdrawal_id)
  }
  const refused = encodeURIComponent(ids[1] ?? '')
  await call(request, oscar, {
    path: `/operator/withdrawals/${refused}/refuse`,
    body: { why: 'This address belongs to an exchange that does not take the token.' },
  })
  await call(request, oscar, {
    path: '/operator/proposals/adjustment',
    body: { member: 3, account: 'impact', amount: 2.5, why: 'The fee of a deposit that was sent twice' },
  })
  const { data } = await call<{ data: { wallet_address: string } }>(request, ada, {
    path: '/wallet/generate',
    body: {},
  })
  await call(request, ada, { path: '/demo/pay', body: { address: data.wallet_address, amount: 75 } })
  const donor = signedIn(await fundedMember(request, 25, 'Grace Hopper'))
  const given = await call<{ data: { donation_id: string } }>(request, donor, {
    path: '/donations/process',
    body: { amount: 20, cause_id: 'clean-water' },
  })
  await request.dispose()
  return { donation: given.data.donation_id }
}
