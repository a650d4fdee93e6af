import { expect, test } from 'vitest'
import { compileSerializer, compileValidator } from './compile-schemas.ts'

const named = (type: 'string' | 'number') => ({ type: 'object', properties: { name: { type } }, required: ['name'] })
const place = { method: 'POST', url: '/', httpStatus: '200' }

test('a schema is compiled once, however many servers a process starts', () => {
  const schema = named('string')
  expect(compileSerializer({ ...place, schema })).toBe(compileSerializer({ ...place, url: '/elsewhere', schema }))
  expect(compileSerializer({ ...place, schema })({ name: 'Ada', secret: 'x' })).toBe('{"name":"Ada"}')
  expect(compileSerializer({ ...place, schema: named('number') })({ name: '1' })).toBe('{"name":1}')
})

test('a schema is compiled when it is first used', () => {
  const validate = compileValidator({ ...place, httpPart: 'body', schema: { type: 'nothing that there is' } })
  expect(() => validate({})).toThrow('schema is invalid')
})

test('numbers are converted in a URL, and not in a body', () => {
  const schema = named('number')
  expect(compileValidator({ ...place, httpPart: 'querystring', schema })({ name: '1' })).toBe(true)
  expect(compileValidator({ ...place, httpPart: 'body', schema })({ name: '1' })).toEqual({
    error: [expect.objectContaining({ instancePath: '/name', message: 'must be number' })],
  })
})
