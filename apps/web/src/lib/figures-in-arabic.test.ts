import { beforeAll, expect, test, vi } from 'vitest'

const TEXTS = `data:text/javascript,${encodeURIComponent('export const later = undefined; export default {}')}`

// Other files share their modules with this one, and are in English.
beforeAll(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'ar', dataset: { catalogue: TEXTS } } })
  vi.resetModules()
  return () => {
    vi.unstubAllGlobals()
    vi.resetModules()
  }
})

test('a percentage keeps its sign to the right of the number, as the locale data have it', async () => {
  const { withPercent } = await import('./percent.ts')
  const format = new Intl.NumberFormat('ar', { style: 'percent', numberingSystem: 'latn' })
  expect(withPercent(61)).toBe(format.format(0.61))
})

test('figures at the edge of a chart have Arabic words to their left, and the points of amounts', async () => {
  const { showShort } = await import('./formats.ts')
  const shown = [0, 950, 88_572, 2_500_000].map((figure) => showShort(figure).replaceAll(/[\u2067\u2069]/g, ''))
  expect(shown.map((text) => text.replaceAll(/\s/g, ' '))).toEqual(['0', '950', '88.57 ألف', '2.5 مليون'])
  expect(showShort(2_500_000)).toMatch(/^\u2067.*\u2069$/)
})
