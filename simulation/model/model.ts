/** What the books should say, counted from what was asked for and from what is on the chain. Nothing here reads them. */
export type Model = {
  members: Map<number, ModelMember>
  system: Record<'chain' | 'cause:1' | 'operations' | 'dust', bigint>
  /** What was asked for, by the reference under which it would be posted. */
  intents: Map<string, Intent>
  withdrawals: Map<string, ModelWithdrawal>
  /** Withdrawals that somebody asked to give back. */
  releases: Set<string>
  /** Donations, transfers and assignments that were posted, and can be reversed. */
  posted: Map<string, Posted>
  /** Logs that were credited: transaction and ordinal. */
  credited: Set<string>
  /** Logs that were assigned to a member, unless that was reversed: transaction and ordinal. */
  assigned: Set<string>
  /** How often what a recipient was paid out of the reserves was booked. */
  booked: Map<string, number>
  lastJournal: bigint
}

export type ModelMember = {
  id: number
  sponsor: number | null
  parent: number | null
  code: string
  impact: bigint
  available: bigint
  held: bigint
  /** The last one is open. Each donation opens one. */
  windows: EarningWindow[]
}

/** `mergedInto`: the donation that opened it was reversed, and what was earned in it counts in the one before. */
export type EarningWindow = { stage: number; last: bigint; earned: bigint; mergedInto?: EarningWindow }

/** `effects`: how often it was posted under any reference. One request has one effect, however often it is sent. */
export type Intent = { asked: Asked; isRefused: boolean; isAnswered: boolean; effects: number }

export type Asked =
  | { kind: 'transfer'; from: number; to: number; account: 'impact' | 'available'; amount: bigint }
  | { kind: 'donation'; member: number; amount: bigint }
  | { kind: 'withdrawal'; member: number; amount: bigint; address: string }
  | { kind: 'payment'; member: number | null; address: string }
  | { kind: 'assignment'; member: number; log: string }
  | { kind: 'reversal'; reference: string; operationsBears: boolean }

export type ModelWithdrawal = { member: number; amount: bigint; address: string; state: 'open' | 'paid' | 'released' }

/** `window`: of an earning, the window that it counts in. */
export type ModelCredit = { target: string; amount: bigint; window?: EarningWindow }
export type Posted = {
  journal: bigint
  reason: 'donation' | 'transfer' | 'adjustment'
  member: number
  source: string
  credits: ModelCredit[]
  /** Of an assignment. */
  log: string | undefined
  /** The one that it opened, if it is a donation. */
  window: EarningWindow | undefined
  isReversed: boolean
}

export const newModel = (): Model => ({
  members: new Map(),
  system: { chain: 0n, 'cause:1': 0n, operations: 0n, dust: 0n },
  intents: new Map(),
  withdrawals: new Map(),
  releases: new Set(),
  posted: new Map(),
  credited: new Set(),
  assigned: new Set(),
  booked: new Map(),
  lastJournal: 0n,
})

export const newMember = (place: Pick<ModelMember, 'id' | 'sponsor' | 'parent' | 'code'>): ModelMember => ({
  ...place,
  impact: 0n,
  available: 0n,
  held: 0n,
  windows: [{ stage: 0, last: 0n, earned: 0n }],
})

type MemberAccount = 'impact' | 'available' | 'held'

/** `impact:7`, `cause:1`: one name per account. */
export function balanceOf(model: Model, account: string): bigint {
  if (isOfSystem(model, account)) return model.system[account]
  const [kind, id] = account.split(':')
  return memberOf(model, Number(id))[kind as MemberAccount]
}

export function move(model: Model, { from, to, amount }: { from: string; to: string; amount: bigint }): void {
  change(model, from, -amount)
  change(model, to, amount)
}

function change(model: Model, account: string, by: bigint): void {
  const [kind, id] = account.split(':')
  if (isOfSystem(model, account)) model.system[account] += by
  else memberOf(model, Number(id))[kind as MemberAccount] += by
}

const isOfSystem = ({ system }: Model, account: string): account is keyof Model['system'] => account in system

export function memberOf(model: Model, id: number): ModelMember {
  const member = model.members.get(id)
  if (!member) throw new Error(`The model does not know member ${id}`)
  return member
}

export function openWindow({ windows }: ModelMember): EarningWindow {
  const window = windows.at(-1)
  if (!window) throw new Error('A member without a window')
  return window
}
