import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expectNoShift, recordShifts } from './layout-shift.ts'
import { newMember, openAs } from './members.ts'
import { expectNoWiderThan, goTo, settled } from './people.ts'
import { pathsOf, SCREENS } from './screens.ts'
import { memberWithLargeTeam } from './teams.ts'
import { expect, test } from './test.ts'

/** Screens whose data stays cached when one comes back. */
const KEPT = ['Transactions', 'Network', 'Reports', 'Withdraw', 'Donate']
const LAST_PAGE = basename(SCREENS.member.at(-1)?.file ?? '', '.tsx')

declare global {
  interface Window {
    waited: number
  }
}

test(
  'no screen moves while it loads, or is wider than 320 pixels or a page at 200 %',
  { tag: '@long' },
  async ({ page, request, isMobile }) => {
    await recordShifts(page)
    // A team of their own: the sample's team grows meanwhile, and a new row moves what is below it.
    await openAs(page, await memberWithLargeTeam(request), '')
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    for (const path of pathsOf(SCREENS.member)) {
      await page.goto(path)
      await settled(page)
      await expectNoShift(page, path)
      // 1440 by 900 at 200 %, and the narrowest phone.
      for (const narrow of isMobile
        ? [{ width: 320, height: 640 }]
        : [
            { width: 720, height: 450 },
            { width: 320, height: 640 },
          ]) {
        await page.setViewportSize(narrow)
        await expectNoWiderThan(page, narrow.width, path)
      }
      await page.setViewportSize(size)
    }
  },
)

test('nothing moves where the page itself arrives in pieces', async ({ page, request }) => {
  await recordShifts(page)
  await openAs(page, await newMember(request), '')
  // A script blocks the parser, and the browser paints what it has parsed.
  await page.route('**/slow.js', async (route) => {
    await delay(300)
    await route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  await page.route('**/dashboard/withdraw', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('<noscript>', '<script src="/slow.js"></script><noscript>')
    await route.fulfill({ response, body })
  })
  await page.goto('/dashboard/withdraw')
  await settled(page)
  await expectNoShift(page, 'a page in pieces')
})

test('a screen seen before is there at once, without loading or a skeleton', async ({ page, request }) => {
  await openAs(page, await newMember(request), '')
  await visit(page, 'Transactions')
  // Screens not visited yet are loaded when idle.
  await page.waitForFunction(
    (last) => performance.getEntriesByType('resource').some(({ name }) => name.includes(last)),
    LAST_PAGE,
  )
  await page.evaluate(() => {
    window.waited = 0
    new MutationObserver(() => {
      if (document.querySelector('main [aria-busy="true"], main [role="status"][aria-label]')) window.waited += 1
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] })
  })
  const scripts: string[] = []
  page.on('request', (each) => {
    // The check of proofs belongs to no screen: it begins a few seconds after the page.
    const isOfScreen = !each.url().includes('proof-worker')
    if (each.resourceType() === 'script' && isOfScreen) scripts.push(each.url())
  })
  // Soon enough: data that is not shown stays cached for a minute.
  for (const entry of KEPT) {
    await visit(page, entry)
    await visit(page, 'Dashboard')
    await page.evaluate(() => (window.waited = 0))
    await visit(page, entry)
    expect(await page.evaluate(() => window.waited), entry).toBe(0)
  }
  expect(scripts).toEqual([])
})

async function visit(page: Page, entry: string): Promise<void> {
  const title = SCREENS.member.find(({ label }) => label === entry)?.title ?? ''
  await goTo(page, entry)
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  await settled(page)
}
