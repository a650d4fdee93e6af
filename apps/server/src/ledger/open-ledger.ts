import { donatesFrom } from '@trefoil/core/consent/agreement'
import type { MemberId } from '@trefoil/core/ledger/account'
import type { Book } from '@trefoil/core/ledger/book'
import type { Causes } from '@trefoil/core/programme/choose-cause'
import type { Programme } from '@trefoil/core/programme/programme'
import type { KeptBalances } from './balance-row.ts'
import { NeedsLock } from './decide-batch.ts'
import type { Named, UplineIds } from './facts.ts'
import type { OpenLedger } from './operation.ts'
import { reversalFactsFrom, type ReversalRow } from './reversal-facts.ts'
import { sentInDayFrom, type SentRow } from './sent-in-day.ts'
import { withdrawnLatelyFrom, type WithdrawnRow } from './withdrawn-lately.ts'

/** What members are asked to agree to, and how long newcomers wait. It changes with the ledger's mark. */
export type Consent = { readonly turn: number; readonly waitingHours: number }

type Opened = {
  book: Book
  programme: Programme
  causes: Causes
  consent: Consent
  isRecovering: boolean
  member: (member: MemberId) => KeptBalances | undefined
  upline: (member: MemberId) => UplineIds | undefined
  named: (form: string) => Named | undefined
  /** Absent when the batch is decided ahead. */
  underLock?: {
    sent: Map<MemberId, SentRow>
    withdrawn: Map<MemberId, WithdrawnRow>
    reversals: Map<bigint, ReversalRow | undefined>
    now: Date
  }
}

/** What the operations' decisions see. */
export function openLedger({
  book,
  programme,
  causes,
  consent,
  isRecovering,
  member,
  upline,
  named,
  underLock,
}: Opened): OpenLedger {
  function locked(): NonNullable<Opened['underLock']> {
    if (!underLock) throw new NeedsLock()
    return underLock
  }

  function readMember(id: MemberId): KeptBalances {
    const found = member(id)
    if (!found) throw new Error(`Member ${id} was not read`)
    return found
  }

  /** A hold ends by the passing of time, of which the database's clock decides. */
  function heldUntil(id: MemberId): Date | null {
    const until = readMember(id).heldUntil
    if (until) locked()
    return until
  }

  return {
    book,
    programme,
    causes,
    isRecovering,
    nameOf: (id) => readMember(id).name,
    heldUntil,
    agreement: (id) => ({ asked: consent.turn, agreed: readMember(id).agreedTurn }),
    donatesFrom(id) {
      const { waitingHours } = consent
      if (waitingHours === 0 || book.balances(id).window.stage > 0) return null
      // Of time the database's clock decides. There are few first donations.
      return donatesFrom({ joined: readMember(id).joined, waitingHours, now: locked().now })
    },
    upline(id) {
      const ids = upline(id)
      if (!ids) throw new Error(`The upline of member ${id} was not read`)
      return {
        sponsor: ids.sponsor === null ? null : book.balances(ids.sponsor),
        above: ids.above.map((above) => book.balances(above)),
      }
    },
    named({ texts: forms }) {
      const found = forms.map(named).find((one) => one !== undefined)
      return found && { balances: book.balances(found.member), name: found.name }
    },
    sender: (id) => ({
      heldUntil: heldUntil(id),
      hasSecondFactor: readMember(id).hasSecondFactor,
      sentInDay: () => sentInDayFrom(locked().sent.get(id), book),
    }),
    withdrawnLately: (id) => withdrawnLatelyFrom(locked().withdrawn.get(id), book),
    reversal: (original) => reversalFactsFrom(original, { row: locked().reversals.get(original.id), book, programme }),
  }
}
