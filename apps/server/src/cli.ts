import { parseArgs } from 'node:util'
import { Refusal } from '@trefoil/core/refusal'
import { init } from './cli/init.ts'
import { readSettings } from './env.ts'
import { StartError } from './start-error.ts'

/* oxlint-disable no-console -- a command line speaks through the terminal */

const HELP = `npm run trefoil -- <command>

  init    Make the root member and the first operator of a new installation.
          --root-email and --operator-email are required; --json prints JSON.
          Example: npm run trefoil -- init --root-email root@example.org --operator-email me@example.org
`

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      'root-email': { type: 'string' },
      'operator-email': { type: 'string' },
    },
  })
  const [command] = positionals
  if (values.help || command === undefined) console.log(HELP)
  else if (command === 'init') await runInit(values)
  else fail(`There is no command "${command}".\n\n${HELP}`)
} catch (error) {
  if (error instanceof StartError || error instanceof Refusal || error instanceof TypeError) fail(error.message)
  else throw error
}

async function runInit(options: { json?: boolean; 'root-email'?: string; 'operator-email'?: string }): Promise<void> {
  const { 'root-email': rootEmail, 'operator-email': operatorEmail } = options
  if (rootEmail === undefined || operatorEmail === undefined)
    return fail('init needs --root-email and --operator-email.')
  const founders = await init(readSettings(), { rootEmail, operatorEmail })
  if (options.json) console.log(JSON.stringify(founders))
  else
    for (const { role, email, privateKey, passcode } of founders)
      console.log(`${role} ${email}\n  private key  ${privateKey}\n  passcode     ${passcode}\n`)
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
