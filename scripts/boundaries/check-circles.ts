import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCircles, readGraph } from './circles.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Still to be untangled: it loads the screens, and the screens' menu and layout import it. */
const EXCEPTED = 'apps/web/src/app/screen-code.tsx'
const circles = findCircles(readGraph(root)).filter((circle) => !circle.includes(join(root, EXCEPTED)))
for (const circle of circles)
  console.error(`Import circle:\n${circle.map((file) => `  ${relative(root, file)}`).join('\n')}`)
if (circles.length > 0) process.exitCode = 1
