import type { MemberId } from '@trefoil/core/ledger/account'
import type { MemberBalances } from '@trefoil/core/ledger/member-balances'
import type { Causes } from '@trefoil/core/programme/choose-cause'
import type { Programme } from '@trefoil/core/programme/programme'
import { Recent } from '@trefoil/core/recent'
import { isNamed, type KeptBalances } from './balance-row.ts'
import {
  membersIn,
  rememberedUnder,
  type AtHand,
  type Facts,
  type Named,
  type Remembered,
  type UplineIds,
} from './facts.ts'
import { KeptRows } from './kept-rows.ts'
import type { Consent } from './open-ledger.ts'
import type { Placed } from './operation.ts'
import type { SystemAccounts } from './write-batch.ts'

/** Where the ledger stands after the last batch that this process has posted or sent. */
export type Head = {
  /** The random mark of that batch: `ledger_state.batch`. */
  readonly batch: string
  readonly lastJournal: bigint
  /** How many losses of journals were accepted. It changes with the mark. */
  readonly lineage: number
  readonly system: SystemAccounts
  readonly programme: Programme
  /** They change with the mark. */
  readonly causes: Causes
  readonly consent: Consent
  /** It changes with the mark. */
  readonly isRecovering: boolean
}

const MEMBERS_MAX = 50_000
/**
 * Twice as many as can wait. An order's key is looked up when it arrives; what was posted since under the same key must
 * still be here when its turn comes.
 */
const REPLIES_MAX = 16_384

/**
 * What a process knows of the ledger, with the effects of batches that are still on their way. Nothing rests on its being
 * true: whatever is decided upon it is compared with the database before it is written.
 */
export class Kept implements AtHand {
  head: Head | undefined
  /** Versions of the programme never change. */
  programme: Programme | undefined
  readonly #members = new KeptRows(MEMBERS_MAX)
  readonly #uplines = new Recent<MemberId, UplineIds>(MEMBERS_MAX)
  readonly #namedBy = new Recent<string, MemberId>(MEMBERS_MAX)
  readonly #replies = new Recent<string, Remembered>(REPLIES_MAX)
  /** Who has sent something twice, and sessions that have ended: their next orders are looked up before they are decided. */
  readonly #doubts = new Recent<MemberId | string, true>(MEMBERS_MAX)

  member(member: MemberId): KeptBalances | undefined {
    return this.#members.get(member)
  }

  hasMember(member: MemberId): boolean {
    return this.#members.has(member)
  }

  /** Whether nothing has to be looked up for it, as far as one can expect. */
  hasAllFor({ touched, order: { key, session } }: Placed): boolean {
    if (key && this.#doubts.get(key.member)) return false
    if (session !== undefined && this.#doubts.get(session)) return false
    const upline = touched.uplineOf === undefined ? undefined : this.#uplines.get(touched.uplineOf)
    return (
      touched.members.every((member) => this.#members.has(member)) &&
      (!touched.named || touched.named.texts.some((form) => this.named(form))) &&
      (touched.uplineOf === undefined ||
        (upline !== undefined && membersIn(upline).every((member) => this.#members.has(member))))
    )
  }

  uplineOf(member: MemberId): UplineIds | undefined {
    return this.#uplines.get(member)
  }

  /** Of the member who was named so lately, the row says whether it still holds. */
  named(form: string): Named | undefined {
    const member = this.#namedBy.get(form)
    const names = member === undefined ? undefined : this.#members.namesOf(member)
    if (member === undefined || !names || !isNamed(names, form)) return undefined
    return { member, name: names.name }
  }

  rememberedUnder(under: string): Remembered | undefined {
    return this.#replies.get(under)
  }

  /** Read beside the posting of others: what a batch on its way has decided since is newer. */
  admit(read: KeptBalances): void {
    const known = this.#members.versionOf(read.balances.member)
    if (known === undefined || known < read.version) this.#members.set(read)
  }

  /** Read under the lock. */
  replace(members: Iterable<KeptBalances>): void {
    for (const read of members) this.#members.set(read)
  }

  addUplines(uplines: ReadonlyMap<MemberId, UplineIds>): void {
    for (const [member, ids] of uplines) this.#uplines.set(member, ids)
  }

  addNames(named: ReadonlyMap<string, Named>): void {
    for (const [form, { member }] of named) {
      // The row's own text, so that it is kept once.
      const keyHash = this.#members.namesOf(member)?.keyHash
      this.#namedBy.set(form === keyHash ? keyHash : form, member)
    }
  }

  addDoubts(
    placed: readonly Placed[],
    { remembered, endedSessions }: Pick<Facts, 'remembered' | 'endedSessions'>,
  ): void {
    for (const session of endedSessions) this.#doubts.set(session, true)
    if (remembered.size === 0) return
    for (const { order, operation } of placed)
      if (order.key && remembered.has(rememberedUnder(order.key, operation.reason)))
        this.#doubts.set(order.key.member, true)
  }

  /** A batch was posted or sent. */
  moveOn(head: Head, changed: readonly MemberBalances[], remembered: ReadonlyMap<string, Remembered>): void {
    this.head = head
    for (const balances of changed) this.#members.moveOn(balances)
    for (const [under, reply] of remembered) this.#replies.set(under, reply)
  }

  /**
   * After a failure: what was decided upon it may not have happened. Places in the tree stay, and whom names mean; and all
   * other rows, if the failure concerns only the batch that touched these. Replies go in any case: of one that was never
   * stored nobody may be told, and the others are in the database.
   */
  forget(touched?: Iterable<MemberId>): void {
    this.head = undefined
    this.#replies.clear()
    if (touched) for (const member of touched) this.#members.delete(member)
    else this.#members.clear()
  }
}
