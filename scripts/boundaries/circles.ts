import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf } from './judge.ts'

type Graph = ReadonlyMap<string, readonly string[]>

const FILES = ['{apps,packages}/*/src/**/*.{ts,tsx}', '{bench,e2e,scripts,contracts,verifier}/**/*.{ts,mjs}']

/** Every import of every file: values and types, static and dynamic. */
export function readGraph(root: string): Graph {
  const files = FILES.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules'] }))
  const paths = new Set(files.map((file) => join(root, file)))
  return new Map(Array.from(paths, (path) => [path, importsOf(path).filter((imported) => paths.has(imported))]))
}

const importsOf = (path: string): string[] =>
  Array.from(readFileSync(path, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)).flatMap(
    ([, specifier = '']) => pathOf(path, specifier) ?? [],
  )

/** One circle per file that is on one and was not reported before, as the path from the file back to itself. */
export function findCircles(graph: Graph): string[][] {
  const circles: string[][] = []
  const named = new Set<string>()
  for (const start of graph.keys()) {
    const way = named.has(start) ? undefined : wayBack(graph, start)
    for (const file of way ?? []) named.add(file)
    if (way) circles.push(way)
  }
  return circles
}

/** The shortest path. */
function wayBack(graph: Graph, start: string): string[] | undefined {
  const from = new Map<string, string>()
  const queue = [start]
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return [start, ...trace(from, file, start), start]
      if (from.has(next)) continue
      from.set(next, file)
      queue.push(next)
    }
  }
  return undefined
}

function trace(from: ReadonlyMap<string, string>, last: string, start: string): string[] {
  const way: string[] = []
  for (let file: string | undefined = last; file !== undefined && file !== start; file = from.get(file))
    way.unshift(file)
  return way
}
