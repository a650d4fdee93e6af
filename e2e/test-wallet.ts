import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { joinLocalChain } from '../apps/server/src/chain/local.ts'
import type { Address, Hex } from '../apps/server/src/chain/chain.ts'
import { makeSender } from '../apps/server/src/chain/deploy.ts'
import { openFaucet } from '../apps/server/src/chain/faucet.ts'
import { localKeys } from '../apps/server/src/chain/local-keys.ts'
import { RpcRefusal } from '../apps/server/src/chain/rpc.ts'
import { serveRpc } from '../apps/server/src/chain/rpc-server.ts'
import { withDatabase } from '../apps/server/src/cli/open.ts'
import { readSettings } from '../apps/server/src/env.ts'

const COIN = 10n ** 18n
const DOLLARS = 10_000n
const ATTEMPTS_MAX = 20
const RETRY_MS = 100

/**
 * A wallet with a key and money of its own on the local chain, as JSON-RPC that approves everything. Run as a process of
 * its own, which prints its URL and ends with its standard input.
 */
const settings = readSettings()
await withDatabase(settings, async ({ url }) => {
  const chain = await joinLocalChain({ databaseUrl: url, dataDir: settings.dataDir })
  const { faucetKey, contracts } = localKeys(chain.seed)
  const wallet = makeSender(chain.provider, `0x${randomBytes(32).toString('hex')}`)
  await withCoins(wallet.address, makeSender(chain.provider, faucetKey))
  await openFaucet(chain.provider, { key: faucetKey, token: contracts.token }).pay(wallet.address, DOLLARS * COIN)

  const server = await serveRpc(async (method, params) => {
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [wallet.address]
    if (method !== 'eth_sendTransaction') return chain.provider.request(method, params)
    const { to, data } = params[0] as { to: Address; data: Hex }
    return (await wallet.send({ to, data })).transaction
  })
  process.stdout.write(`${server.url}\n`)
  process.stdin.resume()
  await new Promise((over) => process.stdin.once('end', over))
  await server.close()
  await chain.stop()
})

/** The server's faucet has the same key, and may use a nonce at the same moment. */
async function withCoins(to: Address, faucet: ReturnType<typeof makeSender>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await faucet.send({ to, data: '0x', value: COIN })
      return
    } catch (error) {
      if (!(error instanceof RpcRefusal) || attempt >= ATTEMPTS_MAX) throw error
      await sleep(RETRY_MS)
    }
}
