import { Refusal } from '@trefoil/core/refusal'
import { BACKUP_HELP, backupCommand } from './backup.ts'
import { BEGIN_RECOVERY_HELP, beginRecoveryCommand } from './begin-recovery.ts'
import { CHAIN_HELP, chainCommand } from './chain.ts'
import { CREATE_OPERATOR_HELP, createOperatorCommand } from './create-operator.ts'
import { DEMO_HELP, demoCommand } from './demo.ts'
import { EXPORT_HELP, exportCommand } from './export.ts'
import { INIT_HELP, initCommand } from './init.ts'
import { MIGRATE_HELP, migrateCommand } from './migrate.ts'
import { REMOVE_OPERATOR_HELP, removeOperatorCommand } from './remove-operator.ts'
import { RESET_TWO_FACTOR_HELP, resetTwoFactorCommand } from './reset-two-factor.ts'
import { RESTORE_HELP, restoreCommand } from './restore.ts'
import { SECRET_HELP, secretCommand } from './secret.ts'
import { VERIFY_HELP, verifyCommand } from './verify.ts'
import { ChainTrouble } from '../chain/chain.ts'
import { isExpected, Misuse } from '../start-error.ts'

type Command = { run: (args: string[]) => Promise<string>; help: string }

/** Each takes the arguments after its name and returns what to print. */
const COMMANDS = new Map<string, Command>([
  ['init', { run: initCommand, help: INIT_HELP }],
  ['create-operator', { run: createOperatorCommand, help: CREATE_OPERATOR_HELP }],
  ['remove-operator', { run: removeOperatorCommand, help: REMOVE_OPERATOR_HELP }],
  ['reset-two-factor', { run: resetTwoFactorCommand, help: RESET_TWO_FACTOR_HELP }],
  ['migrate', { run: migrateCommand, help: MIGRATE_HELP }],
  ['verify', { run: verifyCommand, help: VERIFY_HELP }],
  ['export', { run: exportCommand, help: EXPORT_HELP }],
  ['backup', { run: backupCommand, help: BACKUP_HELP }],
  ['restore', { run: restoreCommand, help: RESTORE_HELP }],
  ['begin-recovery', { run: beginRecoveryCommand, help: BEGIN_RECOVERY_HELP }],
  ['secret', { run: secretCommand, help: SECRET_HELP }],
  ['chain', { run: chainCommand, help: CHAIN_HELP }],
  ['demo', { run: demoCommand, help: DEMO_HELP }],
])

const REFUSED = 1
const MISUSED = 2

const HELP = `npm run trefoil -- <command>

${Array.from(COMMANDS.values(), ({ help }) => help).join('\n')}
Every command takes --help, and --json for programs. It exits with 0 when done, 1 when refused, 2 for wrong
arguments, 3 when an invariant is violated, and 4 when the reserves could not be compared.`

const [name, ...rest] = process.argv.slice(2)
try {
  const command = COMMANDS.get(name ?? '')
  if (name === undefined || isHelp(name)) console.log(HELP)
  else if (!command) fail(`There is no command "${name}".\n\n${HELP}`, MISUSED)
  else if (rest.some(isHelp)) console.log(`npm run trefoil -- ${name}\n\n${command.help}`)
  else console.log(await command.run(rest))
} catch (error) {
  if (error instanceof Misuse || isParseError(error)) fail(error.message, MISUSED)
  else if (isExpected(error) || error instanceof Refusal || error instanceof ChainTrouble)
    fail(error.message || ('code' in error ? error.code : 'It failed.'), REFUSED)
  else throw error
}

function isParseError(error: unknown): error is TypeError {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}

function fail(sentence: string, code: number): void {
  console.error(rest.includes('--json') ? JSON.stringify({ error: sentence }) : sentence)
  process.exitCode = code
}
