import { SOURCE_LANGUAGE, type Language } from '@trefoil/core/language/languages'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { composeForOperator, composeForOwner, type Recipient } from './compose.ts'
import { handOver, hold, readState } from './hand-over.ts'
import type { MailFacts } from './kinds.ts'
import type { Mail, Mailer } from './mailer.ts'
import { isLinkMail, type LinkMailKind, type OperatorsMail } from './outbox.ts'
import {
  giveBack,
  noteDropped,
  noteFailure,
  noteSent,
  noteShownOnly,
  takeOperatorsMails,
  takeOwnersMails,
  type Row,
  type Taken,
} from './queue.ts'

/** A mail whose link is made when it is sent, so that no link is stored in the clear. */
export type LinkMail<Kind extends LinkMailKind> = {
  id: string
  /** The name is empty for an unverified address: whoever registered it chose that text. */
  account: { id: number; name: string; email: string; isVerified: boolean; language: Language }
  facts: MailFacts[Kind]
}

export type LinkMails = {
  [Kind in LinkMailKind]: {
    /** Asked before it counts against the hour. */
    isWanted(mail: LinkMail<Kind>): Promise<boolean>
    /** Each attempt makes a new link. `undefined`: it is not wanted any more. */
    compose(mail: LinkMail<Kind>): Promise<Mail | undefined>
  }
}

type AnyLinkMail = {
  isWanted(mail: LinkMail<LinkMailKind>): Promise<boolean>
  compose(mail: LinkMail<LinkMailKind>): Promise<Mail | undefined>
}

export type DeliveryContext = {
  db: Database
  keyring: Keyring
  mailer: Mailer
  publicUrl: string
  log: Logger
  links: LinkMails
}

const CONNECTIONS_MAX = 5

/** What is sent as one mail. */
type Parcel = { taken: readonly Taken[]; kind: string; compose: () => Promise<Mail | undefined> }
type Lane = { rows: Row[]; work: (rows: Row[]) => Promise<void> }

/**
 * Sends what is due. If the process dies between sending and recording, the mail is sent again: better twice than
 * never. True if there may be more.
 */
export async function deliverMails(context: DeliveryContext, isOver = () => false): Promise<boolean> {
  const owners = await takeOwnersMails(context.db)
  const operators = await takeOperatorsMails(context.db)
  // In order per person, and without waiting for another person's slow mail server.
  const lanes: Lane[] = [
    ...byOwner(owners.rows).map((rows) => ({ rows, work: (all: Row[]) => deliverToOwner(context, all, isOver) })),
    ...byOwner(operators.rows).map((rows) => ({ rows, work: (all: Row[]) => deliverToOperator(context, all) })),
  ]
  const waiting = lanes.values()
  const work = async () => {
    for (const lane of waiting) {
      if (isOver()) await giveBack(context.db, lane.rows)
      else await lane.work(lane.rows)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS_MAX }, work))
  return owners.more || operators.more
}

function byOwner(rows: Row[]): Row[][] {
  const lanes = new Map<number | string, Row[]>()
  for (const row of rows) {
    const lane = lanes.get(row.owner ?? row.id)
    if (lane) lane.push(row)
    else lanes.set(row.owner ?? row.id, [row])
  }
  return [...lanes.values()]
}

async function deliverToOwner(context: DeliveryContext, rows: Row[], isOver: () => boolean): Promise<void> {
  const untried: Row[] = []
  for (const row of rows.filter(({ kind }) => isLinkMail(kind))) {
    if (isOver()) untried.push(row)
    else await deliverLink(context, row)
  }
  const withdrawn = rows.filter(isWithdrawn)
  if (withdrawn.length > 0) await noteShownOnly(context.db, withdrawn)
  const notices = rows.filter((row) => !isLinkMail(row.kind) && !isWithdrawn(row))
  if (isOver()) untried.push(...notices)
  else if (notices.length > 0)
    for (const mail of await handOver(context, notices)) {
      if (isOver()) untried.push(...mail)
      else await deliver(context, noticesParcel(context, mail))
    }
  if (untried.length > 0) await giveBack(context.db, untried)
}

const isWithdrawn = ({ facts }: Row): boolean => facts['withdrawn'] === true

async function deliverLink(context: DeliveryContext, row: Row): Promise<void> {
  const { kind, facts, owner, email, language, verified: isVerified } = row
  const isAskedFor = 'email' in facts
  if (owner === null || (isAskedFor && row.late)) {
    await noteDropped(context.db, [row])
    return
  }
  const account = { id: owner, name: nameIn(row), email: email ?? '', isVerified, language }
  const mail = { id: row.id, account, facts }
  const link: AnyLinkMail = context.links[kind as LinkMailKind]
  const typed = mail as unknown as LinkMail<LinkMailKind>
  if (!(await link.isWanted(typed))) {
    await noteDropped(context.db, [row])
    return
  }
  const [handed] = await handOver(context, [row])
  if (handed) await deliver(context, { taken: handed, kind, compose: () => link.compose(typed) })
}

const noticesParcel = ({ publicUrl }: DeliveryContext, rows: readonly Row[]): Parcel => ({
  taken: rows,
  kind: rows.length === 1 ? (rows[0]?.kind ?? '') : 'several',
  compose: async () => composeForOwner(recipientOf(publicUrl, rows[0]), rows),
})

/** One mail for everything that waits. */
async function deliverToOperator(context: DeliveryContext, rows: Row[]): Promise<void> {
  const { db, publicUrl } = context
  const isHeld = await db.transaction().execute(async (tx) => {
    const isUnverified = (await readState(tx, rows)) === 'unverified'
    if (isUnverified) await hold(tx, rows)
    return isUnverified
  })
  if (isHeld) return
  const compose = async () =>
    // Former operators get no more of these.
    rows[0]?.role === 'operator'
      ? composeForOperator(recipientOf(publicUrl, rows[0]), rows as unknown as OperatorsMail[])
      : undefined
  await deliver(context, { taken: rows, kind: 'operators', compose })
}

const recipientOf = (publicUrl: string, row: Row | undefined): Recipient => ({
  to: row?.recipient ?? row?.email ?? '',
  name: row && row.recipient === null ? nameIn(row) : '',
  language: row?.language ?? SOURCE_LANGUAGE,
  publicUrl,
})

const nameIn = ({ name, verified }: Row): string => (verified && name !== null ? name : '')

async function deliver({ db, mailer, log }: DeliveryContext, { taken, kind, compose }: Parcel): Promise<void> {
  let isSent: boolean
  try {
    const mail = await compose()
    if (mail) await mailer.send(mail)
    isSent = mail !== undefined
  } catch (error) {
    log.warn({ err: error, kind }, 'a mail could not be sent and is tried again')
    await noteFailure(db, taken, error)
    return
  }
  await (isSent ? noteSent(db, taken) : noteDropped(db, taken))
}
