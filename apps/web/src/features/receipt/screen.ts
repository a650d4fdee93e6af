import type { PublicScreen } from '../../lib/screen.ts'

export const receipt: PublicScreen = {
  path: '/receipts/:reference',
  title: 'Verify a Receipt',
  documentTitle: 'Receipt',
  lead: 'Whether a donation receipt is genuine. Who gave is never shown.',
  load: () => import('./receipt-page.tsx'),
  views: [{ name: 'receipt', at: '/receipts/donation-0unknown' }],
}
