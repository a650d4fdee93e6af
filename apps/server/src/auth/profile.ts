import type { MailTopic } from '@trefoil/contract/notifications'
import type { ReplyOf } from '@trefoil/contract/route'
import type { readProfile as readProfileRoute } from '@trefoil/contract/profile'
import type { SecondFactor } from '@trefoil/contract/shapes'
import { readPersonName } from '@trefoil/core/identity/person-name'
import { sql } from 'kysely'
import { payableAddress } from '../chain/address.ts'
import type { Reader, Tx } from '../db/database.ts'
import type { Caller } from '../http/guard.ts'
import { readBalanceSummary } from '../ledger/balance-summary.ts'
import { countUnread } from '../mail/unread.ts'
import { privateKeyOf } from '../members/accounts.ts'
import type { Origin } from '../members/auth-events.ts'
import { changeSecurity } from '../members/change-security.ts'
import { demandSecondFactor } from '../members/second-factor.ts'
import { refuseListed } from '../screening/saved-address.ts'
import type { AuthContext } from './context.ts'
import { firstStepsOf } from './first-steps.ts'
import { lockCaller } from './lock-caller.ts'

export async function readProfile(
  context: Pick<AuthContext, 'db' | 'keyring' | 'levelLimits'>,
  accountId: number,
): Promise<ReplyOf<typeof readProfileRoute>['data']> {
  const { db, keyring } = context
  const [account, consent, { standing, ...figures }, unread] = await Promise.all([
    db
      .selectFrom('account')
      .leftJoin('member', 'member.id', 'account.id')
      .selectAll('account')
      .select('member.referral_code')
      .select(sql<boolean>`first_steps and exists (select from member where sponsor = account.id)`.as('has_referred'))
      .select(sql<Date | null>`case when email_grace_until > now() then email_grace_until end`.as('grace_until'))
      .where('account.id', '=', accountId)
      .executeTakeFirstOrThrow(),
    readConsent(db, accountId),
    readBalanceSummary(db, accountId, context.levelLimits),
    countUnread(db, accountId),
  ])
  const { has_referred: hasReferred } = account
  const profile = {
    name: account.name,
    email: account.email,
    email_verified: account.email_verified_at !== null,
    email_grace_until: account.grace_until?.toISOString() ?? null,
    user_pk: privateKeyOf(keyring, account),
    referral_code: account.referral_code,
    ...standing,
    wallet_address: account.wallet_address,
    two_factor: account.second_factor,
    authenticator: account.totp_enabled_at !== null,
    passkeys: account.passkeys,
    email_hidden: account.email_hidden,
    passcode_handed_out: account.passcode_handed_out,
    language: account.language,
  }
  const isNewcomer = account.first_steps && account.referral_code !== null
  return {
    profile,
    ...figures,
    first_steps: isNewcomer ? firstStepsOf({ ...figures, profile, hasReferred }) : null,
    consent,
    inbox: { unread, mail_topics: account.mail_topics as MailTopic[] },
  }
}

export type DetailsChange = {
  name?: string | undefined
  wallet_address?: string | undefined
  email_hidden?: boolean | undefined
  code?: SecondFactor | undefined
  origin: Origin
}

/** Blank fields stay as they are. With two-factor on, a new payout address needs a code. Its age starts at zero. */
export async function changeDetails(context: AuthContext, caller: Caller, change: DetailsChange): Promise<void> {
  const { accountId } = caller
  const name = await newName(context, accountId, change.name)
  const address = change.wallet_address?.trim() ? payableAddress(change.wallet_address) : undefined
  const moves = address !== undefined && (await currentAddress(context, accountId)) !== address
  if (moves) {
    await demandSecondFactor(context, caller, change.code, { origin: change.origin })
    await context.limits.payoutAddress(accountId)
    await refuseListed(context, { owner: accountId, address })
  }
  await context.db.transaction().execute(async (tx) => {
    await lockCaller(tx, caller)
    if (name) await tx.updateTable('account').set({ name }).where('id', '=', accountId).execute()
    if (change.email_hidden !== undefined)
      await tx.updateTable('account').set({ email_hidden: change.email_hidden }).where('id', '=', accountId).execute()
    if (moves) await savePayoutAddress(tx, accountId, address)
  })
}

export async function savePayoutAddress(tx: Tx, accountId: number, address: string): Promise<void> {
  await changeSecurity(tx, accountId, {
    set: { wallet_address: address, wallet_address_since: sql`now()` },
    activity: `Your payout address was set to ${address}`,
    mail: { kind: 'new address', facts: { address } },
  })
}

async function currentAddress({ db }: AuthContext, accountId: number): Promise<string | null> {
  const account = db.selectFrom('account').select('wallet_address').where('id', '=', accountId)
  return (await account.executeTakeFirstOrThrow()).wallet_address
}

/** Undefined if it stays. Who was named before there were rules for names keeps theirs. */
async function newName({ db }: AuthContext, accountId: number, typed: string | undefined): Promise<string | undefined> {
  const name = typed?.trim()
  if (!name) return undefined
  const account = db.selectFrom('account').select('name').where('id', '=', accountId)
  return (await account.executeTakeFirstOrThrow()).name === name ? undefined : readPersonName(name)
}

type Consent = ReplyOf<typeof readProfileRoute>['data']['consent']

/** Operators have no balance, and are asked nothing. */
async function readConsent(db: Reader, accountId: number): Promise<Consent> {
  const { rows } = await sql<{ agreement: Consent['agreement']; donate_from: Date | null }>`
    select case when agreed_turn < agreement_turn then case agreed_turn when 0 then 'first' else 'again' end end as agreement,
      case when stage = 0 and created_at + make_interval(hours => waiting_hours) > now()
        then created_at + make_interval(hours => waiting_hours) end as donate_from
    from member_balance join account on account.id = member_id, ledger_state where member_id = ${accountId}`.execute(db)
  return { agreement: rows[0]?.agreement ?? null, donate_from: rows[0]?.donate_from?.toISOString() ?? null }
}
