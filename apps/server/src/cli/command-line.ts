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
import type { Variables } from '../env.ts'
import { isExpected, Misuse } from '../start-error.ts'
import { DONE, MISUSED, REFUSED, type Output } from './output.ts'

type Command = { run: (args: string[], variables: Variables) => Promise<Output>; help: string }

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

const HELP = `npm run trefoil -- <command>

${Array.from(COMMANDS.values(), ({ help }) => help).join('\n')}
Every command takes --help, and --json for programs. It exits with 0 when done, 1 when refused, 2 for wrong
arguments, 3 when an invariant is violated, and 4 when the reserves could not be compared.`

/** The exit code, and the texts for standard output and standard error, each without its last line end. */
export type Ended = { code: number; stdout: string; stderr: string }

/** Runs the command that the arguments name. Throws only unexpected errors. */
export async function runCommandLine(args: string[], variables: Variables): Promise<Ended> {
  const [name, ...rest] = args
  const done = (stdout: string, code = DONE): Ended => ({ code, stdout, stderr: '' })
  const failed = (sentence: string, code: number): Ended => ({
    code,
    stdout: '',
    stderr: rest.includes('--json') ? JSON.stringify({ error: sentence }) : sentence,
  })
  const command = COMMANDS.get(name ?? '')
  if (name === undefined || isHelp(name)) return done(HELP)
  if (!command) return failed(`There is no command "${name}".\n\n${HELP}`, MISUSED)
  if (rest.some(isHelp)) return done(`npm run trefoil -- ${name}\n\n${command.help}`)
  try {
    const output = await command.run(rest, variables)
    return typeof output === 'string' ? done(output) : done(output.text, output.code)
  } catch (error) {
    if (error instanceof Misuse || isParseError(error)) return failed(error.message, MISUSED)
    if (isExpected(error) || error instanceof Refusal || error instanceof ChainTrouble)
      return failed(error.message || ('code' in error ? error.code : 'It failed.'), REFUSED)
    throw error
  }
}

function isParseError(error: unknown): error is TypeError {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}
