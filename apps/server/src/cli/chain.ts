import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { parseUsd, type Usd } from '@trefoil/core/money'
import { leftToday } from '@trefoil/core/payouts/vault-room'
import { payableAddress } from '../chain/address.ts'
import type { Address } from '../chain/chain.ts'
import { deployAttestations, deployContracts } from '../chain/deploy-contracts.ts'
import { startChain } from '../chain/start-chain.ts'
import { readSettings, type Variables } from '../env.ts'
import { Misuse, StartError } from '../start-error.ts'
import { CHAIN_CHANGE_HELP, chainChangeCommand } from './chain-change.ts'
import { CHAIN_RECOVER_HELP, chainRecoverCommand } from './chain-recover.ts'
import { decimal } from './decimal.ts'

export const CHAIN_HELP = `  chain deploy   Deploy the deposit factory and the vault.
          --rpc <url> --key-file <file>   the chain, and the key that pays for it
          --token <address>               the token to use, or --test-token to make a worthless one
          --owner <address>               may pause the vault and replace its signer: a cold key
          --signer <address>              may make the vault pay: the server's key
          --payment-max <dollars>         the most that the vault pays at once (20000); the owner can change it
          --day-max <dollars>             the most that it pays in a day, in UTC (100000)
          --json prints JSON.
          Example: npm run trefoil -- chain deploy --rpc https://bsc.example.org --key-file deployer.key \\
            --token 0x55d398326f99059fF775485246999027B3197955 --owner 0x… --signer 0x…
  chain attest   Deploy the contract that keeps what the books claimed to owe beside what is there.
          --rpc <url> --key-file <file>   the chain, and the key that pays for it
          --vault <address> --treasury <address>   whose balances it reads
          --json prints JSON.
          Example: npm run trefoil -- chain attest --rpc https://bsc.example.org --key-file deployer.key \\
            --vault 0x… --treasury 0x…
  chain status   Show the configured chain: its providers, and what vault, treasury and signer hold.
          --json prints JSON, with amounts as strings.
          Example: npm run trefoil -- chain status --json
${CHAIN_CHANGE_HELP}${CHAIN_RECOVER_HELP}`

export async function chainCommand(args: string[], variables?: Variables): Promise<string> {
  const [command, ...rest] = args
  if (command === 'deploy') return deploy(rest)
  if (command === 'attest') return attest(rest)
  if (command === 'status') return status(rest, variables)
  if (command === 'change') return chainChangeCommand(rest, variables)
  if (command === 'recover') return chainRecoverCommand(rest, variables)
  throw new Misuse(`There is no command "chain ${command ?? ''}".\n\n${CHAIN_HELP}`)
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
      'payment-max': { type: 'string', default: '20000' },
      'day-max': { type: 'string', default: '100000' },
      json: { type: 'boolean' },
    },
  })
  const { rpc, 'key-file': keyFile, owner, signer, token, 'test-token': wantsTestToken } = values
  if (!rpc || !keyFile || !owner || !signer || (!token && !wantsTestToken))
    throw new Misuse(`chain deploy needs --rpc, --key-file, --owner, --signer and --token (or --test-token).`)
  const roles = { owner: payableAddress(owner), signer: payableAddress(signer) }
  if (roles.owner === roles.signer) throw new StartError('The owner has to be a cold key, different from the signer.')
  const limits = {
    perPayment: dollarsOf('--payment-max', values['payment-max']),
    perDay: dollarsOf('--day-max', values['day-max']),
  }
  const made = await deployContracts({
    rpcUrl: rpc,
    key: (await readFile(keyFile, 'utf8')).trim(),
    token: token ? payableAddress(token) : undefined,
    ...roles,
    limits,
  })
  const settings = {
    CHAIN_ID: made.id,
    CHAIN_TOKEN: made.token,
    CHAIN_DECIMALS: made.decimals,
    CHAIN_FACTORY: made.factory,
    CHAIN_VAULT: made.vault,
  }
  if (values.json) return JSON.stringify(settings)
  return [
    'Set these for the server, with CHAIN_RPC_URL, CHAIN_TREASURY and CHAIN_SIGNER_KEY_FILE beside them:',
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
  ].join('\n')
}

