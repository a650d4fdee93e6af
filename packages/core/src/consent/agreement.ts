import { Refusal } from '../refusal.ts'

/** Whatever members are asked to agree to has a turn; later ones have higher numbers. */
export type Turns = {
  /** The last one in force. 0: nothing is asked. */
  readonly asked: number
  /** The last one that this member agreed to. */
  readonly agreed: number
}

export type DocumentVersion = { readonly kind: string; readonly version: number }

/** A refusal that says to which documents one has to agree. */
export class DocumentsAsked extends Refusal {
  readonly documents: readonly DocumentVersion[]

  constructor(
    code: 'agreement_required' | 'changed_meanwhile',
    sentence: string,
    documents: readonly DocumentVersion[],
  ) {
    super(code, sentence)
    this.documents = documents.map(({ kind, version }) => ({ kind, version }))
  }
}

/** Before money moves at a member's wish. What arrives is theirs in any case, and what they asked for can be cancelled. */
export function requireAgreement({ asked, agreed }: Turns): void {
  if (agreed < asked)
    throw new Refusal('agreement_required', 'Before money moves, please read and agree to our documents.')
}

/** `from`: null once it has passed. */
export function refuseWhileWaiting(from: Date | null): void {
  if (!from) return
  const moment = `${from.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  throw new Refusal('waiting_period', `You can make your first donation from ${moment} on.`, {
    name: 'first_donation_from',
    values: { moment },
  })
}

const HOUR_MS = 3_600_000

/** When a newcomer may give first. Null: now. */
export function donatesFrom(newcomer: { joined: Date; waitingHours: number; now: Date }): Date | null {
  const from = new Date(newcomer.joined.getTime() + newcomer.waitingHours * HOUR_MS)
  return from > newcomer.now ? from : null
}
