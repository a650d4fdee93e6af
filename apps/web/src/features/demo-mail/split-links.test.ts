import { expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

test('a link in a text becomes a path of this site, and the text around it stays', () => {
  expect(splitLinks('Go to http://127.0.0.1:3000/reset-password/ab?x=1.\nBye')).toEqual([
    { text: 'Go to ', path: null },
    { text: 'http://127.0.0.1:3000/reset-password/ab?x=1', path: '/reset-password/ab?x=1' },
    { text: '.\nBye', path: null },
  ])
})

test('the part after # stays, in which some links have their token', () => {
  expect(splitLinks('http://127.0.0.1:3000/verify-email#a-b')[0]?.path).toBe('/verify-email#a-b')
})

test('a text without links is one piece', () => {
  expect(splitLinks('javascript:alert(1) is no link')).toEqual([{ text: 'javascript:alert(1) is no link', path: null }])
})

test('no address can lead off this site', () => {
  expect(splitLinks('https://evil.example//other.example/x')[0]?.path).toBe('/other.example/x')
})
