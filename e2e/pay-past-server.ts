import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Hash } from '../apps/server/src/chain/chain.ts'
import { startChain } from '../apps/server/src/chain/start-chain.ts'
import { withDatabase } from '../apps/server/src/cli/open.ts'
import { readSettings } from '../apps/server/src/env.ts'

const GAS = 200_000n
const UNIT = 10n ** 18n
const LOOK_MS = 1000
const DEADLINE_MS = 60_000

/**
 * Pays from the vault with the signer's key, but without the server: what a database that was set back sees. Run as a
 * process of its own with the address and the dollars.
 */
const [to, dollars] = process.argv.slice(2)
const settings = readSettings()
await withDatabase(settings, async ({ url }) => {
  const { chain } = await startChain(settings.chain, { databaseUrl: url, dataDir: settings.dataDir })
  const id: Hash = `0x${randomBytes(32).toString('hex')}`
  const call = chain.payCall({ id, to: to as Address, amount: BigInt(dollars ?? 0) * UNIT })
  // The server signs with the same key and may take the nonce first. The vault pays an id once, however often it is sent.
  for (const deadline = Date.now() + DEADLINE_MS; !(await chain.isPaid(id)) && Date.now() < deadline;) {
    const nonce = await chain.nonceAt('latest')
    const { raw } = await chain.sign({ call, nonce, gas: GAS, fees: await chain.fees() })
    await chain.broadcast(raw)
    await sleep(LOOK_MS)
  }
  await chain.close()
})
