import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expectNoWiderThan } from './people.ts'
import { expect, test } from './test.ts'

const vectors = new URL('../packages/core/src/proofs/vectors/', import.meta.url)
const lies = JSON.parse(readFileSync(new URL('lies.json', vectors), 'utf8')) as {
  lie: string
  proof: unknown
  fails: string[]
}[]

async function check(page: Page, proof: string): Promise<void> {
  await page
    .getByLabel('Proof file')
    .setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(proof) })
  await page.getByRole('button', { name: 'Check' }).click()
}

test('the page checks proof files from disk: an honest one, every lie, and what is none', async ({
  page,
  viewport,
}) => {
  await page.goto(new URL('../verifier/verify.html', import.meta.url).href)
  await check(page, readFileSync(fileURLToPath(new URL('honest.json', vectors)), 'utf8'))
  await expect(page.getByRole('heading', { name: 'Everything holds.' })).toBeVisible()
  await expectNoWiderThan(page, viewport?.width ?? 0)
  await expectNoViolations(page, 'verifier')

  // The verifier's own tests show that each is caught.
  for (const { lie, proof, fails } of process.env['TREFOIL_LONG'] === '1' ? lies : lies.slice(0, 2)) {
    await check(page, '{}')
    await expect(page.getByRole('heading', { name: 'Nothing was checked.' })).toBeVisible()
    await check(page, JSON.stringify(proof))
    await expect(page.getByRole('heading', { name: 'Something is wrong.' })).toBeVisible()
    await expect(page.locator('li.failed'), lie).toHaveCount(fails.length)
  }
  for (const details of await page.getByText('What was computed').all()) await details.click()
  await expectNoWiderThan(page, viewport?.width ?? 0)
  await expectNoViolations(page, 'verifier')
})
