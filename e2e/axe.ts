import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** In both colour schemes: all rules in light, and those that depend on colours again in dark. */
export async function expectNoViolations(page: Page, screen: string): Promise<void> {
  await expect(page.locator('#page-shell')).toHaveCount(0)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const inLight = await axeOn(page).withTags(LEVELS).analyze()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const inDark = await axeOn(page).withRules(['color-contrast', 'link-in-text-block']).analyze()
  expect([
    ...describeViolations(inLight, `${screen} in light`),
    ...describeViolations(inDark, `${screen} in dark`),
  ]).toEqual([])
}

// The other mode is for frames of other origins, which the product does not have, and opens an extra page per run.
const axeOn = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true)

const describeViolations = ({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>, screen: string): string[] =>
  violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
