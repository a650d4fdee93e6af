import { bytesToHex, Malformed, parseCount, u64 } from './bytes.ts'

/** What the contract `Attestations` answered about an epoch. Balances are in the token's own units. */
export type Anchor = {
  chain: number
  contract: string
  decimals: number
  epoch: number
  root: string
  total: string
  log: { size: number; root: string }
  assets: { vault: string; treasury: string }
  /** When it was posted, in seconds since 1970. */
  time: number
  /** The newest epoch that was posted. `logSize`: of the log in it, if that is another epoch. */
  latest: { epoch: number; time: number; logSize?: number }
}

/** Sends one JSON-RPC request to a node of the chain, and returns its result. */
export type AskChain = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The first bytes of the Keccak hashes of these functions' signatures. */
const SELECTORS = { attestationOf: '0xf4e31ca2', latest: '0x52bfe789', decimals: '0x2e0f2625' }

type Which = { contract: string; epoch: number }

/** Undefined if this epoch was not posted. */
export async function readAnchor(ask: AskChain, which: Which): Promise<Anchor | undefined> {
  const anchor = await readAnswers(ask, which)
  return anchor.epoch === NEVER_POSTED ? undefined : anchor
}

/** Epochs are numbered from 1. */
const NEVER_POSTED = 0

/** An epoch that was not posted has the number 0 and nothing else here: the check of the newest one fails. */
export async function readAnswers(ask: AskChain, { contract, epoch }: Which): Promise<Anchor> {
  // One block for all answers: epochs are posted at any time.
  const block = quantity(await ask('eth_blockNumber', []))
  const call = async (data: string, words: number) =>
    wordsOf(await ask('eth_call', [{ to: contract, data }, `0x${block.toString(16)}`]), words)
  const chain = quantity(await ask('eth_chainId', []))
  const [decimals = 0n] = await call(SELECTORS.decimals, 1)
  const [latest = 0n, latestTime = 0n] = await call(SELECTORS.latest, 2)
  const attestationOf = (number: number) =>
    call(SELECTORS.attestationOf + bytesToHex(u64(BigInt(parseCount(number)))).padStart(64, '0'), 7)
  const words = await attestationOf(epoch)
  const [root = 0n, logRoot = 0n, total = 0n, logSize = 0n, time = 0n, vault = 0n, treasury = 0n] = words
  const isPosted = time > 0n
  const newest = small(latest)
  const isOlder = isPosted && newest !== epoch
  const [, , , newestLogSize = 0n] = isOlder ? await attestationOf(newest) : []
  return {
    chain: small(chain),
    contract,
    decimals: small(decimals),
    epoch: isPosted ? epoch : NEVER_POSTED,
    root: hashOf(root),
    total: String(total),
    log: { size: small(logSize), root: hashOf(logRoot) },
    assets: { vault: String(vault), treasury: String(treasury) },
    time: small(time),
    latest: {
      epoch: newest,
      time: small(latestTime),
      ...(isOlder && { logSize: small(newestLogSize) }),
    },
  }
}

function wordsOf(answer: unknown, count: number): bigint[] {
  if (typeof answer !== 'string' || !new RegExp(`^0x[0-9a-f]{${count * 64}}$`, 'i').test(answer))
    throw new Malformed('The contract did not answer as Attestations does')
  return Array.from({ length: count }, (_, word) => BigInt(`0x${answer.slice(2 + word * 64, 2 + (word + 1) * 64)}`))
}

function quantity(answer: unknown): bigint {
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(answer))
    throw new Malformed('The node of the chain did not answer with a number')
  return BigInt(answer)
}

const small = (value: bigint): number => parseCount(Number(value))
const hashOf = (word: bigint): string => word.toString(16).padStart(64, '0')
