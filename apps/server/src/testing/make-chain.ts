import { feeToken } from '@trefoil/contracts/artifacts/fee-token'
import { lyingToken } from '@trefoil/contracts/artifacts/lying-token'
import { sanctionsList } from '@trefoil/contracts/artifacts/sanctions-list'
import { testToken } from '@trefoil/contracts/artifacts/test-token'
import { vault as vaultContract } from '@trefoil/contracts/artifacts/vault'
import { openEvm } from '@trefoil/contracts/evm'
import { keccak256 } from 'ox/Hash'
import { fromString } from 'ox/Hex'
import { callData } from '../chain/call-data.ts'
import type { Address, Chain, Hash, Hex } from '../chain/chain.ts'
import {
  attestationsCode,
  factoryCode,
  makeSender,
  mintCall,
  testTokenCode,
  vaultCode,
  type FirstLimits,
  type Sender,
} from '../chain/deploy.ts'
import { openChain, type ChainOptions } from '../chain/open.ts'
import { addressOf } from '../chain/private-key.ts'
import { httpProvider, insideProvider } from '../chain/rpc.ts'
import { serveRpc } from '../chain/rpc-server.ts'
import { keySigner } from '../chain/signer.ts'
import { miner, type Miner } from './miner.ts'

export type TestChain = Miner & {
  /** JSON-RPC with every method of the EVM. Put an `RpcProxy` in front of it to make it fail. */
  url: string
  /** Connected directly. */
  chain: Chain
  /** Another view of it, for example through proxies. Several URLs are several providers. */
  view: (urls: string[], options?: Partial<ChainOptions> & { timeoutMs?: number }) => Chain
  /** What `openChain` needs besides providers. */
  facts: Omit<ChainOptions, 'providers'>
  signerKey: Hex
  ownerKey: Hex
  /** Owns the vault; holds coins and any amount of the token. */
  owner: Sender
  /** Sends tokens (of `token`, or the real one) from a stranger's wallet, in a block of its own. */
  pay: (to: Address, amount: bigint, options?: { token?: Address }) => Promise<Hash>
  /** Sends the native coin. */
  payCoin: (to: Address, amount: bigint) => Promise<Hash>
  /** Two transfers to the same address in one transaction. */
  payTwice: (to: Address, first: bigint, second: bigint) => Promise<Hash>
  /** Transfers more than the stranger has: mined, but reverted. */
  payReverted: (to: Address, amount: bigint) => Promise<Hash>
  /** By its owner, past the server. */
  takeFromVault: (to: Address, amount: bigint) => Promise<Hash>
  /** By whoever has its key, past the server. */
  takeFromTreasury: (to: Address, amount: bigint) => Promise<Hash>
  /** With the same owner and signer. */
  deployVault: (token?: Address) => Promise<Address>
  deployToken: (kind: 'another' | 'fee on transfer' | 'lying') => Promise<Address>
  /** The lying token logs a transfer that never happened. */
  pretend: (token: Address, to: Address, amount: bigint) => Promise<Hash>
  deploySanctionsList: () => Promise<SanctionsList>
  stop: () => Promise<void>
}

type SanctionsList = { address: Address; set: (subject: Address, isListed: boolean) => Promise<void> }

const CHAIN_ID = 31_337
const DAY_SECONDS = 86_400
/** Only tests about silent providers give them less: a busy machine answers late. */
const PATIENT_MS = 60_000
export const UNIT = 10n ** 18n
/** An index of a deposit address that is nobody's. */
export const indexOf = (number: number | bigint): Hex => `0x${number.toString(16).padStart(64, '0')}`

/** With limits, which count days, its blocks are of today. */
export type MakeChainOptions = { finalityDepth?: number; limits?: FirstLimits; id?: number }
const PLENTY: FirstLimits = { perPayment: 10n ** 9n * UNIT, perDay: 10n ** 9n * UNIT }

const keyOf = (name: string): Hex => keccak256(fromString(`trefoil test ${name}`))
const keys = {
  owner: keyOf('owner'),
  signer: keyOf('signer'),
  stranger: keyOf('stranger'),
  treasury: keyOf('treasury'),
}
const treasury: Address = addressOf(keys.treasury)

