import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { SERVERS } from './servers.ts'
import { test as base } from './test.ts'

declare global {
  interface Window {
    testWallet: WalletState
    askTestWallet: (method: string, params: unknown[]) => Promise<{ result?: unknown; error?: { code: number } }>
  }
}

/** Read at every question, so that a test can change it. */
export type WalletState = {
  chainId: number
  /** Chains that it can switch to. */
  knows: number[]
  /** By method: never answers, answers so, or throws with this code. */
  faults: Record<string, 'hangs' | { answer: unknown } | { code: number; data?: unknown }>
  asked: { method: string; params: unknown[] }[]
}

export type Announced = { uuid: string; name: string; icon: string; rdns: string }

const WALLET = fileURLToPath(new URL('test-wallet.ts', import.meta.url))
export const LOCAL_CHAIN_ID = 31_337

/** A wallet with money on the chain of the members' server, one per worker. */
export const test = base.extend<object, { walletUrl: string }>({
  walletUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from here
    async ({}, use) => {
      const wallet = spawn('node', [WALLET], {
        env: { ...process.env, DATA_DIR: SERVERS.members.dataDir },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const [url] = (await once(createInterface(wallet.stdout), 'line')) as [string]
      await use(url)
      const exited = once(wallet, 'exit')
      wallet.stdin.end()
      await exited
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** Puts wallets into every page, which announce themselves (EIP-6963). All of them are the same one behind. */
export async function injectWallet(
  page: Page,
  { walletUrl, announced, state = {} }: { walletUrl: string; announced: Announced[]; state?: Partial<WalletState> },
): Promise<void> {
  const initialState: WalletState = {
    chainId: LOCAL_CHAIN_ID,
    knows: [LOCAL_CHAIN_ID],
    faults: {},
    asked: [],
    ...state,
  }
  await page.exposeFunction('askTestWallet', async (method: string, params: unknown[]) => {
    const reply = await fetch(walletUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return reply.json()
  })
  await page.addInitScript(
    ([wallets, initial]) => {
      window.testWallet = initial
      const refuse = ({ code, data }: { code: number; data?: unknown }) =>
        Object.assign(new Error(`refused with ${code}`), { code, data })
      const provider = {
        async request({ method, params = [] }: { method: string; params?: unknown[] }) {
          const { testWallet } = window
          testWallet.asked.push({ method, params })
          const fault = testWallet.faults[method]
          if (fault === 'hangs') return new Promise(() => {})
          if (fault && 'answer' in fault) return fault.answer
          if (fault) throw refuse(fault)
          if (method === 'eth_chainId') return `0x${testWallet.chainId.toString(16)}`
          if (method === 'wallet_switchEthereumChain') {
            const wanted = Number((params[0] as { chainId: string }).chainId)
            if (!testWallet.knows.includes(wanted)) throw refuse({ code: 4902 })
            testWallet.chainId = wanted
            return null
          }
          if (method === 'wallet_addEthereumChain') {
            testWallet.knows.push(Number((params[0] as { chainId: string }).chainId))
            return null
          }
          const { result, error } = await window.askTestWallet(method, params)
          if (error) throw refuse(error)
          return result
        },
      }
      const announce = () => {
        for (const info of wallets)
          window.dispatchEvent(
            new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
          )
      }
      window.addEventListener('eip6963:requestProvider', announce)
      announce()
    },
    [announced, initialState] as const,
  )
}
