import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { email as emailShape, personName } from '@trefoil/contract/shapes'
import { readSettings, type Settings, type Variables } from '../env.ts'
import { createAccount } from '../members/accounts.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { hashPasscode } from '../members/passcodes.ts'
import { refuseForeignSecret, secretIn } from '../members/secret.ts'
import { Misuse, StartError } from '../start-error.ts'
import { withDatabase } from './open.ts'
import { COMMAND_LINE } from './staff.ts'

export const CREATE_OPERATOR_HELP = `  create-operator   Create an account for the console. It must change its passcode and set up two-factor first.
          --email and --name are required; --role is operator (the default) or auditor; --json prints JSON.
          Example: npm run trefoil -- create-operator --email olga@example.org --name "Olga Novak" --role auditor
`

type Newcomer = { email: string; name: string; role: 'operator' | 'auditor' }

export async function createOperatorCommand(args: string[], variables?: Variables): Promise<string> {
  const options = {
    json: { type: 'boolean' },
    email: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
  } as const
  const { values } = parseArgs({ args, options })
  const { email, name, role = 'operator' } = values
  if (email === undefined || name === undefined) throw new Misuse('create-operator needs --email and --name.')
  if (role !== 'operator' && role !== 'auditor') throw new Misuse('--role is operator or auditor.')
  const made = await createOperator(readSettings(variables), { email, name, role })
  if (values.json) return JSON.stringify(made)
  return `${made.role} ${made.email}\n  private key  ${made.privateKey}\n  passcode     ${made.passcode}\n`
}

/** Shows the passcode once. It has to be changed before the console opens. */
export async function createOperator(settings: Settings, { email, name, role }: Newcomer) {
  if (!emailShape.safeParse(email).success) throw new StartError(`"${email}" is not an e-mail address.`)
  if (!personName.safeParse(name).success) throw new StartError(`"${name}" is not a name.`)
  return withDatabase(settings, async ({ bringUpToDate, act, unaudited }) => {
    await bringUpToDate()
    const keyring = makeKeyring(settings.secret ?? (await secretIn(settings.dataDir)))
    await refuseForeignSecret(unaudited, keyring)
    const passcode = randomBytes(15).toString('base64url')
    const passcodeHash = await hashPasscode(passcode, { name, email })
    const { privateKey } = await act(
      { ...COMMAND_LINE, action: 'operator.create', why: 'Created on the command line', details: { role } },
      (tx) => createAccount(tx, keyring, { role, name, email, passcodeHash, passcodeHandedOut: true }),
      ({ id }) => ({ member: id }),
    )
    return { role, email, privateKey, passcode }
  })
}
