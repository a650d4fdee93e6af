import { expect, test as base, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test'
import { signInAs, type Signed } from './operators.ts'
import { SLOWDOWN } from './slowdown.ts'

declare global {
  interface Window {
    toastsSeen: string[]
  }
}

/**
 * Playwright's `test`, with a new connection per call, slowed-down pages on request, pages that remember their toasts,
 * and the demo's two operators, signed in.
 */
export const test = base.extend<{ olga: Signed; oscar: Signed }>({
  context: async ({ context }, use) => {
    connectAnew(context.request)
    await context.addInitScript(rememberToasts)
    if (SLOWDOWN > 1) slowDown(context)
    await use(context)
    // Requests that a test answers may still be under way.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  request: async ({ request }, use) => use(connectAnew(request)),
  olga: async ({ request, baseURL }, use) => use(await signInAs(request, 'Olga Operator', baseURL)),
  oscar: async ({ request, baseURL }, use) => use(await signInAs(request, 'Oscar Operator', baseURL)),
})

/**
 * A toast disappears after four seconds, which may be too fast for a busy machine. So each one is recorded as it
 * appears, since the page was loaded. `count`: how often.
 */
export async function expectToast(page: Page, text: string | RegExp, count?: number): Promise<void> {
  const seen = async () => {
    const toasts = await page.evaluate(() => window.toastsSeen)
    return toasts.filter((toast) => (typeof text === 'string' ? toast.includes(text) : text.test(toast))).length
  }
  const shown = expect.poll(seen, { message: `toast ${text}` })
  await (count === undefined ? shown.toBeGreaterThan(0) : shown.toBe(count))
}

function rememberToasts(): void {
  window.toastsSeen = []
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        const toasts = node.matches('[data-sonner-toast]') ? [node] : node.querySelectorAll('[data-sonner-toast]')
        for (const toast of toasts) window.toastsSeen.push(toast.textContent ?? '')
      }
  }).observe(document, { childList: true, subtree: true })
}

/**
 * A new connection for each call. The server closes an idle one after five seconds, which may be the very moment of the
 * next call.
 */
function connectAnew(request: APIRequestContext): APIRequestContext {
  const fetch = request.fetch.bind(request)
  request.fetch = (url, options) => fetch(url, { ...options, headers: { ...options?.headers, connection: 'close' } })
  return request
}

function slowDown(context: BrowserContext): void {
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    return page
  }
}

export { expect }
