import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const script = readFileSync(new URL('../../page/before-paint.js', import.meta.url), 'utf8')

const LANGUAGES = {
  en: { direction: 'ltr' },
  pt: { direction: 'ltr', file: '/pt.js' },
  ar: { direction: 'rtl', file: '/ar.js' },
}

function readBeforePaint(cookie: string, options?: Parameters<typeof runBeforePaint>[1]): Record<string, string> {
  return runBeforePaint(cookie, options).dataset
}

function runBeforePaint(cookie: string, { isDark = false, languages = [] as string[] } = {}) {
  const dataset: Record<string, string> = {}
  const documentElement = { dataset, lang: 'en', dir: '' }
  const loaded: { rel: string; href: string }[] = []
  runInNewContext(script, {
    LANGUAGES,
    document: {
      cookie,
      documentElement,
      createElement: () => ({}),
      head: { append: (link: (typeof loaded)[number]) => loaded.push(link) },
    },
    navigator: { languages },
    matchMedia: () => ({ matches: isDark }),
  })
  return { ...documentElement, loaded }
}

test('the chosen scheme wins over the system, and only a scheme that there is', () => {
  expect(readBeforePaint('a=b; trefoil-colour-scheme=dark; c=d')).toMatchObject({
    chosenScheme: 'dark',
    colourScheme: 'dark',
  })
  for (const cookie of [
    '',
    'trefoil-colour-scheme=auto',
    'trefoil-colour-scheme=darkest',
    'x=trefoil-colour-scheme=dark',
  ])
    expect([cookie, readBeforePaint(cookie)['colourScheme']]).toEqual([cookie, 'light'])
  expect(readBeforePaint('', { isDark: true })).toMatchObject({ chosenScheme: 'auto', colourScheme: 'dark' })
})

test('only the mark itself makes a demo, and only its role a member', () => {
  expect(readBeforePaint('role=member; trefoil_demo=1; accessToken=x')).toMatchObject({ demo: '', member: '' })
  for (const cookie of [
    '',
    'trefoil_demo=; role=',
    'trefoil_demo=12; role=members',
    'not_trefoil_demo=1; not_role=member',
    'x=trefoil_demo=1; role=operator',
  ]) {
    const page = readBeforePaint(cookie)
    expect([cookie, 'demo' in page, 'member' in page]).toEqual([cookie, false, false])
  }
})

test('the chosen language wins over those of the browser, and only a language that there is', () => {
  const shown = (cookie: string, languages: string[]) => {
    const { lang, dir, dataset, loaded } = runBeforePaint(cookie, { languages })
    return [lang, dir, dataset['catalogue'], loaded.map(({ href }) => href)]
  }
  const english = ['en', 'ltr', undefined, []]
  const portuguese = ['pt', 'ltr', '/pt.js', ['/pt.js']]
  const arabic = ['ar', 'rtl', '/ar.js', ['/ar.js']]
  expect(shown('', [])).toEqual(english)
  expect(shown('', ['de-CH', 'pt-BR', 'ar'])).toEqual(portuguese)
  expect(shown('', ['en-GB', 'pt'])).toEqual(english)
  expect(shown('a=b; trefoil-language=ar; c=d', ['pt'])).toEqual(arabic)
  expect(shown('trefoil-language=en', ['pt'])).toEqual(english)
  for (const cookie of ['trefoil-language=xx', 'trefoil-language=toString', 'x=trefoil-language=ar'])
    expect([cookie, ...shown(cookie, ['pt'])]).toEqual([cookie, ...portuguese])
})
