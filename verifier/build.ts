import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const BANNER =
  '/*! Built from packages/core/src/proofs. Contains @noble/hashes and @noble/curves, MIT License (c) 2022 Paul Miller. */'

/** File name → text. Not minified, so that it can be read. */
export async function buildVerifier(): Promise<Map<string, string>> {
  const script = await bundle('src/page.ts', 'browser')
  if (script.includes('</script')) throw new Error('The script would end the page')
  // The hash is of what is between the tags.
  const inline = `\n${script}`
  const hash = `sha256-${createHash('sha256').update(inline).digest('base64')}`
  const page = readFileSync(pathOf('src/page.html'), 'utf8')
    .replace('{{script-hash}}', () => hash)
    .replace('<!-- script -->', () => `<script type="module">${inline}</script>`)
  return new Map([
    ['verify.mjs', await bundle('src/verify.ts', 'node')],
    ['verify.html', page],
  ])
}

async function bundle(input: string, platform: 'node' | 'browser'): Promise<string> {
  const { output } = await build({
    input: pathOf(input),
    cwd: pathOf('..'),
    platform,
    write: false,
    logLevel: 'warn',
    output: { format: 'es', banner: BANNER, comments: { legal: true, annotation: false, jsdoc: false } },
  })
  const [chunk, ...others] = output
  if (!chunk || chunk.type !== 'chunk' || others.length > 0) throw new Error(`${input} is not one script`)
  return chunk.code
}

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

if (import.meta.main) {
  for (const [name, text] of await buildVerifier()) writeFileSync(pathOf(name), text)
}
