const AHEAD = 4

/** The pages 1 to `count` in order, a few of them on their way while one is being used. */
export async function* pagesAhead<Page>(count: number, read: (page: number) => Promise<Page>): AsyncGenerator<Page> {
  const onTheirWay: Promise<Page>[] = []
  let asked = 0
  const ask = () => {
    asked += 1
    const page = read(asked)
    // A failure is told when its turn comes; until then it is nobody's.
    page.catch(() => {})
    onTheirWay.push(page)
  }
  while (asked < Math.min(AHEAD, count)) ask()
  for (let next = onTheirWay.shift(); next !== undefined; next = onTheirWay.shift()) {
    const page = await next
    if (asked < count) ask()
    yield page
  }
}
