import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

// Types are removed from a file once, not at each start and in each thread: what removes them takes 20 MB. Node's own cache
// of compiled code would do that too, but keeps in memory what it has read, another 20 MB. Plain JavaScript, because this
// file runs first.

const FOLDER = new URL(`../../node_modules/.cache/without-types/${process.version}/`, import.meta.url)

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context)
    return { format: 'module', source: withoutTypes(readFileSync(fileURLToPath(url), 'utf8')), shortCircuit: true }
  },
})

/** @param {string} source */
export function withoutTypes(source) {
  const place = new URL(`${createHash('sha256').update(source).digest('hex')}.js`, FOLDER)
  try {
    return readFileSync(place, 'utf8')
  } catch {
    const stripped = strip(source)
    keep(place, stripped)
    return stripped
  }
}

/** @param {string} source */
function strip(source) {
  // Node warns that the function may still change. Node's version is pinned.
  // oxlint-disable-next-line unbound-method -- it is only put back
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}

/**
 * Whole or not at all: others may read it at the same time.
 *
 * @param {URL} place
 * @param {string} content
 */
function keep(place, content) {
  try {
    mkdirSync(FOLDER, { recursive: true })
    const own = new URL(`${place.href}.${process.pid}`)
    writeFileSync(own, content)
    renameSync(own, place)
  } catch {
    // A folder that may not be written to: the next start removes them again.
  }
}
