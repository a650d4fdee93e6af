import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const script = readFileSync(new URL('../../page/before-paint.js', import.meta.url), 'utf8')

function readBeforePaint(cookie: string, { isDark = false } = {}): Record<string, string> {
  const dataset: Record<string, string> = {}
  runInNewContext(script, {
    document: { cookie, documentElement: { dataset } },
    matchMedia: () => ({ matches: isDark }),
  })
  return dataset
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
