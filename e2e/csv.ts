import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** The lines of a table's CSV file, with the header row first. */
export async function csvOf(page: Page, table: string): Promise<string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download ${table} as CSV` }).click(),
  ])
  return (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').trim().split('\r\n')
}
