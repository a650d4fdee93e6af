import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Vault } from './vault.tsx'

const UNKNOWN = { float: null, per_payment: null, per_day: null, left_today: null }

test('a vault is said to have no limits only when it was seen', () => {
  expect(renderToStaticMarkup(<Vault vault={{ ...UNKNOWN, float: 100 }} />).match(/No limit/g)).toHaveLength(3)
  expect(renderToStaticMarkup(<Vault vault={UNKNOWN} />)).not.toContain('No limit')
})
