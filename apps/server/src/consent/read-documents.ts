import type { listDocuments, readDocument as route } from '@trefoil/contract/consent'
import type { ParamsOf, QueryOf, ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import type { Database } from '../db/database.ts'
import { readDocumentsInForce } from '../members/agreements.ts'

export type DocumentList = ReplyOf<typeof listDocuments>['data']
export type DocumentPage = ReplyOf<typeof route>['data']

/** What anybody may read. */
export type PublicDocuments = {
  list(): Promise<DocumentList>
  read(asked: ParamsOf<typeof route> & QueryOf<typeof route>): Promise<DocumentPage>
}

/** `render`: CommonMark as HTML that is safe to show. */
export const openDocuments = ({ db, render }: { db: Database; render: (text: string) => string }): PublicDocuments => ({
  async list() {
    const documents = await readDocumentsInForce(db)
    return {
      documents: documents.map(({ kind, version, hash, published_at }) => ({
        kind,
        ...asShown({ version, hash, published_at }),
      })),
    }
  },

  async read({ kind, version }) {
    const versions = await db
      .selectFrom('legal_document')
      .select(['version', 'hash', 'published_at'])
      .where('kind', '=', kind)
      .orderBy('version', 'desc')
      .execute()
    const found = version === undefined ? versions[0] : versions.find((one) => one.version === version)
    if (!found) throw new Refusal('not_found', 'There is no such document.')
    const { text } = await db
      .selectFrom('legal_document')
      .select('text')
      .where('kind', '=', kind)
      .where('version', '=', found.version)
      .executeTakeFirstOrThrow()
    return { ...asShown(found), kind, text, html: render(text), versions: versions.map(asShown) }
  },
})

const asShown = <Row extends { published_at: Date }>(
  row: Row,
): Omit<Row, 'published_at'> & { published_at: string } => ({
  ...row,
  published_at: row.published_at.toISOString(),
})
