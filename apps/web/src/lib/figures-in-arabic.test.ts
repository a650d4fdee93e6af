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
