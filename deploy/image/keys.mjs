// Copies the keys that an orchestrator mounts for a whole group into files that only this user can read, which is what the
// server asks for. `node keys.mjs <from> <to> [<from> <to> …]`
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const paths = process.argv.slice(2)
for (let index = 0; index + 1 < paths.length; index += 2) {
  const [from, to] = paths.slice(index, index + 2)
  const key = readFileSync(from)
  if (!existsSync(to) || !key.equals(readFileSync(to))) {
    // Under another name first: another process may be reading it.
    writeFileSync(`${to}.next`, key, { mode: 0o600 })
    renameSync(`${to}.next`, to)
  }
  chmodSync(to, 0o600)
}
