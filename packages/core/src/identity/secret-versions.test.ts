import { expect, test } from 'vitest'
import { secretProblem, secretVersions } from './secret-versions.ts'

const [NEW, OLD] = ['n'.repeat(32), 'o'.repeat(43)]

test('one secret is one version; commas and new lines separate several', () => {
  expect(secretVersions(`${OLD}\n`)).toEqual([OLD])
  expect(secretVersions(`${NEW},${OLD}`)).toEqual([NEW, OLD])
  expect(secretVersions(` ${NEW} , \r\n ${OLD},,`)).toEqual([NEW, OLD])
  expect(secretVersions(`${NEW},${OLD},${NEW}`)).toEqual([NEW, OLD])
})

test('a secret from before versions keeps its comma or its lines with a backslash', () => {
  const [comma, lines] = [`${OLD},${OLD}`, `${OLD}\n${NEW}`]
  expect(secretVersions(String.raw`${NEW},${OLD}\,${OLD}`)).toEqual([NEW, comma])
  expect(secretVersions(`${OLD}\\\n${NEW}`)).toEqual([lines])
})

test('every version is as long as a single secret, and there are few', () => {
  expect(secretProblem(OLD)).toBeUndefined()
  expect(secretProblem(`${NEW},${OLD}`)).toBeUndefined()
  for (const text of ['', ',', 'short', `${NEW},short`, `short,${OLD}`])
    expect(secretProblem(text)).toMatch(/at least 32/)
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => letter.repeat(32))
  expect(secretProblem(six.slice(1).join(','))).toBeUndefined()
  expect(secretProblem(six.join(','))).toMatch(/at most 5/)
})
