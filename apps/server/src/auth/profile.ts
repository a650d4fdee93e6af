import type { ReplyOf } from '@trefoil/contract/route'
import type { readProfile as readProfileRoute } from '@trefoil/contract/profile'
import { sql } from 'kysely'
import { payableAddress } from '../chain/address.ts'
import type { Tx } from '../db/database.ts'
import { readBalanceSummary } from '../ledger/balance-summary.ts'
import { privateKeyOf } from '../members/accounts.ts'
import { changeSecurity } from '../members/change-security.ts'
import { demandSecondFactor } from '../members/second-factor.ts'
import type { AuthContext } from './context.ts'

export async function readProfile(
  context: AuthContext,
  accountId: number,
): Promise<ReplyOf<typeof readProfileRoute>['data']> {
  const { db, keyring } = context
  const [account, { standing, ...figures }] = await Promise.all([
    db
      .selectFrom('account')
      .leftJoin('member', 'member.id', 'account.id')
      .selectAll('account')
      .select('member.referral_code')
      .where('account.id', '=', accountId)
      .executeTakeFirstOrThrow(),
    readBalanceSummary(db, accountId),
  ])
  return {
    profile: {
      name: account.name,
      email: account.email,
      user_pk: privateKeyOf(keyring, account),
      referral_code: account.referral_code,
      ...standing,
      wallet_address: account.wallet_address,
      two_factor: account.totp_enabled_at !== null,
      passcode_handed_out: account.passcode_handed_out,
    },
    ...figures,
  }
}

export type DetailsChange = {
  name?: string | undefined
  wallet_address?: string | undefined
  code?: string | undefined
}

/** Blank fields stay as they are. With two-factor on, a new payout address needs a code. Its age starts at zero. */
export async function changeDetails(context: AuthContext, accountId: number, change: DetailsChange): Promise<void> {
  const name = change.name?.trim()
  const address = change.wallet_address?.trim() ? payableAddress(change.wallet_address) : undefined
  const moves = address !== undefined && (await currentAddress(context, accountId)) !== address
  if (moves) await demandSecondFactor(context, accountId, change.code)
  await context.db.transaction().execute(async (tx) => {
    if (name) await tx.updateTable('account').set({ name }).where('id', '=', accountId).execute()
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
