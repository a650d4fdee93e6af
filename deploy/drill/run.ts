import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchDebian, findWhatIsMissing } from './debian.ts'
import { readOptions } from './options.ts'

const ENTER = new URL('enter', import.meta.url).pathname
const INSIDE = new URL('inside.ts', import.meta.url).pathname
const SCRATCH = '/var/tmp'
const PREFIX = 'trefoil-drill-'

const { limitMs, installs } = readOptions(process.argv.slice(2))
const missing = await findWhatIsMissing({ installs })
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}
await fetchDebian()
await removeAbandoned()
process.exit(await drill())

/**
 * In namespaces of its own: no network but its own, no mount or process that stays. They end with their first process,
 * and that ends with this one.
 */
async function drill(): Promise<number> {
  const folder = await mkdtemp(join(SCRATCH, `${PREFIX}${process.pid}-`))
  const args = ['--net', '--mount', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc', ENTER, process.execPath]
  const child = spawn('unshare', [...args, INSIDE, folder, ...process.argv.slice(2)], { stdio: 'inherit' })
  const late = setTimeout(() => {
    console.error(`The drill took more than ${limitMs / 60_000} minutes, and was ended.`)
    child.kill('SIGKILL')
  }, limitMs)
  // From a terminal, the child gets them, too. What is left then is the folder.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGKILL'))
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(late)
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  return code ?? 1
}

/** Of drills that were killed with -9. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(SCRATCH)) {
    const [, pid] = name.startsWith(PREFIX) ? name.slice(PREFIX.length - 1).split('-') : []
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      await rm(join(SCRATCH, name), { recursive: true, force: true })
  }
}
