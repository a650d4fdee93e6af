/** A browser wallet's own interface (EIP-1193). */
export type WalletProvider = { request: (call: { method: string; params?: unknown[] }) => Promise<unknown> }

export type FoundWallet = {
  id: string
  /** Of one line, and never longer than `NAME_MAX`. */
  name: string
  /** A data: URI, or none: a picture from elsewhere would tell that elsewhere who is here. */
  icon: string | null
  provider: WalletProvider
}

const WALLETS_MAX = 12
const NAME_MAX = 40
const ICON_MAX = 150_000

/** Asks for wallets in this browser (EIP-6963) and reports each one, also those that come later. */
export function watchWallets(onFound: (wallets: readonly FoundWallet[]) => void): () => void {
  const found = new Map<string, FoundWallet>()
  const listen = (event: Event) => {
    const wallet = readAnnouncement((event as CustomEvent<unknown>).detail)
    if (!wallet || (found.size >= WALLETS_MAX && !found.has(wallet.id))) return
    // Wallets announce themselves again at each question. Whoever came first keeps the name.
    if (found.has(wallet.id)) return
    found.set(wallet.id, wallet)
    onFound([...found.values()])
  }
  window.addEventListener('eip6963:announceProvider', listen)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => window.removeEventListener('eip6963:announceProvider', listen)
}

/** Anything on the page may announce a wallet, so nothing in it is believed. */
export function readAnnouncement(detail: unknown): FoundWallet | null {
  const { info, provider } = (detail ?? {}) as { info?: Record<string, unknown>; provider?: Partial<WalletProvider> }
  const { uuid, name, icon } = info ?? {}
  if (typeof uuid !== 'string' || uuid === '' || typeof name !== 'string') return null
  if (typeof provider?.request !== 'function') return null
  const shown = name
    // Control characters, and those that turn the direction of writing around.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '')
    .trim()
  if (shown === '') return null
  return {
    id: uuid,
    name: Array.from(shown).slice(0, NAME_MAX).join(''),
    icon: typeof icon === 'string' && icon.length <= ICON_MAX && isPicture(icon) ? icon : null,
    provider: provider as WalletProvider,
  }
}

const isPicture = (icon: string): boolean => /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/.test(icon)
