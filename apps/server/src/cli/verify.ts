import { parseArgs } from 'node:util'
import { readSettings, type Settings } from '../env.ts'
import { verifyInFull, verifyInvariants, type Verdict } from '../ledger/verify.ts'
import { migrate } from '../db/migrate.ts'
import { withDatabase } from './open.ts'

export const VERIFY_HELP = `  verify  Check every invariant over all data, and print the number of violations.
          Exits with 3 if one is violated. --json prints JSON.
          Example: npm run trefoil -- verify --json
`

export const VIOLATED = 3

export async function verifyCommand(args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } })
  const verdicts = await verify(readSettings())
  const violated = verdicts.filter(({ violations }) => violations > 0)
  if (violated.length > 0) process.exitCode = VIOLATED
  if (values.json) return JSON.stringify({ ok: violated.length === 0, invariants: verdicts })
  const lines = verdicts.map(
    ({ name, violations }) => `${violations === 0 ? 'holds   ' : 'VIOLATED'}  ${violations}  ${name}`,
  )
  const sum = `${verdicts.length - violated.length} of ${verdicts.length} invariants hold.`
  return [...lines, '', sum].join('\n')
}

export const verify = (settings: Settings): Promise<Verdict[]> =>
  withDatabase(settings, async ({ ownerUrl, unaudited: db }) => {
    await migrate(ownerUrl)
    // If a server is running a full check right now, it records its own result.
    return (await verifyInFull(db)) ?? verifyInvariants(db)
  })
