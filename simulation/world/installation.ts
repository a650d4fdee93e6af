import { foundRoot } from '../../apps/server/src/auth/founding.ts'
import { admitMember } from '../../apps/server/src/auth/register.ts'
import type { Database, Pool } from '../../apps/server/src/db/database.ts'
import { createAccount } from '../../apps/server/src/members/accounts.ts'
import type { Keyring } from '../../apps/server/src/secrets/keyring.ts'
import { newMember, type Model } from '../model/model.ts'

type Context = { db: Database; keyring: Keyring; owner: Pool }
const newcomer = (name: string) => ({ name, email: `${name.replace(' ', '.')}@example.org`, passcodeHash: 'none' })

/** The member at the top and two operators, whose ids it returns. */
export async function createInstallation({ db, keyring, owner }: Context, model: Model): Promise<[number, number]> {
  const { root, operators } = await db.transaction().execute(async (tx) => ({
    root: await foundRoot(tx, keyring, newcomer('Root')),
    operators: [
      await createAccount(tx, keyring, { role: 'operator', ...newcomer('Olga') }),
      await createAccount(tx, keyring, { role: 'operator', ...newcomer('Oscar') }),
    ],
  }))
  await recordMember(owner, model, { id: root.id, code: root.referralCode })
  return operators.map(({ id }) => id) as [number, number]
}

export async function addMember({ db, keyring, owner }: Context, model: Model, sponsorId: number): Promise<number> {
  const person = newcomer(`Person ${crypto.randomUUID()}`)
  const { id, referralCode } = await db
    .transaction()
    .execute((tx) => admitMember(tx, keyring, { ...person, sponsorId }))
  await recordMember(owner, model, { id, code: referralCode })
  return id
}

/** Where somebody is placed is not about money: the model takes it as it is. */
async function recordMember(owner: Pool, model: Model, { id, code }: { id: number; code: string }): Promise<void> {
  const { rows } = await owner.query<{ sponsor: number | null; parent: number | null }>(
    'select sponsor, parent from member where id = $1',
    [id],
  )
  model.members.set(id, newMember({ id, code, sponsor: rows[0]?.sponsor ?? null, parent: rows[0]?.parent ?? null }))
}
