import { parseArgs } from 'node:util'
import { Refusal } from '@trefoil/core/refusal'
import { sql } from 'kysely'
import {
  differencesBetween,
  keepSetting,
  readChainSettings,
  settingOf,
  type ChainSetting,
  type Difference,
} from '../chain/fingerprint.ts'
import { startChain } from '../chain/start-chain.ts'
import type { Tx } from '../db/database.ts'
import { readSettings, type Settings, type Variables } from '../env.ts'
import { insertAuditEntry } from '../members/audit.ts'
import { refuseForeignSecret, secretIn } from '../members/secret.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { Misuse, StartError } from '../start-error.ts'
import { askOperators, type Credentials } from './ask-operators.ts'
import { authenticateOperators } from './authenticate-operators.ts'
import { withDatabase } from './open.ts'
import { refuseWhileRunning } from './running-servers.ts'
import { COMMAND_LINE } from './staff.ts'

export const CHAIN_CHANGE_HELP = `  chain change   Let the books go on with another vault, treasury or factory: with the ones that the settings name.
          --why is required. Asks for private key, passcode and code of two operators, or reads them as six lines.
          Refused while a server is running, and while a payout or sweep is on its way. --json prints JSON.
          Example: npm run trefoil -- chain change --why "A vault with a daily limit"
`

export async function chainChangeCommand(args: string[], variables?: Variables): Promise<string> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' }, why: { type: 'string' } } })
  const why = values.why?.trim()
  if (!why) throw new Misuse('chain change needs --why.')
  const settings = readSettings(variables)
  if (!settings.chain.remote) throw new StartError("CHAIN_RPC_URL is not set: the demo's chain runs inside the server.")
  const changes = await changeChain(settings, { why, operators: await askOperators() })
  if (values.json) return JSON.stringify({ changes })
  return changes.map(({ name, was, is }) => `${name} was ${was}, and is ${is} from now on.`).join('\n')
}

type Order = { why: string; operators: readonly [Credentials, Credentials] }

/** What was in force stays on record: its addresses are watched, and its vault can be read. */
export async function changeChain(settings: Settings, { why, operators }: Order): Promise<Difference[]> {
  // Only contracts that are what they should be come into force.
  const { chain } = await startChain(settings.chain, { databaseUrl: '', dataDir: settings.dataDir })
  const wanted = settingOf(chain)
  return withDatabase(settings, async ({ url, bringUpToDate, act, unaudited: db }) => {
    await refuseWhileRunning(url)
    await bringUpToDate()
    const keyring = makeKeyring(settings.secret ?? (await secretIn(settings.dataDir)))
    await refuseForeignSecret(db, keyring)
    const [first, second] = await authenticateOperators({ db, keyring }, operators)
    const entry = { ...COMMAND_LINE, action: 'chain.change', why } as const
    return act(
      { ...entry, operator: first },
      async (tx) => {
        const changes = await putInForce(tx, wanted)
        await insertAuditEntry(tx, { ...entry, operator: second, details: { changes } })
        return changes
      },
      (changes) => ({ details: { changes } }),
    )
  })
}

/** The books count in one token: these can change only while nothing was ever received. */
const COUNTED_IN: readonly Difference['name'][] = ['CHAIN_ID', 'CHAIN_TOKEN', 'CHAIN_DECIMALS']

async function putInForce(tx: Tx, wanted: ChainSetting): Promise<Difference[]> {
  const inForce = (await readChainSettings(tx)).at(-1)
  if (!inForce) throw new StartError('This database belongs to no chain yet: its first start remembers the settings.')
  const changes = differencesBetween(inForce, wanted)
  if (changes.length === 0) throw new StartError('The settings name the chain and the contracts that are in force.')
  const { open, received } = await readUse(tx)
  if (open > 0)
    throw new Refusal(
      'wrong_state',
      `${open} payouts or sweeps are on their way: pause payouts, and wait until the console shows none.`,
    )
  if (received && changes.some(({ name }) => COUNTED_IN.includes(name)))
    throw new Refusal(
      'wrong_state',
      `The books count ${inForce.token} on chain ${inForce.chainId}: another token or chain needs a new installation.`,
    )
  await keepSetting(tx, { ...wanted, number: inForce.number + 1 })
  // Of another chain, they would look like a reorganisation.
  if (wanted.chainId !== inForce.chainId) await tx.deleteFrom('scan_block').execute()
  return changes
}

async function readUse(tx: Tx): Promise<{ open: number; received: boolean }> {
  const { rows } = await sql<{ open: number; received: boolean }>`
    select (select count(*)::int from sending where state = 'open')
        + (select count(*)::int from withdrawal w where state = 'claimed'
          and not exists (select from sending s where s.withdrawal_id = w.id and s.state = 'open')) as open,
      exists (select from deposit) or exists (select from reserve_transfer)
        or exists (select from system_account where account = 'chain' and balance <> 0) as received`.execute(tx)
  return rows[0] ?? { open: 0, received: true }
}
