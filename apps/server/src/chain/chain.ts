export type Address = `0x${string}` // with its EIP-55 checksum, wherever it comes from this folder
/**
 * As logs carry it, in lower case: a checksum costs a hash, and most of what is read is nobody's here. Compare, then
 * take `checksummed` of what matters.
 */
export type LoggedAddress = string & { readonly [logged]: true }
declare const logged: unique symbol
export type Hash = `0x${string}` // 32 bytes, lower case
export type Hex = `0x${string}`

/**
 * The chain that money travels on, as the rest of the server sees it. Every read is asked of all providers and
 * answered only where they agree; everything else is a `ChainTrouble`, never a guess. Every call ends within
 * its time-out.
 */
export type Chain = {
  id: number
  /** The one token that counts; 18 decimals on BSC. */
  token: Address
  decimals: number
  factory: Address
  /** Where sweeps go: cold, no key of it is on the server. */
  treasury: Address
  /** Pays withdrawals, once per id. */
  vault: Address

  head: () => Promise<BlockRef>
  /** `undefined`: the chain is not that long yet. */
  block: (number: bigint) => Promise<BlockRef | undefined>
  /** By the `finalized` tag or by depth, as configured. */
  finalized: () => Promise<BlockRef>
  /**
   * All transfers of the token, whoever receives them, in the chain's order. By hash: of exactly that block, and
   * `ChainTrouble` 'missing' once it is no longer part of the chain. By range (both ends included, at most
   * `rangeMax` blocks): trouble unless every provider has the whole range.
   */
  transfers: (where: { blockHash: Hash } | BlockRange) => Promise<LoggedTransfer[]>
  rangeMax: number
  /** What else moved in a block: transfers of other tokens and of the native coin. For the operator's eyes only. */
  others: (blockHash: Hash) => Promise<OtherLogged[]>

  /** Pure: no network. The first is 0, the last 2^48 - 1. */
  depositAddress: (index: number) => Address
  /** From these the browser computes the deposit address again (see `@trefoil/core/deposits/deposit-address`). */
  depositParameters: DepositParameters
  /** The contracts, the treasury and the signer, which no withdrawal may be sent to; in lower case. */
  ours: readonly string[]
  isOurs: (address: Address | LoggedAddress) => boolean
  /** Of the token, in its units; at a block or at the head. */
  balanceOf: (address: Address, at?: bigint) => Promise<bigint>
  /** Of the token, many at once; in the order asked. */
  balancesOf: (addresses: Address[]) => Promise<bigint[]>

  /** Whose transactions pay and sweep, and whose nonces are counted. */
  signer: Address
  /** How many transactions of the signer are part of the chain up to that block; 'latest' is the head. */
  nonceAt: (block: bigint | 'latest') => Promise<number>
  /** The native coin the signer can spend on fees, in wei. */
  signerFunds: () => Promise<bigint>
  /** Has the vault paid this id, as far as that block (or the head)? */
  isPaid: (id: Hash, at?: bigint) => Promise<boolean>
  /** What the vault can pay, whether it is paused, and whom it obeys; at a block or at the head. */
  vaultState: (at?: bigint) => Promise<{ balance: bigint; isPaused: boolean; signer: Address }>

  payCall: (payout: { id: Hash; to: Address; amount: bigint }) => Call
  sweepCall: (indices: number[]) => Call
  /** What a transaction should offer now; with `atLeast`, no less than 12.5 % above that in both fees. */
  fees: (atLeast?: Fees) => Promise<Fees>
  /** Asks the chain what a call would use, with a margin. `CallReverts` when it would fail. */
  gasFor: (call: Call) => Promise<bigint>
  /** Deterministic: the same input gives the same bytes. Touches no network (unless the key is held by one). */
  sign: (transaction: { call: Call; nonce: number; gas: bigint; fees: Fees }) => Promise<SignedTransaction>
  /** Sends to every provider. Advice only: what is true is what `receipt`, `sighting` and `nonceAt` say. */
  broadcast: (raw: Hex) => Promise<BroadcastAdvice>
  /** `undefined`: not in the chain as all providers see it. */
  receipt: (transaction: Hash) => Promise<Receipt | undefined>
  /** The transaction in which the vault paid this id, if it is among these blocks; at most `rangeMax` of them. */
  payment: (id: Hash, where: BlockRange) => Promise<Hash | undefined>
  /** 'unknown' only when no provider has it. */
  sighting: (transaction: Hash) => Promise<'unknown' | 'pending' | 'mined'>

  /** What the providers were last seen to do; asks nobody. */
  health: () => ChainHealth
  close: () => Promise<void>
}

