import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const ALL_RULES = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const
const RULES_ABOUT_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const

const IS_LONG = process.env['TREFOIL_LONG'] === '1'
/** They are made like the rows above them. */
const MORE_ROWS = 'tbody > tr:nth-child(n + 4)'

/** The version that `AxeBuilder` was made for. */
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** In both colour schemes: all rules in light, and those that depend on colours again in dark. */
export async function expectNoViolations(page: Page, screen: string): Promise<void> {
  await expect(page.locator('#page-shell')).toHaveCount(0)
  // Once for each page: `AxeBuilder` itself would load the larger file four times.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const inLight = await violationsOf(page, ALL_RULES)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const inDark = await violationsOf(page, RULES_ABOUT_COLOURS)
  expect([
    ...inLight.map((violation) => `${screen} in light: ${violation}`),
    ...inDark.map((violation) => `${screen} in dark: ${violation}`),
  ]).toEqual([])
}

async function violationsOf(page: Page, runOnly: typeof ALL_RULES | typeof RULES_ABOUT_COLOURS): Promise<string[]> {
  // The other mode is for frames of other origins, which the product does not have, and opens an extra page per run.
  const axe = new AxeBuilder({ page, axeSource: '0' }).setLegacyMode(true)
  if (!IS_LONG) axe.exclude(MORE_ROWS)
  const { violations } = await axe
    // Describing what is in order would take as long as finding out.
    .options({ runOnly: { ...runOnly, values: [...runOnly.values] }, resultTypes: ['violations'] })
    .analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
