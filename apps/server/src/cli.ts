import { Refusal } from '@trefoil/core/refusal'
import { CHAIN_HELP, chainCommand } from './cli/chain.ts'
import { StartError } from './start-error.ts'

const HELP = `npm run trefoil -- <command>

${CHAIN_HELP}`

try {
  const [command, ...rest] = process.argv.slice(2)
  if (command === undefined || command === '--help' || command === '-h') console.log(HELP)
  else if (command === 'chain') console.log(await chainCommand(rest))
  else fail(`There is no command "${command}".\n\n${HELP}`)
} catch (error) {
  if (error instanceof StartError || error instanceof Refusal || error instanceof TypeError) fail(error.message)
  else throw error
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
