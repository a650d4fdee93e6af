import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { payableAddress } from '../chain/address.ts'
import type { Address, Chain } from '../chain/chain.ts'
import { deployContracts } from '../chain/deploy-contracts.ts'
import { startChain } from '../chain/start-chain.ts'
import { readSettings } from '../env.ts'
import { StartError } from '../start-error.ts'

export const CHAIN_HELP = `  chain deploy   Put the deposit factory and the vault onto a chain.
          --rpc <url> --key-file <file>   where, and whose coins pay for it
          --token <address>               the token that counts, or --test-token to make a worthless one
          --owner <address>               may pause the vault and replace its signer: a cold key
          --signer <address>              may make the vault pay: the server's key
  chain status   Ask the configured chain how it is.
`

/** What a person at the terminal reads. */
export async function chainCommand(args: string[]): Promise<string> {
  const [command, ...rest] = args
  if (command === 'deploy') return deploy(rest)
  if (command === 'status') return status()
  throw new StartError(`There is no command "chain ${command ?? ''}".\n\n${CHAIN_HELP}`)
}

async function deploy(args: string[]): Promise<string> {
  const { values } = parseArgs({
    args,
    options: {
      rpc: { type: 'string' },
      'key-file': { type: 'string' },
      token: { type: 'string' },
      'test-token': { type: 'boolean' },
      owner: { type: 'string' },
      signer: { type: 'string' },
    },
  })
  const { rpc, 'key-file': keyFile, owner, signer, token, 'test-token': wantsTestToken } = values
  if (!rpc || !keyFile || !owner || !signer || (!token && !wantsTestToken))
    throw new StartError(`chain deploy needs --rpc, --key-file, --owner, --signer and --token (or --test-token).`)
  const roles = { owner: payableAddress(owner), signer: payableAddress(signer) }
  if (roles.owner === roles.signer) throw new StartError('The owner has to be another key than the signer: a cold one.')
  const made = await deployContracts({
    rpcUrl: rpc,
    key: (await readFile(keyFile, 'utf8')).trim(),
    token: token ? payableAddress(token) : undefined,
    ...roles,
  })
  return [
    'Set these for the server, with CHAIN_RPC_URL, CHAIN_TREASURY and CHAIN_SIGNER_KEY_FILE beside them:',
    `CHAIN_ID=${made.id}`,
    `CHAIN_TOKEN=${made.token}`,
    `CHAIN_DECIMALS=${made.decimals}`,
    `CHAIN_FACTORY=${made.factory}`,
    `CHAIN_VAULT=${made.vault}`,
  ].join('\n')
}

async function status(): Promise<string> {
  const settings = readSettings()
  if (!settings.chain.remote) throw new StartError("CHAIN_RPC_URL is not set: the demo's chain runs inside the server.")
  const { chain } = await startChain(settings.chain, { databaseUrl: '', dataDir: settings.dataDir })
  const [final, vault, treasury, coins] = await Promise.all([
    chain.finalized(),
    chain.vaultState(),
    chain.balanceOf(chain.treasury),
    chain.signerFunds(),
  ])
  const { head, providers } = chain.health()
  return [
    `chain      ${chain.id}, at block ${head}, final up to ${final.number}`,
    ...providers.map(
      ({ name, state, head: at, detail }) => `provider   ${name}: ${state}, ${detail || `at block ${at}`}`,
    ),
    `vault      ${holds(chain, chain.vault, vault.balance)}${vault.isPaused ? ', PAUSED' : ''}`,
    `treasury   ${holds(chain, chain.treasury, treasury)}`,
    `signer     ${vault.signer} has ${decimal(coins, 18)} of the native coin for fees`,
  ].join('\n')
}

const holds = ({ decimals }: Chain, address: Address, amount: bigint) => `${address} holds ${decimal(amount, decimals)}`

function decimal(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0*$/, '')
}