export type BlockRef = { number: bigint; hash: Hash; parentHash: Hash; time: Date }
export type BlockRange = { from: bigint; to: bigint }

export type TransferLog = {
  block: { number: bigint; hash: Hash }
  transaction: Hash
  /**
   * Counts the token's transfers within their transaction, from 0: unlike the log's index in the block, it
   * stays the same when the transaction is included anew elsewhere.
   */
  ordinal: number
  token: Address
  from: Address
  to: Address
  value: bigint
}

type AsLogged<Transfer> = Omit<Transfer, 'from' | 'to'> & { from: LoggedAddress; to: LoggedAddress }
export type LoggedTransfer = AsLogged<TransferLog>

/** `token` is `null` for the native coin, and `ordinal` is -1 then. */
export type OtherTransfer = Omit<TransferLog, 'token'> & { token: Address | null }
export type OtherLogged = AsLogged<OtherTransfer>

export type DepositParameters = {
  chain_id: number
  factory: Address
  implementation: Address
  treasury: Address
}

export type Call = { to: Address; data: Hex }
/** In wei per gas. */
export type Fees = { maxFee: bigint; priorityFee: bigint }
export type SignedTransaction = { hash: Hash; raw: Hex }

/**
 * `sent`: at least one provider took it. `known`: one has it already. `nonce_used`: that nonce is in the chain, by
 * this or another transaction. `underpriced`, `no_funds`, `refused`: none took it, and why the clearest one did not.
 * `silent`: none answered in time, so that anything may have happened.
 */
export type BroadcastAdvice = {
  outcome: 'sent' | 'known' | 'nonce_used' | 'underpriced' | 'no_funds' | 'refused' | 'silent'
  detail: string
}

export type Receipt = {
  transaction: Hash
  block: { number: bigint; hash: Hash }
  from: Address
  to: Address | null
  isSuccess: boolean
  /** Every transfer of the token in it. */
  transfers: TransferLog[]
  /** Every payout of our vault in it. */
  payouts: { id: Hash; to: Address; amount: bigint }[]
  gasUsed: bigint
  /** In wei. */
  feePaid: bigint
}

export type TroubleKind =
  /** None, or too few, answered: refused, cut, or too slow. */
  | 'unreachable'
  /** They answered differently. One of them lies, is on a fork, or has a gap. */
  | 'disagreement'
  /** At least one has not come as far as the question goes. */
  | 'behind'
  /** What was asked about is not part of the chain (any more). */
  | 'missing'
  /** An answer that makes no sense, or is larger than any honest one. */
  | 'malformed'
  /** A provider wants a smaller range of blocks. */
  | 'range'
  /** The chain asks for more than the configured limit. */
  | 'fees'

/** The chain cannot be read right now. Nothing may be concluded from it: wait, say so in health, ask again. */
export class ChainTrouble extends Error {
  readonly kind: TroubleKind
  constructor(kind: TroubleKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** The call would fail on the chain as it is now. */
export class CallReverts extends Error {}

export type ProviderHealth = {
  /** The host only: addresses of providers carry keys. */
  name: string
  state: 'ok' | 'unasked' | 'unreachable' | 'disagrees' | 'behind'
  head: bigint | undefined
  /** Since when it is in this state. */
  since: Date
  detail: string
}

export type ChainHealth = {
  state: 'ok' | 'trouble'
  /** One sentence for whoever operates this. */
  message: string
  head: bigint | undefined
  finalized: bigint | undefined
  /** When all of them last agreed on something. */
  agreedAt: Date | undefined
  providers: ProviderHealth[]
}
