import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usd } from '@trefoil/core/money'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Address } from '../chain/chain.ts'
import { deployContracts } from '../chain/deploy-contracts.ts'
import { DEPLOYER, factoryEverywhere, findLacking } from '../chain/deterministic.ts'
import { openSettings } from '../chain/fingerprint.ts'
import { httpProvider } from '../chain/rpc.ts'
import { startChain } from '../chain/start-chain.ts'
import { readSettings } from '../env.ts'
import { indexOf, shareTestChain, startTestChain, UNIT } from '../testing/chain.ts'
import { chainVariables } from '../testing/chain-variables.ts'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import { randomAddress } from '../testing/payouts.ts'
import { testSettings } from '../testing/settings.ts'
import { recoverElsewhere } from './chain-recover.ts'
import { withDatabase } from './open.ts'

const OTHER_ID = 31_338
const LIMITS = { perPayment: usd(100_000_000n), perDay: usd(100_000_000n) }
const home = await shareTestChain()
const deployed = await deployContracts({
  rpcUrl: home.url,
  key: home.ownerKey,
  token: home.facts.token,
  owner: home.owner.address,
  signer: home.facts.signer.address,
  limits: LIMITS,
})

/** An installation with these contracts that has issued one address. */
async function installation({ factory = deployed.factory, treasury = home.facts.treasury } = {}) {
  const name = `test-${randomUUID()}`
  const databaseUrl = await createDatabase(inject('postgresUrl'), { name, template: 'pattern' })
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-recover-'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await dropDatabase(inject('postgresUrl'), name)
    await rm(dataDir, { recursive: true })
  })
  const variables = { ...(await chainVariables(home, dataDir)), CHAIN_FACTORY: factory, CHAIN_TREASURY: treasury }
  const settings = testSettings({ databaseUrl, dataDir, chain: readSettings(variables).chain })
  const { chain } = await startChain(settings.chain, { databaseUrl, dataDir })
  await withDatabase(settings, ({ unaudited: db }) => openSettings(db, chain))
  const index = indexOf(77)
  const address = chain.depositAddress(index)
  const { rows } = await client.query<{ id: number }>('select min(id) as id from member')
  await client.query(
    `insert into deposit_address (address, member_id, turn, expires_at, setting, index) values ($1, $2, 9, now(), 1, $3)`,
    [address, rows[0]!.id, index],
  )
  return { settings, address }
}

const balanceOf = async (url: string, token: Address, of: Address) =>
  BigInt(
    (await httpProvider(url).request('eth_call', [
      { to: token, data: `0x70a08231${of.slice(2).toLowerCase().padStart(64, '0')}` },
      'latest',
    ])) as string,
  )

test('the factory has the same address on every chain, whoever deploys it, and is deployed once', async () => {
  expect(deployed.factory).toBe(factoryEverywhere())
  expect(deployed.factory).not.toBe(home.facts.factory)
  const other = await startTestChain({ id: OTHER_ID })
  const provider = httpProvider(other.url)
  expect(await findLacking(provider)).toEqual({ deployer: true, factory: true })
  const deploy = (key: string) =>
    deployContracts({
      rpcUrl: other.url,
      key,
      token: undefined,
      owner: other.owner.address,
      signer: other.facts.signer.address,
      limits: LIMITS,
    })
  const [first, second] = [await deploy(other.signerKey), await deploy(other.ownerKey)]
  expect([first.factory, second.factory]).toEqual([deployed.factory, deployed.factory])
  expect(first.vault).not.toBe(second.vault)
  expect(await provider.request('eth_getTransactionCount', [DEPLOYER, 'latest'])).toBe('0x2')
  expect(await findLacking(provider)).toEqual({ deployer: false, factory: false })
})

test('tokens and coins that were sent on another chain come to the treasury', async () => {
  const other = await startTestChain({ id: OTHER_ID })
  const { settings, address } = await installation()
  const token = await other.deployToken('another')
  await other.pay(address, 12n * UNIT, { token })
  // A deposit address that is deployed takes no coins any more.
  await other.payCoin(address, 3n * UNIT)
  const order = { rpcUrl: other.url, address, token, isTreasuryChecked: false }

  const planned = await recoverElsewhere(settings, { ...order, key: undefined })
  expect(planned).toMatchObject({ chain: OTHER_ID, amount: '12', deploys: ['deployer', 'factory'], transaction: null })
  expect(await findLacking(httpProvider(other.url)), 'nothing was sent').toEqual({ deployer: true, factory: true })

  const done = await recoverElsewhere(settings, { ...order, key: other.ownerKey })
  expect(done).toMatchObject({ treasury: home.facts.treasury, transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(await balanceOf(other.url, token, home.facts.treasury)).toBe(12n * UNIT)
  expect(await balanceOf(other.url, token, address)).toBe(0n)

  const coinsThere = async () =>
    BigInt((await httpProvider(other.url).request('eth_getBalance', [home.facts.treasury, 'latest'])) as string)
  const before = await coinsThere()
  const coins = await recoverElsewhere(settings, { ...order, token: null, key: other.ownerKey })
  expect(coins).toMatchObject({ amount: '3', deploys: [] })
  expect(await coinsThere()).toBe(before + 3n * UNIT)
})

test('what cannot be recovered is refused in one sentence, before anything is sent', async () => {
  const other = await startTestChain({ id: OTHER_ID })
  const { settings, address } = await installation()
  const { token } = other.facts
  const order = { rpcUrl: other.url, address, token, isTreasuryChecked: false, key: other.ownerKey }
  const attempt = (changes: Partial<Omit<typeof order, 'key'> & { key: string }>, of = settings) =>
    recoverElsewhere(of, { ...order, ...changes })

  await expect(attempt({ address: randomAddress() })).rejects.toThrow(/was never issued to a member/)
  await expect(attempt({})).rejects.toThrow(`${address} holds nothing of that on chain ${OTHER_ID}.`)
  await other.pay(address, UNIT)
  await expect(attempt({ rpcUrl: home.url })).rejects.toThrow(/is the one that the server watches/)
  await expect(attempt({ token: randomAddress() })).rejects.toThrow(/is not a token on chain/)
  await expect(attempt({ rpcUrl: 'http://127.0.0.1:9' })).rejects.toThrow(/^The chain refuses: /)
  await expect(attempt({ key: 'no key' })).rejects.toThrow(/does not hold a private key/)
  await expect(attempt({ key: `0x${'1'.repeat(64)}` }), 'a key without coins').rejects.toThrow(/^The chain refuses: /)

  const old = await installation({ factory: home.facts.factory })
  await other.pay(old.address, UNIT)
  await expect(attempt({ address: old.address }, old.settings)).rejects.toThrow(
    /was not deployed through the deterministic deployer/,
  )

  const contract = await installation({ treasury: deployed.vault })
  await other.pay(contract.address, UNIT)
  await expect(attempt({ address: contract.address }, contract.settings)).rejects.toThrow(
    /is a contract on chain 31337, and nothing on chain 31338/,
  )
  const both = await installation({ treasury: home.facts.vault })
  await other.pay(both.address, UNIT)
  await expect(attempt({ address: both.address }, both.settings)).rejects.toThrow(/may be somebody else's/)
  expect(await findLacking(httpProvider(other.url)), 'nothing was deployed').toEqual({ deployer: true, factory: true })
  await attempt({ address: both.address, isTreasuryChecked: true }, both.settings)
  expect(await balanceOf(other.url, token, both.address)).toBe(0n)
})
