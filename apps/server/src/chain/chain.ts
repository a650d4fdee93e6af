import type { VaultLimits } from '@trefoil/core/payouts/vault-room'

export type Address = `0x${string}` // this module returns it with its EIP-55 checksum
/**
 * An address as in a log, in lower case. A checksum costs a hash, and most logs do not concern us: compare first, then
 * call `checksummed` on those that do.
 */
export type LoggedAddress = string & { readonly [logged]: true }
declare const logged: unique symbol
export type Hash = `0x${string}` // 32 bytes, lower case
export type Hex = `0x${string}`

/**
 * The chain as the rest of the server sees it. Every read goes to all providers, and fails with `ChainTrouble` unless
 * they agree. Every call ends within its time-out.
 */
export type Chain = {
  id: number
  /** The one token that counts; 18 decimals on BSC. */
  token: Address
  decimals: number
  factory: Address
  /** Where sweeps go. A cold address: its key is not on the server. */
  treasury: Address
  /** Pays withdrawals, once per id. */
  vault: Address
  /** The vault, and former ones: what they paid is known, too. */
  vaults: readonly Address[]
  /** Keeps what the books claimed to owe, epoch by epoch; null where none is configured. */
  attestations: Address | null

  head: () => Promise<BlockRef>
  /** `undefined`: the chain is not that long yet. */
  block: (number: bigint) => Promise<BlockRef | undefined>
  /** By the `finalized` tag or by depth, as configured. */
  finalized: () => Promise<FinalBlock>
  /**
   * All transfers of the token, to anybody, in the chain's order. By hash: of exactly that block, or `ChainTrouble`
   * 'missing' once it is no longer part of the chain. By range (inclusive, at most `rangeMax` blocks): trouble unless
   * every provider has the whole range. A block without any is believed only if its header excludes them, or its
   * receipts have none; `exactly` compares with the receipts in any case.
   */
  transfers: (where: { blockHash: Hash; exactly?: boolean } | BlockRange) => Promise<LoggedTransfer[]>
  rangeMax: number
  /** The blocks of a range (as above) in which the token went from or to this address, in ascending order. */
  blocksTouching: (address: Address, where: BlockRange) => Promise<bigint[]>
  /** What else moved in a block: other tokens and the native coin. Only for operators to see. */
  others: (blockHash: Hash) => Promise<OtherLogged[]>

  /** Pure: no network. The index is `0x` and 64 hexadecimal digits. */
  depositAddress: (index: Hex) => Address
  /** What the browser recomputes a deposit address from (see `@trefoil/core/deposits/deposit-address`). */
  depositParameters: DepositParameters
  /** The contracts, the treasury and the signer, with the former ones, in lower case. No withdrawal may go there. */
  ours: readonly string[]
  isOurs: (address: Address | LoggedAddress) => boolean
  /** Of the token, in its units; at a block or at the head. */
  balanceOf: (address: Address, at?: bigint) => Promise<bigint>
  /** Like `balanceOf`, for many addresses, in the order given. */
  balancesOf: (addresses: Address[], at?: bigint) => Promise<bigint[]>

  /** The account that pays and sweeps. */
  signer: Address
  /** How many transactions the signer has in the chain up to that block; 'latest' is the head. */
  nonceAt: (block: bigint | 'latest') => Promise<number>
  /** With those that wait to be included, as the provider says that knows of most: others may not have them. */
  pendingNonce: () => Promise<number>
  /** The native coin the signer can spend on fees, in wei. */
  signerFunds: () => Promise<bigint>
  /** Whether one of the vaults has paid this id, as of that block or the head. */
  isPaid: (id: Hash, at?: bigint) => Promise<boolean>
  /** What the vault can pay, whether it is paused, and which signer it accepts; at a block or at the head. */
  vaultState: (at?: bigint) => Promise<{ balance: bigint; isPaused: boolean; signer: Address }>
  /** What the vault's owner allows; null for a vault from before there were limits. */
  vaultLimits: () => Promise<VaultLimits | null>
  /** What a sanctions oracle says about an address, at the head. */
  isSanctioned: (oracle: Address, address: Address) => Promise<boolean>

  payCall: (payout: { id: Hash; to: Address; amount: bigint }) => Call
  /** Without `from`, of addresses that this factory and treasury have. */
  sweepCall: (indices: Hex[], from?: Pick<DepositParameters, 'factory' | 'treasury'>) => Call
  attestCall: (claim: { epoch: number; root: Hash; total: bigint; log: { size: bigint; root: Hash } }) => Call
  /** What the contract answers about an epoch, byte by byte; at a block or at the head. See `anchorIn`. */
  attestationAnswers: (epoch: number, at?: bigint) => Promise<AttestationAnswers>
  /** What a transaction should offer now. With `atLeast`: at least 12.5 % above it, in both fees. */
  fees: (atLeast?: Fees) => Promise<Fees>
  /** Estimates a call's gas, with a margin. `CallReverts` if it would fail. */
  gasFor: (call: Call) => Promise<bigint>
  /** Deterministic: the same input gives the same bytes. Needs no network, unless a key service signs. */
  sign: (transaction: { call: Call; nonce: number; gas: bigint; fees: Fees }) => Promise<SignedTransaction>
  /** Sends to every provider. The outcome is advice only: `receipt`, `sighting` and `nonceAt` say what is true. */
  broadcast: (raw: Hex) => Promise<BroadcastAdvice>
  /** `undefined`: not yet in the chain as all providers see it. */
  receipt: (transaction: Hash) => Promise<Receipt | undefined>
  /** The transaction in which one of the vaults paid this id, if it is in this range of at most `rangeMax` blocks. */
  payment: (id: Hash, where: BlockRange) => Promise<Hash | undefined>
  /** 'unknown' only when no provider has it. */
  sighting: (transaction: Hash) => Promise<'unknown' | 'pending' | 'mined'>

  /** What the providers last did. Makes no request. */
  health: () => ChainHealth
  close: () => Promise<void>
}

