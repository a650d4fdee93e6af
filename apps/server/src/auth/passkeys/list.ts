import type { readPasskeys } from '@trefoil/contract/passkeys'
import type { ReplyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import type { Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

export const PASSKEY_COLUMNS = ['id', 'name', 'backed_up', 'created_at', 'last_used_at', 'copied_at'] as const

type Row = Pick<Selectable<Tables['passkey']>, (typeof PASSKEY_COLUMNS)[number]>
type View = ReplyOf<typeof readPasskeys>['data']['passkeys'][number]

export async function listPasskeys(db: Database, accountId: number): Promise<View[]> {
  const own = db.selectFrom('passkey').select(PASSKEY_COLUMNS).where('account_id', '=', accountId)
  return (await own.orderBy('id').execute()).map(viewOf)
}

export const viewOf = (row: Row): View => ({
  id: row.id,
  name: row.name,
  backed_up: row.backed_up,
  added_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  copied: row.copied_at !== null,
})

export async function renamePasskey(
  db: Database,
  { accountId, id, name }: { accountId: number; id: number; name: string },
): Promise<void> {
  const renamed = await db
    .updateTable('passkey')
    .set({ name: name.trim() })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  if (!renamed) throw unknownPasskey()
}

export const unknownPasskey = () => new Refusal('not_found', 'You have no such passkey.')
