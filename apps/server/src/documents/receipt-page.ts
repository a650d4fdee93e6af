import type { Language } from '@trefoil/core/language/languages'
import type { Filling } from '../http/filled-page.ts'
import { publicPageTexts } from '../languages/public-pages.ts'

/**
 * Where a receipt's QR code leads. The same for every reference: its code asks whether the receipt is genuine, and only
 * that call is limited.
 */
export function fillReceiptPage(_reference: string | undefined, language: Language): Filling {
  const { title, lead } = publicPageTexts(language).receipt
  return {
    status: 200,
    head: `<title>${title} · Trefoil</title><meta name="robots" content="noindex" />`,
    shell: `<div class="public-header"></div><main class="public-main"><div class="public-title"><h1>${title}</h1><p>${lead}</p></div></main>`,
  }
}
