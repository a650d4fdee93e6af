import type { Page } from '@playwright/test'

/**
 * Aborts requests until "Try again" is clicked. A page may read again by itself at any moment: if requests stopped
 * failing before, the button could be gone by the time the test clicks it.
 */
export async function failUntilTriedAgain(page: Page, url: string): Promise<void> {
  await page.addInitScript(noteClick)
  await page.evaluate(noteClick)
  await page.route(url, async (route) => {
    const triedAgain = await page.evaluate(() => sessionStorage.getItem('triedAgain') !== null).catch(() => false)
    await (triedAgain ? route.fallback() : route.abort())
  })
}

function noteClick(): void {
  const note = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button?.textContent?.includes('Try again')) sessionStorage.setItem('triedAgain', 'yes')
  }
  addEventListener('click', note, { capture: true })
}
