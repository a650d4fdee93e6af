import * as contract from '@trefoil/contract/demo'
import { parseAmount, show, usd } from '@trefoil/core/money'
import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { Refusal } from '@trefoil/core/refusal'
import { payableAddress } from '../chain/address.ts'
import { ChainTrouble, type Chain } from '../chain/chain.ts'
import type { Faucet } from '../chain/faucet.ts'
import type { Database } from '../db/database.ts'
import { ok, serve, type Served } from '../http/serve.ts'
import { privateKeyOf } from '../members/accounts.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { totpFrom } from '../members/second-factor.ts'
import type { DemoSettings } from '../settings/routes.ts'
import { DEMO_PASSCODE, findDemoFacts } from './seed.ts'

const MAILS_SHOWN = 100
const TEST_FUNDS_MAX = usd(1_000_000n * 100_000n)

type DemoContext = { db: Database; chain: Chain; faucet: Faucet | undefined }

export const demoRoutes = ({ db, chain, faucet }: DemoContext): Served[] => [
  serve(contract.payTestFunds, async ({ body }) => {
    if (!faucet) throw new Refusal('not_found', 'There is no test money on this chain.')
    const amount = parseAmount(body.amount)
    if (amount > TEST_FUNDS_MAX)
      throw new Refusal('invalid_amount', `At most ${show(TEST_FUNDS_MAX)} at once.`, {
        name: 'test_funds_max',
        values: { amount: show(TEST_FUNDS_MAX) },
      })
    const address = payableAddress(body.address)
    const transaction_hash = await faucet.pay(address, tokenAmount(amount, chain.decimals)).catch((error: unknown) => {
      throw error instanceof ChainTrouble
        ? new Refusal('busy', 'The chain does not answer. Please try again.', { name: 'chain_away' })
        : error
    })
    return ok('Test funds sent', { data: { transaction_hash } })
  }),

  serve(contract.readDemoMail, async () => {
    const mails = await db.selectFrom('demo_mail').selectAll().orderBy('id', 'desc').limit(MAILS_SHOWN).execute()
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

/** The sample sign-ins, with the authenticator's current code. */
export async function readDemoSettings({ db, keyring }: { db: Database; keyring: Keyring }): Promise<DemoSettings> {
  const { referralCode, samples } = (await findDemoFacts(db)) ?? { referralCode: '', samples: [] }
  const accounts = await db
    .selectFrom('account')
    .select(['id', 'role', 'name', 'key_box', 'totp_box', 'totp_enabled_at'])
    .where('id', 'in', samples)
    .execute()
  const inOrder = accounts.toSorted((a, b) => samples.indexOf(a.id) - samples.indexOf(b.id))
  return {
    referral_code: referralCode,
    sign_ins: inOrder.flatMap(({ role, ...account }) =>
      role === 'former'
        ? []
        : {
            role,
            name: account.name,
            private_key: privateKeyOf(keyring, account),
            passcode: DEMO_PASSCODE,
            code:
              account.totp_box && account.totp_enabled_at
                ? totpFrom(keyring.open('totp secret', account.totp_box)).generate()
                : null,
          },
    ),
  }
}
