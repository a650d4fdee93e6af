import { Refusal } from '@trefoil/core/refusal'
import { CHAIN_HELP, chainCommand } from './cli/chain.ts'
import { INIT_HELP, initCommand } from './cli/init.ts'
import { StartError } from './start-error.ts'

const HELP = `npm run trefoil -- <command>

${INIT_HELP}
${CHAIN_HELP}`

/** Each takes what stands behind its name, and answers what is printed. */
const COMMANDS = new Map([
  ['init', initCommand],
  ['chain', chainCommand],
])

try {
  const [name, ...rest] = process.argv.slice(2)
  const command = COMMANDS.get(name ?? '')
  if (command) console.log(await command(rest))
  else if (name === undefined || name === '--help' || name === '-h') console.log(HELP)
  else fail(`There is no command "${name}".\n\n${HELP}`)
} catch (error) {
  if (error instanceof StartError || error instanceof Refusal || error instanceof TypeError) fail(error.message)
  else throw error
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
