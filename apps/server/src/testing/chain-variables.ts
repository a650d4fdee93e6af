import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestChain } from './chain.ts'

type Facts = Pick<TestChain['facts'], 'id' | 'token' | 'factory' | 'treasury' | 'vault'>
type Served = Pick<TestChain, 'url' | 'signerKey'> & { facts: Facts }

/** The environment of a server on that chain, with the signer's key in a file in the folder. */
export async function chainVariables(
  { url, facts, signerKey }: Served,
  folder: string,
  { key = signerKey, mode = 0o600 }: { key?: string; mode?: number } = {},
) {
  const keyFile = join(folder, 'signer.key')
  await writeFile(keyFile, key)
  await chmod(keyFile, mode)
  return {
    CHAIN_RPC_URL: `${url},${url}/second`,
    CHAIN_ID: String(facts.id),
    CHAIN_TOKEN: facts.token,
    CHAIN_FACTORY: facts.factory,
    CHAIN_TREASURY: facts.treasury,
    CHAIN_VAULT: facts.vault,
    CHAIN_SIGNER_KEY_FILE: keyFile,
    CHAIN_FINALITY: '3',
  }
}
