const PAGE_SIZE = 200

/** The rows of a whole history, page by page, newest first. */
export async function* everyPage<Page extends { next_cursor: string | null }, Row>(
  readPage: (query: { limit: number; cursor?: string }) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
): AsyncGenerator<{ rows: readonly Row[] }> {
  let cursor: string | null = null
  do {
    const page: Page = await readPage({ limit: PAGE_SIZE, ...(cursor !== null && { cursor }) })
    yield { rows: rowsOf(page) }
    cursor = page.next_cursor
  } while (cursor !== null)
}
