import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../env.ts'
import { StartError } from '../start-error.ts'
import { indexOf, shareTestChain } from '../testing/chain.ts'
import { chainVariables } from '../testing/chain-variables.ts'
import { changed, dropped, startRpcProxy } from '../testing/rpc-proxy.ts'
import { startChain } from './start-chain.ts'

const shared = await shareTestChain()
const { url, facts, chain: direct, deployToken } = shared

test('a chain that matches the settings is used', async () => {
  const { chain, faucet } = await start({})
  expect(await chain.head()).toEqual(await direct.head())
  expect(chain.depositAddress(indexOf(5))).toBe(direct.depositAddress(indexOf(5)))
  expect(faucet).toBeUndefined()
})

test('addresses in lower case are accepted', async () => {
  const { chain } = await start({ CHAIN_VAULT: facts.vault.toLowerCase() })
  expect(chain.vault).toBe(facts.vault)
})

test.each([
  [{ CHAIN_ID: '56' }, /^127\.0\.0\.1:\d+ serves chain 31337, but CHAIN_ID says 56\.$/],
  [{ CHAIN_DECIMALS: '6' }, /^The token 0x\w+ has 18 decimals, but CHAIN_DECIMALS says 6\.$/],
  [{ CHAIN_TOKEN: facts.factory }, /^CHAIN_TOKEN 0x\w+ is not a token on chain 31337 \(according to .*\)\.$/],
  [{ CHAIN_TOKEN: facts.treasury }, /^CHAIN_TOKEN 0x\w+ is not a token on chain 31337 \(according to .*\)\.$/],
  [
    { CHAIN_FACTORY: facts.vault },
    /^CHAIN_FACTORY 0x\w+ is not a deposit factory on chain 31337 \(according to .*\)\.$/,
  ],
  [{ CHAIN_VAULT: facts.factory }, /^CHAIN_VAULT 0x\w+ is not a vault on chain 31337 \(according to .*\)\.$/],
  [{ CHAIN_VAULT: `0x${'aB'.repeat(20)}` }, /^CHAIN_VAULT 0x\w+ has a typing error: its checksum does not match\.$/],
])('with %j the start is refused in one sentence', async (wrong, sentence) => {
  await expect(start(wrong)).rejects.toThrow(StartError)
  await expect(start(wrong)).rejects.toThrow(sentence)
})

test('a vault that pays in another token is refused', async () => {
  const other = await deployToken('another')
  await expect(start({ CHAIN_TOKEN: other })).rejects.toThrow(
    /^The vault 0x\w+ pays in 0x\w+, but CHAIN_TOKEN says 0x\w+\.$/,
  )
})

test('a signer that the vault does not accept is refused', async () => {
  await expect(start({}, { key: `0x${'1'.repeat(64)}` })).rejects.toThrow(
    /^The vault 0x\w+ lets 0x\w+ pay, but the signer's key file belongs to 0x\w+\.$/,
  )
})

test('a key file that others can read, that is damaged or missing is refused', async () => {
  await expect(start({}, { mode: 0o644 })).rejects.toThrow(/can be read by others: its mode should be 600\.$/)
  await expect(start({}, { key: 'not a key' })).rejects.toThrow(/does not hold a private key/)
  await expect(start({}, { key: `0x${'0'.repeat(64)}` })).rejects.toThrow(/does not hold a valid private key/)
  await expect(start({ CHAIN_SIGNER_KEY_FILE: '/nowhere/key' })).rejects.toThrow(/cannot be read \(ENOENT\)\.$/)
})

test('a provider that is silent at the start is checked when it answers, and rejected if it is wrong', async () => {
  const proxy = await startRpcProxy(url)
  proxy.fail('*', dropped)
  const { chain } = await start({ CHAIN_RPC_URL: `${url},${proxy.url}` })
  await expect(chain.head()).rejects.toMatchObject({ kind: 'unreachable' })
  proxy.heal()
  proxy.fail(
    'eth_chainId',
    changed(() => '0x38'),
  )
  await expect(chain.head()).rejects.toMatchObject({
    kind: 'malformed',
    message: expect.stringContaining('serves chain 56'),
  })
  proxy.heal()
  expect(await chain.head()).toEqual(await direct.head())
})

test('without a key, the signer is whom the vault accepts, or the one that was known last, and nothing is signed', async () => {
  const { chain: settings } = readSettings({ ...(await variablesOf(shared)), TREFOIL_ROLE: 'web' })
  const place = { databaseUrl: '', dataDir: '' }
  const { chain } = await startChain(settings, place)
  expect(chain.signer).toBe(direct.signer)
  expect(chain.isOurs(direct.signer)).toBe(true)
  const [call, fees] = [
    { to: chain.vault, data: '0x' as const },
    { maxFee: 2n, priorityFee: 1n },
  ]
  await expect(chain.sign({ call, nonce: 0, gas: 1n, fees })).rejects.toThrow('no key')

  const proxy = await startRpcProxy(url)
  proxy.fail('*', dropped)
  const silent = { ...settings, remote: { ...settings.remote!, rpcUrls: [proxy.url] } }
  const known = [chain.treasury, chain.factory]
  expect((await startChain(silent, place, undefined, known)).chain.signer).toBe(chain.factory)
  await expect(startChain(silent, place)).rejects.toThrow('Who may sign for the vault is not known yet')
})

test('in production one message lists every missing setting of the chain', () => {
  const read = (variables: Record<string, string>) => () => readSettings({ NODE_ENV: 'production', ...variables })
  expect(read({})).toThrow(/CHAIN_RPC_URL: two or more/)
  const given = read({ CHAIN_RPC_URL: 'https://one.test,https://one.test', CHAIN_TOKEN: '0x12' })
  for (const name of [
    'CHAIN_TOKEN: 0x and 40',
    'CHAIN_FACTORY',
    'CHAIN_TREASURY',
    'CHAIN_VAULT',
    'CHAIN_SIGNER_KEY_FILE',
  ])
    expect(given).toThrow(name)
  expect(given).toThrow('CHAIN_RPC_URL: two or more different hosts')
})

async function variablesOf(chain: typeof shared): Promise<Record<string, string>> {
  const { CHAIN_SIGNER_KEY_FILE: _, ...variables } = await chainVariables(chain, await keyFolder())
  return variables
}

async function start(changes: Record<string, string>, keyFile: { key?: string; mode?: number } = {}) {
  const folder = await keyFolder()
  const { chain } = readSettings({ ...(await chainVariables(shared, folder, keyFile)), ...changes })
  return startChain(chain, { databaseUrl: '', dataDir: folder })
}

async function keyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}
