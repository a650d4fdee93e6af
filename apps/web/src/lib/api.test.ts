import { expect, test } from 'vitest'
import { injectEndpoints } from './api.ts'

test('two endpoints cannot have the same name', () => {
  injectEndpoints((build) => ({ greeting: build.query<string, void>({ query: () => '/greeting' }) }))
  expect(() =>
    injectEndpoints((build) => ({ greeting: build.query<string, void>({ query: () => '/another' }) })),
  ).toThrow('greeting')
})
