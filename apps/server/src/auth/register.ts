import { readPersonName } from '@trefoil/core/identity/person-name'
import { sql } from 'kysely'
import type { Database, Tx } from '../db/database.ts'
import type { Spoken } from '../http/spoken.ts'
import { openMemberBalances } from '../ledger/member-balances.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { createAccount, emailTaken, type NewAccount } from '../members/accounts.ts'
import { recordActivity } from '../members/activity.ts'
import { recordAuthEvent, type Origin } from '../members/auth-events.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { hashPasscode } from '../members/passcodes.ts'
import { findSponsor, placeMember } from '../network/place.ts'
import type { AuthContext } from './context.ts'
import { rememberLanguage } from './language.ts'

export type SignUp = { name: string; email: string; password: string; referral_code?: string | null | undefined }

export async function register(
  { db, keyring, passcodeCost }: Pick<AuthContext, 'db' | 'keyring' | 'passcodeCost'>,
  signUp: SignUp,
  { spoken, ...origin }: Origin & { spoken: Spoken },
) {
  const name = readPersonName(signUp.name)
  const { email } = signUp
  const sponsorId = await findSponsor(db, signUp.referral_code)
  await refuseTakenEmail(db, email)
  // The slow part, before anything is locked.
  const passcodeHash = await hashPasscode(signUp.password, { name, email }, passcodeCost)
  return db.transaction().execute(async (tx) => {
    const admitted = await admitMember(tx, keyring, { name, email, passcodeHash, sponsorId, mustVerifyEmail: true })
    await rememberLanguage(tx, admitted.id, spoken)
    await enqueueMail(tx, admitted.id, { kind: 'verify e-mail', facts: {} })
    await recordAuthEvent(tx, { accountId: admitted.id, kind: 'sign_up' }, { ...origin, keyring })
    return { ...admitted, name }
  })
}

/** The database has the last word when it is stored; asked before, it costs no hash of a passcode. */
async function refuseTakenEmail(db: Database, email: string): Promise<void> {
  const taken = db
    .selectFrom('account')
    .select('id')
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
  if (await taken.executeTakeFirst()) throw emailTaken()
}

export type Newcomer = Pick<NewAccount, 'name' | 'email' | 'passcodeHash' | 'mustVerifyEmail'> & { sponsorId: number }

/** Creates an account, a balance row, two activity entries and a place in the tree, or nothing. */
export async function admitMember(tx: Tx, keyring: Keyring, { sponsorId, ...newcomer }: Newcomer) {
  const { id, privateKey } = await createAccount(tx, keyring, { role: 'member', ...newcomer })
  await recordActivity(tx, id, 'Joined', 'You joined the programme')
  await recordActivity(tx, sponsorId, 'Referral', `${newcomer.name.trim()} joined with your referral code`, {
    member: id,
  })
  await openMemberBalances(tx, id)
  const referralCode = await placeMember(tx, id, sponsorId)
  return { id, privateKey, referralCode }
}
