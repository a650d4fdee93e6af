import { expect, test } from 'vitest'
import { pagesAhead } from './pages-ahead.ts'

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

test('all pages come in order, whichever is ready first, and at most four are asked for at once', async () => {
  let open = 0
  let mostOpen = 0
  const pages = await collect(
    pagesAhead(11, async (page) => {
      open += 1
      mostOpen = Math.max(mostOpen, open)
      await new Promise((ready) => setTimeout(ready, (page * 7) % 5))
      open -= 1
      return page
    }),
  )
  expect(pages).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(mostOpen).toBe(4)
})

test('no pages are none', async () => {
  expect(await collect(pagesAhead(0, (page) => Promise.resolve(page)))).toEqual([])
})

test('a page that fails ends it, when its turn comes', async () => {
  const seen: number[] = []
  const pages = pagesAhead(6, (page) => (page === 3 ? Promise.reject(new Error('lost')) : Promise.resolve(page)))
  await expect(
    (async () => {
      for await (const page of pages) seen.push(page)
    })(),
  ).rejects.toThrow('lost')
  expect(seen).toEqual([1, 2])
})
