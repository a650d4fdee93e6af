/** Where money can be. Every account belongs to a member, to a cause or to the system. */
export type Account = MemberAccount | SystemAccount

export type MemberId = number
/** Causes are numbered from 1. */
export type CauseId = number

/** Whose an account is, as entries store it: a member's id, 0 for the system, or a cause's id below zero. */
export type OwnerId = number

export const SYSTEM: OwnerId = 0
export const ownerOfCause = (cause: CauseId): OwnerId => -cause

/** `impact` pays for donations and transfers, `available` holds earnings, `held` holds open withdrawals. */
export type MemberAccount = { readonly kind: MemberAccountKind; readonly member: MemberId }
export type MemberAccountKind = 'impact' | 'available' | 'held'

/**
 * `chain` is the outside world. It alone may be negative: minus what came in and has not left. `held` holds open payouts
 * of a cause or of operations.
 */
export type SystemAccount = {
  readonly kind: SystemAccountKind
  /** Never a member. */
  readonly owner: OwnerId
  /** See `accountName`. */
  readonly name: string
}
export type SystemAccountKind = 'chain' | 'cause' | 'operations' | 'dust' | 'held'

export const impact = (member: MemberId): MemberAccount => ({ kind: 'impact', member })
export const available = (member: MemberId): MemberAccount => ({ kind: 'available', member })
export const held = (owner: OwnerId): Account =>
  owner > SYSTEM ? { kind: 'held', member: owner } : systemAccount('held', owner)

export const systemAccount = (kind: SystemAccountKind, owner: OwnerId): SystemAccount => ({
  kind,
  owner,
  name: systemAccountName(kind, owner),
})

export const chain = systemAccount('chain', SYSTEM)
export const operations = systemAccount('operations', SYSTEM)
export const dust = systemAccount('dust', SYSTEM)
export const cause = (id: CauseId): SystemAccount => systemAccount('cause', ownerOfCause(id))

/** As it is stored: by kind and owner. */
export const accountOf = (kind: MemberAccountKind | SystemAccountKind, owner: OwnerId): Account =>
  owner > SYSTEM ? { kind: kind as MemberAccountKind, member: owner } : systemAccount(kind as SystemAccountKind, owner)

export const ofMember = (account: Account): account is MemberAccount => 'member' in account

export const membersAmong = (owners: readonly OwnerId[]): MemberId[] => owners.filter((owner) => owner > SYSTEM)

export const ownerOf = (account: Account): OwnerId => (ofMember(account) ? account.member : account.owner)

export const mayBeNegative = (account: Account): boolean => account.kind === 'chain'

/** `impact:7`, `operations`, `cause:1`, `held:cause:1`: one name per account. */
export const accountName = (account: Account): string =>
  ofMember(account) ? `${account.kind}:${account.member}` : account.name

function systemAccountName(kind: SystemAccountKind, owner: OwnerId): string {
  if (kind === 'held') return owner === SYSTEM ? 'held:operations' : `held:cause:${-owner}`
  return owner === SYSTEM ? kind : `${kind}:${-owner}`
}
