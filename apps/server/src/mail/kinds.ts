/** Every kind of mail and notice, and the facts in it. No secrets: facts are stored in the clear. */
export type MailFacts = {
  withdrawal: WithdrawalFacts
  deposit: { amount: string; reference: string }
  /** Gathers what arrives until it is read or mailed. `donations`: how many there were. */
  'donations received': { amount: string }
  'stage reached': { stage: number }
  /** `update`: what it says may be corrected or withdrawn later. Older ones do not name it. */
  'cause update': { cause: string; slug: string; title: string; update?: number | null; withdrawn?: boolean }
  /** Without what it says: mails are read by others, too. */
  'case answered': { reference: string; solved: boolean }
  'new address': { address: string }
  'passcode changed': NoFacts
  'new device': { device: string; address: string | null }
  'two-factor on': NoFacts
  'two-factor off': NoFacts
  'wrong codes': NoFacts
  'passkey added': NoFacts
  'passkey removed': NoFacts
  'passkey copied': NoFacts
  'e-mail restored': NoFacts
  'forgotten passcode': { email: string }
  'sign-in link': { email: string }
  'verify e-mail': NoFacts
  /** `verified`: the address that it is sent to, the old one. */
  'e-mail changed': { change: number; verified: boolean }
  'withdrawal waits': { amount: string; reference: string; waits_for: string }
  'proposal waits': { summary: string; by: number; id: number }
  'recovery waits': { why: string }
  'reserves waits': { trouble: string }
  'case waits': { reference: string; isNew: boolean }
  'screening waits': { hit: number; moment: 'address' | 'deposit' }
  alarm: { sentence: string }
}
type NoFacts = Record<string, never>

/** `state` is the new state. */
type WithdrawalFacts = {
  state: string
  amount: string
  address: string
  reference: string
  decision: string | null
}

export type MailKind = keyof MailFacts
