import type { Tx } from '../db/database.ts'
import { openMemberBalances } from '../ledger/member-balances.ts'
import { createAccount } from '../members/accounts.ts'
import { recordActivity } from '../members/activity.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { placeRoot } from '../network/place.ts'

type Founder = { name: string; email: string; passcodeHash: string }

/** Creates the first member, under whom everybody else is placed. */
export async function foundRoot(tx: Tx, keyring: Keyring, founder: Founder) {
  const { id, privateKey } = await createAccount(tx, keyring, { role: 'member', ...founder })
  await recordActivity(tx, id, 'Joined', 'The programme began')
  const referralCode = await placeRoot(tx, id)
  await openMemberBalances(tx, id)
  return { id, privateKey, referralCode }
}
