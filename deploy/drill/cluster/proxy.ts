import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kit } from './kit.ts'
import { layOver } from './machine.ts'

/** HAProxy on the servers' machine, which ends with everything else: where it writes its log. */
export async function startProxy(kit: Kit, folder: string): Promise<string> {
  const root = await layOver(folder)
  await cp(await kit.render('servers'), root, { recursive: true })
  await cp(join(kit.certificates, 'ca.crt'), join(root, 'etc/trefoil-cluster/ca.crt'), { recursive: true })
  const log = join(folder, 'haproxy.log')
  const output = openSync(log, 'a')
  spawn('chroot', [root, 'haproxy', '-f', '/etc/haproxy/haproxy.cfg'], { stdio: ['ignore', output, output] })
  return log
}
