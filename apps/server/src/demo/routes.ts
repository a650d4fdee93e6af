import * as contract from '@trefoil/contract/demo'
import type { Database } from '../db/database.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import { privateKeyOf } from '../members/accounts.ts'
import type { Keyring } from '../members/keyring.ts'
import { totpFrom } from '../members/second-factor.ts'
import type { DemoSettings } from '../settings/routes.ts'
import { DEMO_PASSCODE, findDemoFacts } from './seed.ts'

const MAILS_SHOWN = 50

export const demoRoutes = (db: Database): Served[] => [
  serve(contract.readDemoMail, async () => {
    const mails = await db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(MAILS_SHOWN).execute()
    return ok('Outbox', {
      data: {
        mails: mails.map(({ id, recipient, subject, body, created_at }) => ({
          id: Number(id),
          to: recipient,
          subject,
          text: body,
          created_at: created_at.toISOString(),
        })),
      },
    })
  }),
]

/** What a visitor may use to look around, with the authenticator's code of this moment. */
export async function readDemoSettings({ db, keyring }: { db: Database; keyring: Keyring }): Promise<DemoSettings> {
  const { referralCode, samples } = (await findDemoFacts(db)) ?? { referralCode: '', samples: [] }
  const accounts = await db
    .selectFrom('account')
    .select(['role', 'name', 'key_box', 'totp_box', 'totp_enabled_at'])
    .where('id', 'in', samples)
    .orderBy('id')
    .execute()
  return {
    referral_code: referralCode,
    sign_ins: accounts.map((account) => ({
      role: account.role,
      name: account.name,
      private_key: privateKeyOf(keyring, account),
      passcode: DEMO_PASSCODE,
      code:
        account.totp_box && account.totp_enabled_at
          ? totpFrom(keyring.open('totp secret', account.totp_box)).generate()
          : null,
    })),
  }
}
