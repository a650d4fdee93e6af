/** Where money can be. Every account belongs to a member or to the system. */
export type Account = MemberAccount | SystemAccount

export type MemberId = number

/** `impact` pays for donations and transfers, `available` holds earnings, `held` holds open withdrawals. */
export type MemberAccount = { readonly kind: MemberAccountKind; readonly member: MemberId }
export type MemberAccountKind = 'impact' | 'available' | 'held'

/** `chain` is the outside world. It alone may be negative: minus what came in and has not left. */
export type SystemAccount = { readonly kind: SystemAccountKind }
export type SystemAccountKind = 'chain' | 'cause' | 'operations' | 'dust'

export const SYSTEM_ACCOUNT_KINDS: readonly SystemAccountKind[] = ['chain', 'cause', 'operations', 'dust']

export const impact = (member: MemberId): MemberAccount => ({ kind: 'impact', member })
export const available = (member: MemberId): MemberAccount => ({ kind: 'available', member })
export const held = (member: MemberId): MemberAccount => ({ kind: 'held', member })

export const chain: SystemAccount = { kind: 'chain' }
export const cause: SystemAccount = { kind: 'cause' }
export const operations: SystemAccount = { kind: 'operations' }
export const dust: SystemAccount = { kind: 'dust' }

export const ofMember = (account: Account): account is MemberAccount => 'member' in account

export const mayBeNegative = (account: Account): boolean => account.kind === 'chain'

/** `impact:7`, `cause`: one name per account. */
export const accountName = (account: Account): string =>
  ofMember(account) ? `${account.kind}:${account.member}` : account.kind
