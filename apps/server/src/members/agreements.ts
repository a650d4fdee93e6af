import type { agreementRecord } from '@trefoil/contract/consent'
import { DocumentsAsked, requireAgreement, type Turns } from '@trefoil/core/consent/agreement'
import type { MemberId } from '@trefoil/core/ledger/account'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { DocumentKind } from '../db/consent-tables.ts'
import type { Reader } from '../db/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { findPersonalKey } from './personal-key.ts'

export type DocumentInForce = {
  kind: DocumentKind
  version: number
  hash: string
  turn: number
  published_at: Date
  text: string
}

export async function readDocumentsInForce(db: Reader): Promise<DocumentInForce[]> {
  const rows = await db
    .selectFrom('legal_document')
    .distinctOn('kind')
    .select(['kind', 'version', 'hash', 'turn', 'published_at', 'text'])
    .orderBy('kind')
    .orderBy('version', 'desc')
    .execute()
  return rows.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
}

/** As they are shown everywhere. */
export const ORDER: readonly DocumentKind[] = ['terms', 'privacy', 'risk']

export async function readTurns(db: Reader, member: MemberId): Promise<Turns> {
  const { rows } = await sql<Turns>`
    select agreement_turn as asked, agreed_turn as agreed from ledger_state, member_balance
    where member_id = ${member}`.execute(db)
  return rows[0] ?? { asked: 0, agreed: 0 }
}

/** For what is not decided by the ledger. */
export async function demandAgreement(db: Reader, member: MemberId): Promise<void> {
  const turns = await readTurns(db, member)
  await namingDocuments(db, member, async () => requireAgreement(turns))
}

/** A refusal for want of agreement says to which documents. */
export async function namingDocuments<Reply>(db: Reader, member: MemberId, post: () => Promise<Reply>): Promise<Reply> {
  try {
    return await post()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'agreement_required') throw error
    const { agreed } = await readTurns(db, member)
    const due = (await readDocumentsInForce(db)).filter(({ turn }) => turn > agreed)
    throw new DocumentsAsked(error.code, error.message, due)
  }
}

type AgreementRecord = z.input<typeof agreementRecord>
type Row = Pick<AgreementRecord, 'documents' | 'minimum_age'> & { agreed_at: Date; country_box: Buffer | null }

/** Newest first. Of a former member, without the country. */
export async function readAgreements(
  { db, keyring }: { db: Reader; keyring: Keyring },
  member: MemberId,
): Promise<AgreementRecord[]> {
  const { rows } = await sql<Row>`
    select agreed_at, minimum_age, country_box,
      coalesce((select json_agg(json_build_object('kind', kind, 'version', version, 'hash', hash)
        order by array_position(${sql.lit(`{${ORDER.join(',')}}`)}::text[], kind))
        from agreed_document where agreement_id = agreement.id), '[]') as documents
    from agreement where member_id = ${member} order by turn desc`.execute(db)
  const key = rows.some(({ country_box: box }) => box) ? await findPersonalKey(db, keyring, member) : undefined
  return rows.map(({ agreed_at: at, country_box: box, ...row }) => ({
    ...row,
    agreed_at: at.toISOString(),
    country: key && box ? (JSON.parse(key.open(box)) as string) : null,
  }))
}
