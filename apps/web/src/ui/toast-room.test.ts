import { expect, test } from 'vitest'
import { roomFor } from './toast-room.ts'

test('toasts get their room at once, wherever the page is scrolled to', () => {
  expect(roomFor({ covered: 200, room: 0, scrolled: 0, scrollable: 500 })).toBe(200)
  expect(roomFor({ covered: 200, room: 90, scrolled: 590, scrollable: 590 })).toBe(200)
})

test('room that nobody has scrolled into goes with its toasts', () => {
  expect(roomFor({ covered: 0, room: 200, scrolled: 500, scrollable: 700 })).toBe(0)
  expect(roomFor({ covered: 90, room: 200, scrolled: 0, scrollable: 200 })).toBe(90)
})

test('room that is scrolled into stays, and goes as the page is scrolled back', () => {
  expect(roomFor({ covered: 0, room: 200, scrolled: 700, scrollable: 700 })).toBe(200)
  expect(roomFor({ covered: 0, room: 200, scrolled: 620, scrollable: 700 })).toBe(120)
  expect(roomFor({ covered: 0, room: 120, scrolled: 480, scrollable: 620 })).toBe(0)
})

test('a page shorter than the screen needs none, and a bounce past its end adds none', () => {
  expect(roomFor({ covered: 0, room: 0, scrolled: 0, scrollable: 0 })).toBe(0)
  expect(roomFor({ covered: 0, room: 0, scrolled: 30, scrollable: 0 })).toBe(0)
})
