import { expect, type Page } from '@playwright/test'

/** The seeded member with a team of several levels, whose sign-in the demo shows. */
export async function enterAsSample(page: Page): Promise<void> {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Use the sign-in of Ada Moreno' }).click()
  await page.getByRole('button', { name: 'Access Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}
