import { createRequire } from 'node:module'

export type Evm = {
  /** One JSON-RPC call. Errors of the EVM are thrown as `RpcError`. */
  request: (method: string, params?: readonly unknown[]) => Promise<unknown>
}

export type EvmOptions = {
  chainId: number
  /** Unix time of block 0. */
  genesisTime: number
  /** Who receives fees. Part of every block, so that two chains with different ones share no block hash. */
  coinbase: `0x${string}`
  /** Initial balances in wei. */
  funds: Record<`0x${string}`, bigint>
  /** Whether each transaction is mined at once in its own block. */
  minesAtOnce: boolean
}

export class RpcError extends Error {
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

/**
 * An EVM inside this process: Hardhat's native part without the tool around it, which takes seconds to load. The same
 * transactions at the same times make the same blocks.
 */
export async function openEvm(options: EvmOptions): Promise<Evm> {
  const native = loadNative()
  context ??= openContext(native)
  const genesisState = native.l1GenesisState(native.l1HardforkFromString(native.CANCUN))
  for (const [address, balance] of Object.entries(options.funds))
    genesisState.push({ address: bytes(address), balance, code: new Uint8Array() })
  const provider = await (
    await context
  ).createProvider(
    native.GENERIC_CHAIN_TYPE,
    {
      allowBlocksWithSameTimestamp: false,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: false,
      blockGasLimit: 30_000_000n,
      chainId: BigInt(options.chainId),
      coinbase: bytes(options.coinbase),
      genesisState,
      hardfork: native.CANCUN,
      initialBaseFeePerGas: 1_000_000_000n,
      initialDate: BigInt(options.genesisTime),
      minGasPrice: 0n,
      mining: { autoMine: options.minesAtOnce, memPool: { order: 'Fifo' } },
      networkId: BigInt(options.chainId),
      observability: {},
      ownedAccounts: [],
      precompileOverrides: [],
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => undefined },
    { subscriptionCallback: () => undefined },
    native.ContractDecoder.withContracts({}),
  )
  return {
    async request(method, params = []) {
      const { data } = await provider.handleRequest(JSON.stringify({ method, params }))
      const reply = (typeof data === 'string' ? JSON.parse(data) : data) as Reply
      if ('error' in reply) throw new RpcError(reply.error)
      return reply.result
    },
  }
}

type Reply = { result: unknown } | { error: { code: number; message: string; data?: unknown } }
type Provider = { handleRequest(request: string): Promise<{ data: unknown }> }
type Context = {
  registerProviderFactory(type: string, factory: unknown): Promise<void>
  createProvider(
    ...parts: [type: string, config: object, logger: object, events: object, decoder: object]
  ): Promise<Provider>
}
/** The part of the native interface that is used here. */
type Native = {
  EdrContext: new () => Context
  ContractDecoder: { withContracts(config: object): object }
  GENERIC_CHAIN_TYPE: string
  CANCUN: string
  genericChainProviderFactory(): unknown
  l1HardforkFromString(name: string): number
  l1GenesisState(hardfork: number): { address: Uint8Array; balance?: bigint; code?: Uint8Array }[]
}

/** The native part must exist only once per process. */
let context: Promise<Context> | undefined

async function openContext(native: Native): Promise<Context> {
  const opened = new native.EdrContext()
  await opened.registerProviderFactory(native.GENERIC_CHAIN_TYPE, native.genericChainProviderFactory())
  return opened
}

function loadNative(): Native {
  const platform = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`
  try {
    return createRequire(import.meta.url)(`@nomicfoundation/edr-${platform}`) as Native
  } catch (error) {
    throw new Error(`no local chain comes with Trefoil for ${platform}`, { cause: error })
  }
}

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
