import { readFile } from 'node:fs/promises'

/** What `npm start` runs, for those who start the product as it does: its variables, and what Node is given. */
export async function startCommand(): Promise<{ variables: Record<string, string>; args: string[] }> {
  const { scripts } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string }
  }
  const words = scripts.start.split(' ')
  const node = words.indexOf('node')
  const variables = Object.fromEntries(words.slice(0, node).map((word) => word.split('=') as [string, string]))
  return { variables, args: words.slice(node + 1) }
}
