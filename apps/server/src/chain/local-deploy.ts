import { attestationsCode, factoryCode, makeSender, mintCall, testTokenCode, vaultCode } from './deploy.ts'
import type { Hex } from './chain.ts'
import { localKeys } from './local-keys.ts'
import type { Provider } from './rpc.ts'
import { count } from './values.ts'

const DOLLAR = 10n ** 18n
const TREASURY_FUNDS = 10_000_000n * DOLLAR
const VAULT_FUNDS = 1_000_000n * DOLLAR
const VAULT_LIMITS = { perPayment: 20_000n * DOLLAR, perDay: 100_000n * DOLLAR }
const FAUCET_FUNDS = 1_000_000_000n * DOLLAR

/** Deploys the contracts and the first test money to a new chain. Resumes after a killed start, and adds what came later. */
export async function deployLocally(provider: Provider, seed: Hex): Promise<void> {
  const { contracts, deployerKey, deployer, signer, faucet } = localKeys(seed)
  const { token, vault, treasury } = contracts
  const steps = [
    { data: testTokenCode() },
    { data: factoryCode() },
    { data: vaultCode({ token, owner: treasury, signer, limits: VAULT_LIMITS }) },
    { to: token, data: mintCall(treasury, TREASURY_FUNDS) },
    { to: token, data: mintCall(vault, VAULT_FUNDS) },
    { to: token, data: mintCall(faucet, FAUCET_FUNDS) },
    { data: attestationsCode({ vault, treasury }) },
  ]
  const done = count(await provider.request('eth_getTransactionCount', [deployer, 'latest']))
  const sender = makeSender(provider, deployerKey)
  for (const step of steps.slice(done)) await sender.send(step)
}
