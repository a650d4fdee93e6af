import type { agree as route, readAgreements as readRoute } from '@trefoil/contract/consent'
import type { BodyOf, ReplyOf } from '@trefoil/contract/route'
import { noSession } from '@trefoil/core/identity/no-session'
import { DocumentsAsked } from '@trefoil/core/consent/agreement'
import { isCountry } from '@trefoil/core/consent/countries'
import { asksForCountry, isRefusedCountry, requireMayAgree } from '@trefoil/core/consent/may-agree'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { LOCKS, type Database, type Reader, type Tx } from '../db/database.ts'
import type { Caller } from '../http/guard.ts'
import { recordActivity } from '../members/activity.ts'
import { recordAuthEvent, type Origin } from '../members/auth-events.ts'
import { readAgreements, readDocumentsInForce, readTurns, type DocumentInForce } from '../members/agreements.ts'
import { personalKeyFor } from '../members/personal-key.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { readConsentRules } from './rules.ts'

export type ConsentContext = { db: Database; keyring: Keyring; render: (text: string) => string }

type Reply = ReplyOf<typeof readRoute>['data']

export async function readOwnAgreements({ db, keyring, render }: ConsentContext, member: number): Promise<Reply> {
  const [agreed, turns] = await Promise.all([readAgreements({ db, keyring }, member), readTurns(db, member)])
  if (turns.agreed >= turns.asked) return { due: null, agreed }
  const [documents, rules] = await Promise.all([readDue(db, turns.agreed), readConsentRules(db)])
  const { onlyThese: only_these, countries, minimumAge } = rules
  return {
    due: {
      documents: documents.map(({ kind, version, hash, published_at: at, text }) => ({
        kind,
        version,
        hash,
        published_at: at.toISOString(),
        html: render(text),
      })),
      countries: asksForCountry(rules) ? { only_these, countries: [...countries] } : null,
      minimum_age: minimumAge,
    },
    agreed,
  }
}

/** Those in force that the member has not agreed to. Who did was asked about all of them. */
const readDue = async (db: Reader, agreed: number): Promise<DocumentInForce[]> =>
  (await readDocumentsInForce(db)).filter(({ turn }) => turn > agreed)

/** Sent twice, it counts once. */
export async function agree(
  { db, keyring }: Pick<ConsentContext, 'db' | 'keyring'>,
  caller: Caller & { origin: Origin },
  { documents: read, country, at_least: atLeast }: BodyOf<typeof route>,
): Promise<void> {
  const { accountId: member } = caller
  const before = await readTurns(db, member)
  const inForce = await readDocumentsInForce(db)
  for (const one of read) requireInForce(inForce, one)
  if (before.agreed >= before.asked) return
  const due = inForce.filter(({ turn }) => turn > before.agreed)
  if (due.some(({ kind }) => !read.some((one) => one.kind === kind))) throw changedMeanwhile(due)
  const rules = await readConsentRules(db)
  // Another country can be named a moment later: whoever decides about this member has to know.
  if (asksForCountry(rules) && country !== undefined && isCountry(country) && isRefusedCountry(rules, country))
    await recordAuthEvent(db, { accountId: member, kind: 'country_refused', country }, { ...caller.origin, keyring })
  const said = requireMayAgree(rules, { country: country ?? null, atLeast: atLeast ?? null })
  await db.transaction().execute(async (tx) => {
    // From here on nothing is published and no money moves, so everything else was read before.
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.space)}, ${sql.lit(LOCKS.ledger)})`.execute(tx)
    await requireOpenSession(tx, caller)
    const turns = await readTurns(tx, member)
    if (turns.asked !== before.asked) throw changedMeanwhile(await readDocumentsInForce(tx))
    if (turns.agreed >= turns.asked) return
    const key = said.country === null ? undefined : await personalKeyFor(tx, keyring, member)
    const { id } = await tx
      .insertInto('agreement')
      .values({
        member_id: member,
        turn: turns.asked,
        minimum_age: said.atLeast,
        country_box: key?.seal(JSON.stringify(said.country)) ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const agreed = due.map(({ kind, version, hash }) => ({ agreement_id: id, kind, version, hash }))
    if (agreed.length > 0) await tx.insertInto('agreed_document').values(agreed).execute()
    const note = due.length === 0 ? 'You told us what we asked about you' : 'You agreed to our documents'
    await recordActivity(tx, member, 'Profile', note)
  })
}

async function requireOpenSession(tx: Tx, { sessionId }: Caller): Promise<void> {
  const session = tx.selectFrom('session').select('id').where('id', '=', sessionId).where('ended_at', 'is', null)
  if (!(await session.executeTakeFirst())) throw noSession()
}

function requireInForce(inForce: readonly DocumentInForce[], { kind, version }: { kind: string; version: number }) {
  const newest = inForce.find((one) => one.kind === kind)
  if (!newest || version > newest.version) throw new Refusal('not_found', 'There is no such version.')
  if (version < newest.version) throw changedMeanwhile(inForce)
}

const changedMeanwhile = (inForce: readonly DocumentInForce[]) =>
  new DocumentsAsked('changed_meanwhile', 'There is a new version: please read it, and agree to that one.', inForce)
