import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCircles, readGraph } from './circles.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const circles = findCircles(readGraph(root))
for (const circle of circles)
  console.error(`Import circle:\n${circle.map((file) => `  ${relative(root, file)}`).join('\n')}`)
if (circles.length > 0) process.exitCode = 1
