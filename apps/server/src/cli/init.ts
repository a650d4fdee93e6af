import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { email as emailShape } from '@trefoil/contract/shapes'
import { Misuse, StartError } from '../start-error.ts'
import { foundRoot } from '../auth/founding.ts'
import { claimDatabase } from '../demo/mode.ts'
import { makeDepositKey } from '../deposits/deposit-key.ts'
import { readSettings, type Settings, type Variables } from '../env.ts'
import { createAccount } from '../members/accounts.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { hashPasscode } from '../members/passcodes.ts'
import { refuseForeignSecret, secretIn } from '../members/secret.ts'
import { withDatabase } from './open.ts'
import { COMMAND_LINE } from './staff.ts'

export const INIT_HELP = `  init    Create the root member and the first operator of a new installation.
          Migrates first, for which it needs DATABASE_OWNER_URL, the login that owns the tables.
          --root-email and --operator-email are required; --json prints JSON.
          Example: npm run trefoil -- init --root-email root@example.org --operator-email me@example.org
`

export async function initCommand(args: string[], variables?: Variables): Promise<string> {
  const options = {
    json: { type: 'boolean' },
    'root-email': { type: 'string' },
    'operator-email': { type: 'string' },
  } as const
  const { values } = parseArgs({ args, options })
  const { 'root-email': rootEmail, 'operator-email': operatorEmail } = values
  if (rootEmail === undefined || operatorEmail === undefined)
    throw new Misuse('init needs --root-email and --operator-email.')
  const founders = await init(readSettings(variables), { rootEmail, operatorEmail })
  if (values.json) return JSON.stringify(founders)
  return founders
    .map(
      ({ role, email, privateKey, passcode }) =>
        `${role} ${email}\n  private key  ${privateKey}\n  passcode     ${passcode}\n`,
    )
    .join('\n')
}

export type Founder = { role: 'root member' | 'operator'; email: string; privateKey: string; passcode: string }

/** Creates the two accounts that nobody can sign up for. Shows their passcodes once. */
export async function init(
  settings: Settings,
  emails: { rootEmail: string; operatorEmail: string },
): Promise<Founder[]> {
  for (const address of Object.values(emails))
    if (!emailShape.safeParse(address).success) throw new StartError(`"${address}" is not an e-mail address.`)
  return withDatabase(settings, async ({ logins, act, unaudited }) => {
    await claimDatabase(logins, 'production')
    const keyring = makeKeyring(settings.secret ?? (await secretIn(settings.dataDir)))
    await refuseForeignSecret(unaudited, keyring)
    const root = await newcomer('Trefoil', emails.rootEmail)
    const operator = await newcomer('Operator', emails.operatorEmail)
    const { founder, staff } = await act(
      {
        ...COMMAND_LINE,
        action: 'operator.create',
        why: 'Created with the installation',
        details: { role: 'operator' },
      },
      async (tx) => {
        if (await tx.selectFrom('member').select('id').limit(1).executeTakeFirst())
          throw new StartError('This installation already has its root member.')
        await makeDepositKey(tx, keyring)
        return {
          founder: await foundRoot(tx, keyring, root),
          staff: await createAccount(tx, keyring, { role: 'operator', passcodeHandedOut: true, ...operator }),
        }
      },
      (made) => ({ member: made.staff.id }),
    )
    return [
      { role: 'root member', email: root.email, privateKey: founder.privateKey, passcode: root.passcode },
      { role: 'operator', email: operator.email, privateKey: staff.privateKey, passcode: operator.passcode },
    ]
  })
}

async function newcomer(name: string, email: string) {
  const passcode = randomBytes(15).toString('base64url')
  return { name, email, passcode, passcodeHash: await hashPasscode(passcode, { name, email }) }
}
