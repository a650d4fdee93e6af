import type { APIRequestContext } from '@playwright/test'
import { memberWithGiver } from './earners.ts'
import { newMember, type Member } from './members.ts'

/**
 * A team that no other test changes: Ben on the left, Chiara in the center, Dora on the right, and below Ben first
 * Emil, then Victor.
 */
export async function memberWithTeam(request: APIRequestContext): Promise<Member> {
  const member = await newMember(request, { name: 'Ada Lovelace' })
  const under = ({ referralCode }: Member, name: string) => newMember(request, { name, referralCode })
  const ben = await under(member, 'Ben Okafor')
  await under(member, 'Chiara Rossi')
  await under(member, 'Dora Lindqvist')
  const emil = await under(ben, 'Emil Weiss')
  await under(emil, 'Victor Mbeki')
  return member
}

/** More than fit on a page, one of them active. */
export async function memberWithLargeTeam(request: APIRequestContext): Promise<Member> {
  const member = await memberWithGiver(request)
  await Promise.all(Array.from({ length: 11 }, () => newMember(request, { referralCode: member.referralCode })))
  return member
}
