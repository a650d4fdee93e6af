import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

// Types are removed from a file once, not at each start and in each thread: what removes them takes 20 MB. Node's own cache
// of compiled code would do that too, but keeps in memory what it has read, another 20 MB. Plain JavaScript, because this
// file runs first.

const FOLDER = new URL(`../../node_modules/.cache/without-types/${process.version}/`, import.meta.url)
/** Ends each file of the cache: a power loss may leave one that is cut off. */
const WHOLE = '// whole'

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context)
    return { format: 'module', source: loadWithoutTypes(readFileSync(fileURLToPath(url), 'utf8')), shortCircuit: true }
  },
})

/** @param {string} source */
function loadWithoutTypes(source) {
  const place = placeOf(source)
  try {
    const kept = readFileSync(place, 'utf8')
    if (kept.endsWith(WHOLE)) return kept
  } catch {
    // Not there yet.
  }
  const stripped = strip(source)
  try {
    keep(place, stripped)
  } catch {
    // The folder may not be written to: the next start removes the types again.
  }
  return stripped
}

/** @param {string} source */
export function keepWithoutTypes(source) {
  keep(placeOf(source), strip(source))
}

/** @param {string} source */
const placeOf = (source) => new URL(`${createHash('sha256').update(source).digest('hex')}.js`, FOLDER)

/** @param {string} source */
function strip(source) {
  // Node warns that the function may still change. Node's version is pinned.
  // oxlint-disable-next-line unbound-method -- it is only put back
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source) + WHOLE
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
  mkdirSync(FOLDER, { recursive: true, mode: 0o755 })
  const own = new URL(`${place.href}.${randomUUID()}`)
  try {
    writeFileSync(own, content, { mode: 0o644 })
    renameSync(own, place)
  } catch (error) {
    rmSync(own, { force: true })
    throw error
  }
}
