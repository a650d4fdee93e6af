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
