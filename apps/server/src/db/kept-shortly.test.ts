import { expect, test } from 'vitest'
import { keptShortly } from './kept-shortly.ts'

function counted(answer: (key: string) => Promise<string>) {
  let reads = 0
  let now = 0
  const read = keptShortly(
    (key) => {
      reads += 1
      return answer(key)
    },
    { keepMs: 1000, now: () => now },
  )
  return { read, reads: () => reads, wait: (ms: number) => (now += ms) }
}

test('many who ask at once cause one read, and a moment later there is another', async () => {
  const { read, reads, wait } = counted(async (key) => key)
  expect(await Promise.all([read('a'), read('a'), read('a')])).toEqual(['a', 'a', 'a'])
  wait(999)
  await read('a')
  expect(reads()).toBe(1)
  wait(1)
  await read('a')
  await read('b')
  expect(reads()).toBe(3)
})

test('a failure is not kept', async () => {
  const { read, reads } = counted(() => Promise.reject(new Error('no')))
  await expect(read('a')).rejects.toThrow('no')
  await expect(read('a')).rejects.toThrow('no')
  expect(reads()).toBe(2)
})
