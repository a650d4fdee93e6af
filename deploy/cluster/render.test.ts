import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const KIT = new URL('./', import.meta.url).pathname
const PASSWORDS = ['SUPERUSER', 'REPLICATION', 'REWIND'].map((name) => `${name}_PASSWORD=0123456789abcdef`)

function newFolder(lines: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'trefoil-kit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'my.env')
  writeFileSync(file, [readFileSync(join(KIT, 'cluster.env'), 'utf8'), ...lines].join('\n'))
  const render = (machine: string) =>
    execFileSync(join(KIT, 'render'), [file, machine, join(folder, machine)], { stdio: 'pipe', encoding: 'utf8' })
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  return { folder, file, render, read }
}

test('every placeholder of every configuration is filled in', () => {
  const { folder, render, read } = newFolder(PASSWORDS)
  for (const machine of ['node1', 'node2', 'node3', 'servers']) render(machine)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  )
  expect(files).toHaveLength(1 + 3 * 6 + 1)
  for (const path of files) expect(read(path)).not.toMatch(/\$\{/)
  expect(read('node2/etc/patroni/config.yml')).toMatch(/^name: node2$/m)
  expect(read('node2/etc/patroni/config.yml')).toContain('connect_address: 10.0.0.2:5432')
})

test('every node has the timers of the backups, of the cluster that is configured', () => {
  const { render, read } = newFolder(PASSWORDS)
  render('node3')
  const unit = (name: string) => read(`node3/etc/systemd/system/trefoil-cluster-backup@${name}`)
  expect(unit('.service')).toMatch(/^ExecStart=\/usr\/bin\/pgbackrest --stanza=trefoil --type=%i backup$/m)
  expect(read('node3/etc/pgbackrest.conf')).toContain('[trefoil]')
  for (const type of ['full', 'incr']) expect(unit(`${type}.timer`)).toMatch(/^OnCalendar=/m)
})

test('a node is not rendered without passwords, and its secrets are readable by nobody else', () => {
  expect(() => newFolder([]).render('node1')).toThrow(/SUPERUSER_PASSWORD is not set/)
  const { folder, render } = newFolder(PASSWORDS)
  render('node1')
  expect(statSync(join(folder, 'node1/etc/patroni/config.yml')).mode & 0o077).toBe(0)
})

test('there is no fourth node', () => {
  expect(() => newFolder(PASSWORDS).render('node4')).toThrow(/There is no machine node4/)
})

/** What nothing acknowledged is lost rests on. */
test.each([
  'ttl: 20',
  'loop_wait: 2',
  'retry_timeout: 3',
  'primary_start_timeout: 0',
  'maximum_lag_on_failover: 0',
  'synchronous_mode: true',
  'synchronous_mode_strict: true',
  'wal_retrieve_retry_interval: 500ms',
])('Patroni has %s', (setting) => {
  expect(readFileSync(join(KIT, 'patroni.yml'), 'utf8')).toMatch(new RegExp(`^ +${setting}$`, 'm'))
})

test('the database’s log can be read beside the servers’, and has nothing of what members wrote', () => {
  const configuration = readFileSync(join(KIT, 'patroni.yml'), 'utf8')
  expect(configuration).toContain(`log_line_prefix: '%m [%p] %a '`)
  for (const setting of ['log_min_duration_statement: 1s', 'log_lock_waits: on', 'log_parameter_max_length: 0'])
    expect(configuration).toMatch(new RegExp(`^ +${setting}$`, 'm'))
})
