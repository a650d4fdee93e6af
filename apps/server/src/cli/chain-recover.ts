import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { payableAddress } from '../chain/address.ts'
import type { Address, Hash, Hex } from '../chain/chain.ts'
import { readChainSettings } from '../chain/fingerprint.ts'
import { planRecovery, recover, type IssuedAddress, type RecoveryPlan } from '../chain/recover-elsewhere.ts'
import type { Reader } from '../db/database.ts'
import { readSettings, type Settings, type Variables } from '../env.ts'
import { Misuse, StartError } from '../start-error.ts'
import { decimal } from './decimal.ts'
import { withDatabase } from './open.ts'

export const CHAIN_RECOVER_HELP = `  chain recover  Fetch what a member sent to their deposit address on another EVM chain: deploy there, and sweep it to
          the treasury. Without --yes it only says what it would do, and sends nothing.
          --rpc <url>                     the chain where the money is
          --address <address>             the deposit address that it was sent to
          --token <address>               which token, or --coin for the chain's own
          --key-file <file>               the key that pays for it there; any key will do
          --treasury-is-ours              for a treasury that is a contract: you have checked its owners on that chain
          --json prints JSON.
          Example: npm run trefoil -- chain recover --rpc https://polygon.example.org --key-file payer.key \\
            --address 0x… --token 0x… --yes
`

type Order = {
  rpcUrl: string
  address: Address
  token: Address | null
  isTreasuryChecked: boolean
  /** Undefined: only say what would be done. */
  key: string | undefined
}

export async function chainRecoverCommand(args: string[], variables?: Variables): Promise<string> {
  const { values } = parseArgs({
    args,
    options: {
      rpc: { type: 'string' },
      address: { type: 'string' },
      token: { type: 'string' },
      coin: { type: 'boolean' },
      'key-file': { type: 'string' },
      'treasury-is-ours': { type: 'boolean' },
      yes: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  })
  const { rpc, address, token, coin = false, 'key-file': keyFile, yes = false } = values
  if (!rpc || !address || Boolean(token) === coin)
    throw new Misuse('chain recover needs --rpc, --address, and either --token or --coin.')
  if (yes && !keyFile) throw new Misuse('chain recover --yes needs --key-file.')
  const done = await recoverElsewhere(readSettings(variables), {
    rpcUrl: rpc,
    address: payableAddress(address),
    token: token ? payableAddress(token) : null,
    isTreasuryChecked: values['treasury-is-ours'] ?? false,
    key: yes && keyFile ? (await readFile(keyFile, 'utf8')).trim() : undefined,
  })
  if (values.json) return JSON.stringify(done)
  return inWords(done)
}

type Recovered = {
  chain: number
  amount: string
  treasury: Address
  member: number
  /** What is deployed there for it. */
  deploys: (keyof RecoveryPlan['lacking'])[]
  /** Null: nothing was sent. */
  transaction: Hash | null
}

export async function recoverElsewhere(settings: Settings, order: Order): Promise<Recovered> {
  const { remote } = settings.chain
  const [rpcUrl] = remote?.rpcUrls ?? []
  if (!remote || rpcUrl === undefined)
    throw new StartError("CHAIN_RPC_URL is not set: the demo's chain is nobody else's.")
  const { member, ...issued } = await withDatabase(settings, ({ db }) => findIssued(db, order.address))
  const wanted = { ...order, home: { id: remote.id, rpcUrl }, issued }
  const { chain, holds, decimals, lacking } = await planRecovery(wanted)
  return {
    chain,
    amount: decimal(holds, decimals),
    treasury: issued.treasury,
    member,
    deploys: (['deployer', 'factory'] as const).filter((part) => lacking[part]),
    transaction: order.key === undefined ? null : await recover(wanted, order.key),
  }
}

/** Addresses from before indices were keyed have the contracts of the first setting. */
async function findIssued(db: Reader, address: Address): Promise<IssuedAddress & { member: number }> {
  const row = await db
    .selectFrom('deposit_address')
    .select(['index', 'setting', 'member_id'])
    .where('address', '=', address)
    .executeTakeFirst()
  if (!row) throw new StartError(`${address} was never issued to a member of this installation.`)
  const settings = await readChainSettings(db)
  const setting = settings.find(({ number }) => number === Math.max(1, row.setting))
  if (!setting) throw new StartError(`The contracts of ${address} are not on record.`)
  const { factory, treasury } = setting
  return { address, index: row.index as Hex, factory, treasury, member: row.member_id }
}

const inWords = ({ chain, amount, treasury, member, deploys, transaction }: Recovered): string =>
  [
    `chain      ${chain}, another than the server's`,
    `member     ${member}`,
    `holds      ${amount}`,
    `deploys    ${deploys.join(', ') || 'nothing, all of it is there'}`,
    `treasury   ${treasury}`,
    transaction === null
      ? 'Nothing was sent. The same with --yes does it.'
      : `Swept to the treasury in ${transaction}. The books know nothing of it: see docs/operating.md.`,
  ].join('\n')
