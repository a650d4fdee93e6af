import { tokenAmount } from '@trefoil/core/deposits/plan-deposit'
import { inUnits } from '../../../lib/amounts.ts'
import { isComputable } from '../computed-address.ts'
import type { WalletProvider } from '../find-wallets.ts'
import type { Wallet } from '../kept-wallet.ts'
import type { Network } from '../payment-request.ts'

export type ProblemKind =
  | 'rejected'
  | 'disconnected'
  /** Another of its questions is open. */
  | 'asking'
  | 'noAccount'
  /** It stays on another chain. */
  | 'otherChain'
  /** It does not know the chain, and we cannot describe it. */
  | 'unknownChain'
  | 'silent'
  /** It was told to send, and does not say what it did. */
  | 'silentAfterSending'
  | 'noHash'
  /** The address is not the one that its parameters lead to. */
  | 'notOurs'
  | 'failed'

export class WalletProblem extends Error {
  readonly kind: ProblemKind
  constructor(kind: ProblemKind, options?: ErrorOptions) {
    super(kind, options)
    this.kind = kind
  }
}

export type Stage = 'connecting' | 'network' | 'sending'

type Payment = {
  provider: WalletProvider
  network: Network
  wallet: Wallet
  dollars: number
  onStage: (stage: Stage) => void
  /** Ends the waiting. What the wallet was asked stays asked. */
  signal: AbortSignal
}

/** People answer these. */
const ANSWER_TIMEOUT_MS = 120_000
const READ_TIMEOUT_MS = 10_000
const CHAIN_TRIES = 5
const CHAIN_RETRY_MS = 300

/** Lets the wallet send the tokens, and returns the hash that it names: a claim that only the chain can confirm. */
export async function sendPayment({ provider, network, wallet, dollars, onStage, signal }: Payment): Promise<string> {
  const ask = (method: string, params: unknown[] = [], timeoutMs = ANSWER_TIMEOUT_MS) =>
    // Some throw before they promise anything.
    inTime((async () => provider.request({ method, params }))(), { timeoutMs, signal })

  onStage('connecting')
  const from = accountIn(await ask('eth_requestAccounts'))
  onStage('network')
  await switchTo(ask, network)
  // Right before it is used, and not only when it was shown.
  if (!isComputable(wallet) || wallet.parameters.chain_id !== network.chain_id) throw new WalletProblem('notOurs')
  onStage('sending')
  const amount = tokenAmount(inUnits(dollars), network.token.decimals)
  const transaction = {
    from,
    to: network.token.address,
    value: '0x0',
    data: transferCall(wallet.wallet_address, amount),
    // A wallet that was switched meanwhile refuses.
    chainId: hex(network.chain_id),
  }
  const answer = await ask('eth_sendTransaction', [transaction]).catch((problem: unknown) => {
    throw problem instanceof WalletProblem && problem.kind === 'silent'
      ? new WalletProblem('silentAfterSending')
      : problem
  })
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{64}$/i.test(answer)) throw new WalletProblem('noHash')
  return answer.toLowerCase()
}

type Ask = (method: string, params?: unknown[], timeoutMs?: number) => Promise<unknown>

async function switchTo(ask: Ask, network: Network): Promise<void> {
  if (await isOn(ask, network)) return
  try {
    await ask('wallet_switchEthereumChain', [{ chainId: hex(network.chain_id) }])
  } catch (problem) {
    if (codeOf((problem as Error).cause) !== UNKNOWN_CHAIN) throw problem
    await addChain(ask, network)
  }
  // Some answer before they have switched.
  for (let tries = 0; tries < CHAIN_TRIES; tries += 1) {
    if (await isOn(ask, network)) return
    await new Promise((over) => setTimeout(over, CHAIN_RETRY_MS))
  }
  throw new WalletProblem('otherChain')
}

async function addChain(ask: Ask, { chain_id, name, add }: Network): Promise<void> {
  if (!add) throw new WalletProblem('unknownChain')
  await ask('wallet_addEthereumChain', [
    {
      chainId: hex(chain_id),
      chainName: name,
      rpcUrls: [add.rpc_url],
      nativeCurrency: { name: add.coin, symbol: add.coin, decimals: 18 },
    },
  ])
  await ask('wallet_switchEthereumChain', [{ chainId: hex(chain_id) }])
}

async function isOn(ask: Ask, { chain_id }: Network): Promise<boolean> {
  const answer = await ask('eth_chainId', [], READ_TIMEOUT_MS)
  return typeof answer === 'string' && Number(answer) === chain_id
}

function accountIn(answer: unknown): string {
  const account: unknown = Array.isArray(answer) ? answer[0] : undefined
  if (typeof account !== 'string' || !/^0x[0-9a-f]{40}$/i.test(account)) throw new WalletProblem('noAccount')
  return account
}

/** `transfer(address,uint256)` */
const transferCall = (to: string, amount: bigint): string =>
  `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`

async function inTime(
  asked: Promise<unknown>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<never>((_, reject) => {
    const give = () => reject(new WalletProblem('silent'))
    timer = setTimeout(give, timeoutMs)
    if (signal.aborted) give()
    signal.addEventListener('abort', give, { once: true })
  })
  try {
    return await Promise.race([asked, over])
  } catch (problem) {
    if (problem instanceof WalletProblem) throw problem
    throw new WalletProblem(KINDS[codeOf(problem)] ?? 'failed', { cause: problem })
  } finally {
    clearTimeout(timer)
  }
}

const UNKNOWN_CHAIN = 4902

/** Of EIP-1193, and of JSON-RPC. */
const KINDS: Partial<Record<number, ProblemKind>> = {
  4001: 'rejected',
  4100: 'noAccount',
  4900: 'disconnected',
  4901: 'disconnected',
  [-32002]: 'asking',
}

/** Some wallets wrap the error of another part of theirs. */
function codeOf(problem: unknown): number {
  const { code, data } = (problem ?? {}) as { code?: unknown; data?: { originalError?: { code?: unknown } } }
  const inner = data?.originalError?.code
  return typeof inner === 'number' ? inner : typeof code === 'number' ? code : 0
}

const hex = (number: number): string => `0x${number.toString(16)}`
