import { randomBytes } from 'node:crypto'
import type { Address } from '../apps/server/src/chain/chain.ts'
import { startChain } from '../apps/server/src/chain/start-chain.ts'
import { withDatabase } from '../apps/server/src/cli/open.ts'
import { readSettings } from '../apps/server/src/env.ts'

const GAS = 200_000n
const UNIT = 10n ** 18n

/**
 * Pays from the vault with the signer's key, but without the server: what a database that was set back sees. Run as a
 * process of its own with the address and the dollars.
 */
const [to, dollars] = process.argv.slice(2)
const settings = readSettings()
await withDatabase(settings, async ({ url }) => {
  const { chain } = await startChain(settings.chain, { databaseUrl: url, dataDir: settings.dataDir })
  const call = chain.payCall({
    id: `0x${randomBytes(32).toString('hex')}`,
    to: to as Address,
    amount: BigInt(dollars ?? 0) * UNIT,
  })
  const nonce = await chain.nonceAt('latest')
  const { raw } = await chain.sign({ call, nonce, gas: GAS, fees: await chain.fees() })
  await chain.broadcast(raw)
  await chain.close()
})
