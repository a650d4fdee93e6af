import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { PasscodeField } from './passcode-field.tsx'

// The build makes icons from names.
vi.mock('~icons/tabler/eye', () => ({ default: () => null }))
vi.mock('~icons/tabler/eye-off', () => ({ default: () => null }))

test('a passcode is masked, can be shown, and is left to password managers and the clipboard', () => {
  const html = renderToStaticMarkup(<PasscodeField label="Passcode" autoComplete="current-password" />)
  const [input = ''] = /<input[^>]*>/.exec(html) ?? []
  expect(input).toContain('type="password"')
  expect(input).toMatch(/autocomplete="current-password"/i)
  expect(input).not.toMatch(/onpaste|maxlength|readonly/i)
  expect(html).toContain('aria-pressed="false"')
})
