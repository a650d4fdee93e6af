import type { Page } from '@playwright/test'

/** Collects the errors that the page logs from now on, such as a violation of its security policy. */
export function noteComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    // Missing pages are requested on purpose.
    const isUnknown = message.text().includes('status of 404')
    if (message.type() === 'error' && !isUnknown) complaints.push(`${message.location().url}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}
