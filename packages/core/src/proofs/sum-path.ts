import { concatBytes } from './bytes.ts'
import { NODE_BYTES, paddingOf, parentOf, parentsOf, type SumNode, unpack } from './sum-tree.ts'

/** Some neighbouring nodes of a level that is stored. */
export type NodeRun = { level: number; first: number; count: number }

export type TreeShape = {
  depth: number
  leaves: number
  /** Which levels are stored: 0, and as many above it as make reading cheap. */
  stored: readonly number[]
}

/** What has to be read for the path of a leaf: one run per stored level. */
export function runsForPath(index: number, { depth, leaves, stored }: TreeShape): NodeRun[] {
  if (stored[0] !== 0) throw new RangeError('The leaves are not stored')
  if (!Number.isInteger(index) || index < 0 || index >= leaves) throw new RangeError(`There is no leaf ${index}`)
  return stored
    .filter((level) => level < depth)
    .map((level, position) => {
      const width = 2 ** (nextStored({ depth, stored }, position) - level)
      const first = Math.floor(index / 2 ** level / width) * width
      return { level, first, count: Math.min(width, Math.ceil(leaves / 2 ** level) - first) }
    })
}

/** The siblings of a leaf and of what is above it, from the leaf upward. `runs` are what `runsForPath` asked for. */
export function pathFrom(index: number, shape: TreeShape, runs: readonly Uint8Array[]): SumNode[] {
  const padding = paddingOf(shape.depth)
  return runsForPath(index, shape).flatMap(({ level, first, count }, position) => {
    const run = runs[position]
    if (run?.length !== count * NODE_BYTES) throw new RangeError(`Level ${level} lacks nodes from ${first}`)
    const siblings: SumNode[] = []
    let nodes = run
    for (let at = level; at < nextStored(shape, position); at++) {
      const pad = padding[at] as Uint8Array
      if (nodes.length % (2 * NODE_BYTES) !== 0) nodes = concatBytes(nodes, pad)
      const own = Math.floor(index / 2 ** at) - first / 2 ** (at - level)
      siblings.push(unpack(nodes, own % 2 === 0 ? own + 1 : own - 1))
      nodes = parentsOf(nodes)
    }
    return siblings
  })
}

/** The root that a leaf and its siblings lead to. Left or right follows from the index. */
export function rootAbove({ leaf, index, path }: { leaf: SumNode; index: number; path: readonly SumNode[] }): SumNode {
  if (!Number.isInteger(index) || index < 0 || index >= 2 ** path.length)
    throw new RangeError(`There is no leaf ${index} in a tree of depth ${path.length}`)
  return path.reduce(
    (own, sibling, level) =>
      Math.floor(index / 2 ** level) % 2 === 0 ? parentOf(own, sibling) : parentOf(sibling, own),
    leaf,
  )
}

const nextStored = ({ depth, stored }: Omit<TreeShape, 'leaves'>, position: number): number =>
  Math.min(stored[position + 1] ?? depth, depth)
