import type { Logger } from 'pino'
import type { Address } from '../chain/chain.ts'
import { LOCKS } from '../db/database.ts'
import { repeatWhileLeading } from '../db/leader-loop.ts'
import { runAsLeader, type Leadership } from '../db/leader.ts'
import type { Leases } from '../db/lease.ts'
import type { Ledger } from '../ledger/batch.ts'
import { ledgerUnderLease } from '../ledger/under-lease.ts'
import { findShortfall } from './assets.ts'
import { whyNotPay } from './payout-gate.ts'
import { isAllRead, letMembersSpend } from './recovery-progress.ts'
import { claimAttestation, readEpochUnderWay } from './attest.ts'
import { allTrouble, claimPayouts, type ClaimContext } from './claim.ts'
import { settleFormer } from './former-signers.ts'
import { settleFound } from './reconcile-paid.ts'
import { settleLost } from './lost-payments.ts'
import { pushWaiting, type Pace } from './push.ts'
import { describeRecovery, noticeRecovery, readRecovery } from './recovery.ts'
import { detectSetback, endForeign } from './setback.ts'
import { settleMined } from './settle.ts'
import { requireSending } from './signer.ts'
import { claimSweep, type SweepRule } from './sweep.ts'
import { watchUnknownSent, type UnknownSent } from './unknown-sent.ts'
import { readVaultFigures, type VaultFigures } from './vault-figures.ts'

const RESERVES_EVERY_MS = 60_000
/** How often the vault is asked when there is nothing to claim. */
const VAULT_EVERY_MS = 10_000
/** Nodes keep at most 64 pending transactions of one account. */
const OPEN_MAX = 48

export type SenderContext = ClaimContext & {
  ledger: Ledger
  pace: Pace
  sweeps: SweepRule
}

/** Pays and sweeps, in one of the processes that share the database and the signer. */
export const startSender = (context: SenderContext & { log: Logger; leases: Leases }): { stop(): Promise<void> } =>
  runAsLeader(context, lockOf(context.chain.signer), (leadership) => {
    const ledger = ledgerUnderLease(context.ledger, leadership.lease)
    return sendOn({ ...context, db: leadership.db, ledger }, leadership)
  })

const lockOf = (signer: Address): number => LOCKS.senders + Number.parseInt(signer.slice(2, 9), 16)

async function sendOn(context: SenderContext & { log: Logger }, leadership: Leadership): Promise<void> {
  let comparedAt = 0
  let shortfall: string | undefined
  let readAt = 0
  let vault: VaultFigures = {}
  let unknown: UnknownSent = {}
  const watch = watchUnknownSent()
  await repeatWhileLeading(context, leadership, {
    name: 'payouts',
    complaint: 'payouts wait',
    async take() {
      const looksAtVault = Date.now() - readAt > VAULT_EVERY_MS
      const { busy, open, trouble } = await look(context, { looksAside: looksAtVault })
      if (trouble === undefined && Date.now() - comparedAt > RESERVES_EVERY_MS) {
        shortfall = await findShortfall(context)
        if (shortfall === undefined) comparedAt = Date.now()
      }
      if (looksAtVault) {
        vault = await readVaultFigures(context.chain)
        unknown = await watch(context)
        readAt = Date.now()
      }
      return { more: busy, figures: { open, ...vault, ...unknown }, trouble: trouble ?? shortfall }
    },
  })
}

const NOTHING = { claimed: 0, more: false, trouble: undefined }
const AT_ONCE = { minUnits: 1n, everyMs: 0 }

export type Look = { busy: boolean; trouble: string | undefined; open: number }

/** Settles what is under way first, then claims what may leave. Can be interrupted anywhere and repeated. */
export async function look(context: SenderContext, { looksAside = true } = {}): Promise<Look> {
  const { db, chain } = context
  const unsettled = await settleMined(context)
  const open = unsettled.length
  await settleFormer(context)
  const lost = await settleFound(context)
  const recovery = (await readRecovery(db)) ?? (await detectSetback(context, unsettled))
  if (recovery) {
    await noticeRecovery(context, recovery)
    await endForeign(context, unsettled)
    // Asked before: what was read by then is booked now.
    const isRead = recovery.readAt === null && (await isAllRead(context, recovery))
    const isBooked = await settleLost(context, recovery)
    if (isRead && isBooked) await letMembersSpend(db, recovery)
    return { busy: false, trouble: [describeRecovery(recovery), lost].filter(Boolean).join('. '), open }
  }
  await requireSending(db, chain)
  const trouble = await pushWaiting(context, unsettled)
  if (trouble !== undefined || open >= OPEN_MAX) return { busy: false, trouble, open }
  const isAttesting = await claimAttestation(context)
  if (isAttesting) return { busy: true, trouble: undefined, open: open + 1 }
  const closed = await whyNotPay(context)
  if (closed !== undefined) return { busy: false, trouble: closed, open }
  const { isWaiting, isCounting } = await readEpochUnderWay(db)
  const payouts = isCounting ? NOTHING : await claimPayouts(context, OPEN_MAX - open, { looksAside })
  const isSweeping = await claimSweep(context, isWaiting ? { ...context.sweeps, ...AT_ONCE } : context.sweeps)
  const claimed = payouts.claimed + (isSweeping ? 1 : 0)
  return { busy: payouts.more || isSweeping, trouble: allTrouble(payouts.trouble, lost), open: open + claimed }
}
