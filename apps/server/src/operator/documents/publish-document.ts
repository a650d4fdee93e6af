import type { proposeConsentRules as rulesRoute } from '@trefoil/contract/operator/documents'
import type { BodyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import { readConsentRules, type ConsentRules } from '../../consent/rules.ts'
import type { DocumentKind } from '../../db/consent-tables.ts'
import { LOCKS, type Reader, type Tx } from '../../db/database.ts'
import { readDocumentsInForce } from '../../members/agreements.ts'

/** `instead_of`: the version in force when it was proposed; 0 if there was none. */
export type DocumentDetails = { document: DocumentKind; text: string; hash: string; instead_of: number }
export type ConsentRuleDetails = Omit<BodyOf<typeof rulesRoute>, 'why'>

/** The text is taken from the proposal, so that what is published is what was agreed to. */
export async function publishDocument(tx: Tx, proposal: number): Promise<void> {
  await lockLedger(tx)
  const { rows } = await sql<{ document: DocumentKind; instead_of: number }>`
    select details ->> 'document' as document, (details ->> 'instead_of')::int as instead_of
    from proposal where id = ${proposal}`.execute(tx)
  const { document: kind, instead_of: before } = rows[0] ?? {}
  if (kind === undefined || before === undefined) throw new Error(`Proposal ${proposal} has no document`)
  const inForce = (await readDocumentsInForce(tx)).find((one) => one.kind === kind)
  if ((inForce?.version ?? 0) !== before)
    throw new Refusal('wrong_state', 'Another version was published since: reject this, and look again.')
  await sql`
    insert into legal_document (kind, version, text, hash, turn, proposal_id)
    select ${kind}, ${before + 1}, details ->> 'text', details ->> 'hash', ${await nextTurn(tx)}, id
    from proposal where id = ${proposal}`.execute(tx)
}

/** Who may agree is asked again if that changed. A waiting period alone asks nobody anything. */
export async function changeConsentRules(tx: Tx, details: ConsentRuleDetails & { proposal: number }): Promise<void> {
  await lockLedger(tx)
  const inForce = await readConsentRules(tx)
  requireChange(inForce, details)
  const { rows } = await sql<{ version: number; turn: number }>`
    select version, turn from consent_rule order by version desc limit 1`.execute(tx)
  const turn = asksTheSame(inForce, details) ? (rows[0]?.turn ?? 0) : await nextTurn(tx)
  const { only_these, countries, minimum_age, waiting_hours, proposal } = details
  await tx
    .insertInto('consent_rule')
    .values({
      version: (rows[0]?.version ?? 0) + 1,
      only_these,
      countries,
      minimum_age,
      waiting_hours,
      turn,
      proposal_id: proposal,
    })
    .execute()
}

const asksTheSame = (inForce: ConsentRules, details: ConsentRuleDetails): boolean =>
  inForce.onlyThese === details.only_these &&
  inForce.minimumAge === details.minimum_age &&
  inForce.countries.join() === details.countries.join()

export function requireChange(inForce: ConsentRules, details: ConsentRuleDetails): void {
  if (asksTheSame(inForce, details) && inForce.waitingHours === details.waiting_hours)
    throw new Refusal('wrong_state', 'These are the rules in force already.')
}

async function nextTurn(tx: Reader): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    select coalesce(max(turn), 0) + 1 as turn
    from (select turn from legal_document union all select turn from consent_rule) turns`.execute(tx)
  return rows[0]?.turn ?? 1
}

const lockLedger = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.space)}, ${sql.lit(LOCKS.ledger)})`.execute(tx)