async function attest(args: string[]): Promise<string> {
  const { values } = parseArgs({
    args,
    options: {
      rpc: { type: 'string' },
      'key-file': { type: 'string' },
      vault: { type: 'string' },
      treasury: { type: 'string' },
      json: { type: 'boolean' },
    },
  })
  const { rpc, 'key-file': keyFile, vault, treasury } = values
  if (!rpc || !keyFile || !vault || !treasury)
    throw new Misuse('chain attest needs --rpc, --key-file, --vault and --treasury.')
  const CHAIN_ATTESTATIONS = await deployAttestations({
    rpcUrl: rpc,
    key: (await readFile(keyFile, 'utf8')).trim(),
    vault: payableAddress(vault),
    treasury: payableAddress(treasury),
  })
  if (values.json) return JSON.stringify({ CHAIN_ATTESTATIONS })
  return ['Set this for the server, beside the others:', `CHAIN_ATTESTATIONS=${CHAIN_ATTESTATIONS}`].join('\n')
}

function dollarsOf(option: string, typed: string): Usd {
  if (!/^\d+(\.\d+)?$/.test(typed)) throw new Misuse(`${option} must be an amount in dollars, such as 20000.`)
  return parseUsd(Number(typed))
}

async function status(args: string[], variables: Variables | undefined): Promise<string> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } })
  const settings = readSettings(variables)
  if (!settings.chain.remote) throw new StartError("CHAIN_RPC_URL is not set: the demo's chain runs inside the server.")
  const { chain } = await startChain(settings.chain, { databaseUrl: '', dataDir: settings.dataDir })
  const [final, vault, limits, treasury, coins] = await Promise.all([
    chain.finalized(),
    chain.vaultState(),
    chain.vaultLimits(),
    chain.balanceOf(chain.treasury),
    chain.signerFunds(),
  ])
  const { head, providers } = chain.health()
  const found: Status = {
    chain: chain.id,
    head: Number(head),
    final: Number(final.number),
    providers: providers.map(({ name, state, head: at, detail }) => ({ name, state, head: Number(at), detail })),
    vault: {
      address: chain.vault,
      holds: decimal(vault.balance, chain.decimals),
      paused: vault.isPaused,
      limits: limits && {
        per_payment: decimal(limits.perPayment, chain.decimals),
        per_day: decimal(limits.perDay, chain.decimals),
        left_today: decimal(leftToday(limits, Date.now()), chain.decimals),
      },
    },
    treasury: { address: chain.treasury, holds: decimal(treasury, chain.decimals) },
    signer: { address: vault.signer, coins: decimal(coins, NATIVE_DECIMALS) },
  }
  return values.json ? JSON.stringify(found) : inWords(found)
}

type Status = {
  chain: number
  head: number
  final: number
  providers: { name: string; state: string; head: number; detail: string }[]
  vault: {
    address: Address
    holds: string
    paused: boolean
    limits: { per_payment: string; per_day: string; left_today: string } | null
  }
  treasury: { address: Address; holds: string }
  signer: { address: Address; coins: string }
}

const inWords = ({ chain, head, final, providers, vault, treasury, signer }: Status): string =>
  [
    `chain      ${chain}, at block ${head}, final up to ${final}`,
    ...providers.map(
      ({ name, state, head: at, detail }) => `provider   ${name}: ${state}, ${detail || `at block ${at}`}`,
    ),
    `vault      ${vault.address} holds ${vault.holds}${vault.paused ? ', PAUSED' : ''}`,
    vault.limits === null
      ? `limits     none: this vault is from before there were any`
      : `limits     ${vault.limits.per_payment} a payment, ${vault.limits.per_day} a day, ${vault.limits.left_today} left today`,
    `treasury   ${treasury.address} holds ${treasury.holds}`,
    `signer     ${signer.address} has ${signer.coins} of the native coin for fees`,
  ].join('\n')

const NATIVE_DECIMALS = 18
