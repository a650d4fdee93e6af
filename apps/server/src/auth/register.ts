import type { Database, Tx } from '../db/database.ts'
import { openMemberBalances } from '../ledger/member-balances.ts'
import { createAccount } from '../members/accounts.ts'
import { recordActivity } from '../members/activity.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { hashPasscode } from '../members/passcodes.ts'
import { findSponsor, placeMember } from '../network/place.ts'

export type SignUp = { name: string; email: string; password: string; referral_code?: string | null | undefined }

export async function register({ db, keyring }: { db: Database; keyring: Keyring }, signUp: SignUp) {
  const sponsorId = await findSponsor(db, signUp.referral_code)
  // The slow part, before anything is locked.
  const passcodeHash = await hashPasscode(signUp.password, signUp.email)
  const { name, email } = signUp
  return db.transaction().execute((tx) => admitMember(tx, keyring, { name, email, passcodeHash, sponsorId }))
}

export type Newcomer = { name: string; email: string; passcodeHash: string; sponsorId: number }

/** Creates an account, a balance row, two activity entries and a place in the tree, or nothing. */
export async function admitMember(tx: Tx, keyring: Keyring, { sponsorId, ...newcomer }: Newcomer) {
  const { id, privateKey } = await createAccount(tx, keyring, { role: 'member', ...newcomer })
  await recordActivity(tx, id, 'Joined', 'You joined the programme')
  await recordActivity(tx, sponsorId, 'Referral', `${newcomer.name.trim()} joined with your referral code`)
  await openMemberBalances(tx, id)
  const referralCode = await placeMember(tx, id, sponsorId)
  return { id, privateKey, referralCode }
}
