import type { Address } from '../apps/server/src/chain/chain.ts'
import { startChain } from '../apps/server/src/chain/start-chain.ts'
import { withDatabase } from '../apps/server/src/cli/open.ts'
import { readSettings } from '../apps/server/src/env.ts'

/**
 * The tokens of an address, in the token's smallest unit, asked of the chain and of nothing that the server has stored.
 * Run as a process of its own with the address.
 */
const [address] = process.argv.slice(2)
const settings = readSettings()
await withDatabase(settings, async ({ url }) => {
  const { chain } = await startChain(settings.chain, { databaseUrl: url, dataDir: settings.dataDir })
  process.stdout.write(String(await chain.balanceOf(address as Address)))
  await chain.close()
})