export type BlockRef = { number: bigint; hash: Hash; parentHash: Hash; time: Date }
/** `stalledAt`: where the chain's own finality stands still, so that depth counts instead. */
export type FinalBlock = BlockRef & { stalledAt?: bigint }
export type BlockRange = { from: bigint; to: bigint }

export type TransferLog = {
  block: { number: bigint; hash: Hash }
  transaction: Hash
  /**
   * Counts the token's transfers within their transaction, from 0. Unlike a log's index in its block, it stays the same
   * when the transaction is included again elsewhere.
   */
  ordinal: number
  token: Address
  from: Address
  to: Address
  value: bigint
}

type AsLogged<Transfer> = Omit<Transfer, 'from' | 'to'> & { from: LoggedAddress; to: LoggedAddress }
/** `payout`: the id under which one of the vaults made the transfer. */
export type LoggedTransfer = AsLogged<TransferLog> & { payout: Hash | null }

/** For the native coin, `token` is null and `ordinal` is -1. */
export type OtherTransfer = Omit<TransferLog, 'token'> & { token: Address | null }
export type OtherLogged = AsLogged<OtherTransfer>

export type DepositParameters = {
  chain_id: number
  factory: Address
  implementation: Address
  treasury: Address
}

/**
 * All at one block. The last four are the words that `DECIMALS`, `latest` and `attestationOf` returned; `newest` is about
 * the newest epoch, and null if that is the one in question.
 */
export type AttestationAnswers = {
  contract: Address
  chain: Hex
  block: Hex
  decimals: Hex
  latest: Hex
  attestation: Hex
  newest: Hex | null
}

export type Call = { to: Address; data: Hex }
/** In wei per gas. */
export type Fees = { maxFee: bigint; priorityFee: bigint }
export type SignedTransaction = { hash: Hash; raw: Hex }

/**
 * `sent`: at least one provider took it. `known`: one already has it. `nonce_used`: the nonce is in the chain, used by
 * this or another transaction. `underpriced`, `no_funds`, `refused`: none took it, with the clearest reason. `silent`:
 * none answered in time, so anything may have happened.
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
  /** Every payout of the vaults in it. */
  payouts: { id: Hash; to: Address; amount: bigint }[]
  gasUsed: bigint
  /** In wei. */
  feePaid: bigint
}

export type TroubleKind =
  /** None, or too few, answered. */
  | 'unreachable'
  /** They answered differently. One of them lies, is on a fork, or has a gap. */
  | 'disagreement'
  /** At least one has not yet come that far. */
  | 'behind'
  /** The block or data is not, or no longer, part of the chain. */
  | 'missing'
  /** An answer that makes no sense, or is larger than any honest one. */
  | 'malformed'
  /** A provider wants a smaller range of blocks. */
  | 'range'
  /** The chain asks for more than the configured limit. */
  | 'fees'

/** The chain cannot be read right now. Conclude nothing from it: wait, report it in health, ask again. */
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
  /** Host only: URLs of providers contain keys. */
  name: string
  state: 'ok' | 'unasked' | 'unreachable' | 'disagrees' | 'behind'
  head: bigint | undefined
  since: Date
  detail: string
}

export type ChainHealth = {
  state: 'ok' | 'trouble'
  /** One sentence for operators. */
  message: string
  head: bigint | undefined
  finalized: bigint | undefined
  /** When a quorum last agreed. */
  agreedAt: Date | undefined
  providers: ProviderHealth[]
}
