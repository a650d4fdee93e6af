import { expect, test } from 'vitest'
import { agreementFor, backFrom } from './agreement-path.ts'

const back = (query: string) => backFrom(new URLSearchParams(query))

test('whoever agreed goes on where they were, and nowhere else', () => {
  const path = '/dashboard/donate?cause=clean-water'
  expect(back(agreementFor(path).split('?')[1] ?? '')).toBe(path)
  expect(back('')).toBe('/dashboard')
  const elsewhere = ['https://example.org', '//example.org', '/dashboardx', '/dashboard/agreement', '/operator']
  expect(elsewhere.filter((one) => back(`back=${encodeURIComponent(one)}`) !== '/dashboard')).toEqual([])
})
