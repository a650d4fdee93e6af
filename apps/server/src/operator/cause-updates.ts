import type * as contract from '@trefoil/contract/operator/causes'
import type { BodyOf } from '@trefoil/contract/route'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { queueDonorNotice } from '../inbox/notice-donors.ts'
import type { Actor, OperatorContext } from './context.ts'
import { explainCause } from './write-cause.ts'

export async function postCauseUpdate(
  { act }: OperatorContext,
  actor: Actor,
  { id, title, text, pictures }: BodyOf<typeof contract.postCauseUpdate> & { id: number },
): Promise<number> {
  const work = async (tx: Tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into cause_update (cause_id, title, text, posted_by)
      select id, ${title}, ${text}, ${actor.operator} from cause where id = ${id} and state <> 'draft'
      returning id`.execute(tx)
    const [update] = rows
    if (!update) throw new Refusal('wrong_state', 'Only a cause that was opened can have updates.')
    await sql`
      insert into cause_update_picture (update_id, place, picture, description)
      select ${update.id}, place, name, description
      from rows from (jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as (name text, description text))
        with ordinality as shown (name, description, place)`.execute(tx)
    const { name: cause, slug } = await tx
      .selectFrom('cause')
      .select(['name', 'slug'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await queueDonorNotice(tx, id, { cause, slug, title })
    return update.id
  }
  const entry = { ...actor, action: 'cause.post_update', subject: String(id), why: title } as const
  return act(entry, work, (update) => ({ details: { update } })).catch(explainCause)
}