/** A separate chain with the contracts on it, which mines one block per transaction. */
export async function makeChain({
  finalityDepth = 3,
  limits = PLENTY,
  id = CHAIN_ID,
}: MakeChainOptions): Promise<TestChain> {
  const addresses = Object.values(keys).map(addressOf)
  const now = Math.floor(Date.now() / 1000)
  const evm = await openEvm({
    chainId: id,
    genesisTime: limits === PLENTY ? now - DAY_SECONDS : now - (now % DAY_SECONDS),
    coinbase: '0x00000000000000000000000000000000007e5700',
    funds: Object.fromEntries(addresses.map((address) => [address, 10n ** 24n])),
    minesAtOnce: false,
  })
  const mining = await miner(evm)
  const server = await serveRpc(mining.request)
  const inside = insideProvider('test chain', mining.request)
  const owner = makeSender(inside, keys.owner)
  const stranger = makeSender(inside, keys.stranger)
  const keeper = makeSender(inside, keys.treasury)
  const signer = keySigner(keys.signer)

  const { created: token } = await owner.send({ data: testTokenCode() })
  const { created: factory } = await owner.send({ data: factoryCode() })
  const deployVault = async (held: Address) => {
    const code = vaultCode({ token: held, owner: owner.address, signer: signer.address, limits })
    return (await owner.send({ data: code })).created
  }
  const vault = await deployVault(token)
  await owner.send({ to: token, data: mintCall(vault, 1_000_000n * UNIT) })
  await owner.send({ to: token, data: mintCall(stranger.address, 1_000_000_000n * UNIT) })
  const { created: attestations } = await owner.send({ data: attestationsCode({ vault, treasury }) })
  await mining.mine(finalityDepth)

  const facts: TestChain['facts'] = {
    id,
    decimals: 18,
    token,
    factory,
    vault,
    treasury,
    attestations,
    signer,
    finality: { depth: finalityDepth },
    rangeMax: 2000,
    maxFeeWei: 100n * 10n ** 9n,
  }
  const sendFrom = async (sender: Sender, to: Address, data: Hex, value = 0n) =>
    (await sender.send({ to, data, value })).transaction
  const transferCall = (to: Address, amount: bigint) => callData(testToken.abi, 'transfer', [to, amount])

  return {
    ...mining,
    url: server.url,
    chain: openChain({ ...facts, providers: [inside] }),
    view: (urls, { timeoutMs = PATIENT_MS, ...changes } = {}) =>
      openChain({ ...facts, providers: urls.map((url) => httpProvider(url, { timeoutMs })), ...changes }),
    facts,
    signerKey: keys.signer,
    ownerKey: keys.owner,
    owner,
    pay: (to, amount, { token: other = token } = {}) => sendFrom(stranger, other, transferCall(to, amount)),
    payCoin: (to, amount) => sendFrom(stranger, to, '0x', amount),
    payTwice: (to, first, second) =>
      sendFrom(stranger, token, callData(testToken.abi, 'transferTwice', [to, first, second])),
    payReverted: (to, amount) =>
      mining.sendFailing(keys.stranger, { to: token, data: transferCall(to, amount + 10n ** 60n) }),
    takeFromVault: (to, amount) => sendFrom(owner, vault, callData(vaultContract.abi, 'withdraw', [token, to, amount])),
    takeFromTreasury: (to, amount) => sendFrom(keeper, token, transferCall(to, amount)),
    deployVault: (held = token) => deployVault(held),
    async deployToken(kind) {
      const data = {
        another: testTokenCode(),
        'fee on transfer': feeToken.bytecode,
        lying: lyingToken.bytecode,
      }[kind]
      const { created } = await owner.send({ data })
      await owner.send({ to: created, data: mintCall(stranger.address, 1_000_000n * UNIT) })
      return created
    },
    pretend: (lying, to, amount) =>
      sendFrom(stranger, lying, callData(lyingToken.abi, 'pretend', [stranger.address, to, amount])),
    async deploySanctionsList() {
      const { abi, bytecode } = sanctionsList
      const { created: address } = await owner.send({ data: bytecode })
      return {
        address,
        async set(subject, isListed) {
          await sendFrom(owner, address, callData(abi, 'set', [subject, isListed]))
        },
      }
    },
    stop: () => server.close(),
  }
}
