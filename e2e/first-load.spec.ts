import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

const JAVASCRIPT_BYTES_MAX = 170_000

test('the sign-in page loads at most 170 kB of JavaScript, and nothing from elsewhere', async ({ page, baseURL }) => {
  const scripts: Promise<Buffer>[] = []
  const elsewhere: string[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(baseURL ?? '')) elsewhere.push(response.url())
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  await page.goto('/signin', { waitUntil: 'networkidle' })
  const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0)
  expect(scripts.length).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(JAVASCRIPT_BYTES_MAX)
  expect(elsewhere).toEqual([])
})

test('no page breaks its own security policy or writes an error', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  for (const path of ['/', '/signup', '/forgot-password', '/reset-password/some-token', '/demo/mail', '/api/docs'])
    await page.goto(path, { waitUntil: 'networkidle' })
  expect(complaints).toEqual([])
})
