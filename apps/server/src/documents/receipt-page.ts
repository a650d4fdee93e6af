import type { Filling } from '../http/filled-page.ts'

/**
 * Where a receipt's QR code leads. The same for every reference: its code asks whether the receipt is genuine, and only
 * that call is limited.
 */
export const RECEIPT_PAGE: Filling = {
  status: 200,
  head: '<title>Verify a Receipt · Trefoil</title><meta name="robots" content="noindex" />',
  shell:
    '<div class="public-header"></div><main class="public-main"><div class="public-title"><h1>Verify a Receipt</h1><p>Whether a donation receipt is genuine. Who gave is never shown.</p></div></main>',
}
