import type { APIRequestContext } from '@playwright/test'
import { expect } from '@playwright/test'
import { fundedMember, newMember, sendFromSample, verifyEmail, type Member } from './members.ts'

/** Gave twenty dollars and has a friend who is about to give: `earn` makes $10.40000 available. */
export async function withGenerousFriend(
  request: APIRequestContext,
  member: Member,
): Promise<{ earn: () => Promise<void> }> {
  const friend = await newMember(request, { name: 'Grace Hopper', referralCode: member.referralCode })
  await sendFromSample(request, friend, 80)
  return { earn: () => donate(request, friend, 80) }
}

/** Gave ten dollars, as did the only member of their team. Takes little of the sample's money. */
export async function memberWithGiver(request: APIRequestContext): Promise<Member> {
  const member = await fundedMember(request, 10)
  await donate(request, member, 10)
  const giver = await newMember(request, { name: 'Grace Hopper', referralCode: member.referralCode })
  await sendFromSample(request, giver, 10)
  await donate(request, giver, 10)
  return member
}

/** With $10.40000 to withdraw. */
export async function earningMember(request: APIRequestContext): Promise<Member> {
  const member = await fundedMember(request, 20)
  await verifyEmail(request, member)
  await donate(request, member, 20)
  await (await withGenerousFriend(request, member)).earn()
  return member
}

async function donate(request: APIRequestContext, { token }: Member, amount: number): Promise<void> {
  const reply = await request.post('/api/donations/process', {
    data: { amount },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(reply.status(), await reply.text()).toBe(200)
}

/** Asked for, and given back at once: nothing of it changes by itself any more. */
export async function withdrawAndCancel(request: APIRequestContext, { token }: Member, amount: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const asked = await request.post('/api/transactions/withdrawal', {
    data: {
      amount,
      withdrawal_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
      network: 'BSC',
      payment_method: 'blockchain',
      type: 'Withdrawal',
    },
    headers,
  })
  expect(asked.status(), await asked.text()).toBe(200)
  const { data } = (await asked.json()) as { data: { withdrawal_id: string } }
  const back = await request.post(`/api/transactions/withdrawal/${data.withdrawal_id}/cancel`, { headers })
  expect(back.status(), await back.text()).toBe(200)
}
