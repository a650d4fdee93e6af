import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { WITHOUT_TYPES } from './thread.ts'

const run = promisify(execFile)
const FOLDER = fileURLToPath(new URL(`../../../node_modules/.cache/without-types/${process.version}/`, import.meta.url))

const SOURCES = new URL('.', import.meta.url).href
const REMOVE_TYPES = new URL('../remove-types.mjs', import.meta.url).href

const keptOf = (source: string) => join(FOLDER, `${createHash('sha256').update(source).digest('hex')}.js`)

test('types are removed from a file once, silently, and lines stay where they were', async () => {
  const file = join(tmpdir(), `${randomUUID()}.ts`)
  const source = `type Words = string\nconst words: Words = '${randomUUID()}'\nthrow new Error(words as string)\n`
  const later = `\n${source}`
  onTestFinished(async () => {
    for (const path of [file, keptOf(source), keptOf(later)]) await rm(path, { force: true })
  })
  const start = async () => {
    const failed = await run(process.execPath, ['--import', WITHOUT_TYPES, file]).catch((error: unknown) => error)
    const { stderr } = failed as { stderr: string }
    expect(stderr).not.toContain('Warning')
    return /\.ts:(\d+)/.exec(stderr)?.[1]
  }
  await writeFile(file, source)
  expect(await start()).toBe('3')
  expect(await readFile(keptOf(source), 'utf8')).not.toContain('Words')
  // The second time, what was kept is what runs, unless it was cut off.
  await writeFile(keptOf(source), `\n\n\n\nthrow new Error('kept')\n// whole`)
  expect(await start()).toBe('5')
  await writeFile(keptOf(source), '')
  expect(await start()).toBe('3')
  // Another content of the same file is another code.
  await writeFile(file, later)
  expect(await start()).toBe('4')
})

test('types are removed beforehand from everything that a server loads', async () => {
  const programs = [
    'start.ts',
    'chain/local-process.ts',
    'proofs/log/build-log-thread.ts',
    'proofs/log/inspect-log-thread.ts',
    'proofs/epochs/build-thread.ts',
  ]
  const script = `
    import { registerHooks } from 'node:module'
    const { FILES } = await import(${JSON.stringify(REMOVE_TYPES)})
    const loaded = new Set()
    registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) })
    const known = new Set(FILES.map(String))
    for (const program of ${JSON.stringify(programs)}) await import(new URL(program, ${JSON.stringify(SOURCES)})).catch(() => {})
    console.log(JSON.stringify({ loaded: loaded.size, missed: [...loaded].filter((url) => url.endsWith('.ts') && !known.has(url)) }))
    process.exit()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
  const { loaded, missed } = JSON.parse(stdout) as { loaded: number; missed: string[] }
  expect(loaded).toBeGreaterThan(1000)
  expect(missed).toEqual([])
})
