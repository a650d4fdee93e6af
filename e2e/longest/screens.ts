import type { Page } from '@playwright/test'
import { expectTablesFit } from '../overflow.ts'
import { arrived } from '../people.ts'
import { expect } from '../test.ts'
import { LONG } from './values.ts'

/** A screen, how many tables it shows, and how to reach them. */
export type TableScreen = { path: string; tables: number; act?: (page: Page) => Promise<void> }

export async function expectFilledTablesFit(page: Page, { path, tables, act }: TableScreen): Promise<void> {
  await arrived(page)
  await act?.(page)
  await expect(page.locator('table[data-state="filled"]:visible')).toHaveCount(tables)
  await page.evaluate(() => document.fonts.ready.then(() => true))
  await expectTablesFit(page, path)
}

/** The real server answers everything else. */
export async function answerWith(page: Page, replies: Record<string, unknown>): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api', '')
    if (path === '/operator/overview') {
      const reply = await route.fetch()
      const json = await reply.json()
      json.data.payouts.signers = [
        { address: LONG.address, next_nonce: LONG.whole, stopped: LONG.prose },
        { address: LONG.hash, next_nonce: LONG.whole, stopped: null },
      ]
      return route.fulfill({ response: reply, json })
    }
    return path in replies ? route.fulfill({ json: replies[path] }) : route.fallback()
  })
}
