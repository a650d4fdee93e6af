import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Each of these is wrong on purpose. */
const violations: [file: string, code: string, complaint: string][] = [
  [
    'apps/server/src/donations/donate.ts',
    `import { transfer } from '../transfers/transfer.ts'`,
    'never import one another',
  ],
  ['apps/server/src/db/pool.ts', `import { batch } from '../ledger/batch.ts'`, 'db may not import ledger'],
  [
    'apps/server/src/ledger/batch.ts',
    `export { donate } from '../donations/donate.ts'`,
    'ledger may not import donations',
  ],
  ['apps/server/src/auth/register.ts', `import { audit } from '../operator/audit.ts'`, 'auth may not import operator'],
  ['apps/server/src/operator/queue.ts', `import { app } from '../app.ts'`, 'operator may not import app.ts'],
  [
    'apps/server/src/payouts/payout.ts',
    `import { reply } from '../http/reply.ts'`,
    'Only routes and the composition use http',
  ],
  ['apps/server/src/reports/earning.ts', `import type { FastifyReply } from 'fastify'`, 'import fastify'],
  ['apps/server/src/mail/send.ts', `import cookie from '@fastify/cookie'`, 'import @fastify/cookie'],
  ['apps/server/src/deposits/watch.ts', `import { Address } from 'ox'`, 'Only chain/ import ox'],
  ['apps/server/src/deposits/chains.ts', `import { keccak256 } from 'ox/Hash'`, 'Only chain/ import ox'],
  [
    'apps/server/src/members/greet.ts',
    `import { button } from '../../../web/src/ui/button.tsx'`,
    'server may not import web',
  ],
  ['apps/server/src/members/plant.ts', `import { seed } from '../testing/seed.ts'`, 'for tests only'],
  ['apps/server/src/attic/box.ts', `import { db } from '../db/pool.ts'`, 'has no place'],
  ['apps/server/src/mail/place.ts', `export const place = process.env.SMTP_URL`, 'process.env'],
  ['apps/web/src/features/donate/form.tsx', `import { List } from '../transfer/list.tsx'`, 'never import one another'],
  [
    'apps/web/src/features/team/page.tsx',
    `import { Console } from '../../operator/console.tsx'`,
    'never import one another',
  ],
  [
    'apps/web/src/ui/button.tsx',
    `import { Donate } from '../features/donate/form.tsx'`,
    'ui may not import features/donate',
  ],
  ['apps/web/src/lib/api.ts', `import { store } from '../app/store.ts'`, 'lib may not import app'],
  ['apps/web/src/features/team/lazy.ts', `export const page = import('../../app/shell.tsx')`, 'may not import app'],
  ['apps/web/src/lib/shapes.ts', `import { donation } from '@trefoil/contract/donations'`, 'as types only'],
  ['apps/web/src/lib/pool.ts', `import { pool } from '../../../server/src/db/pool.ts'`, 'web may not import server'],
  ['packages/contract/src/money.ts', `import { usd } from '@trefoil/core/money'`, 'contract may not import core'],
  ['packages/core/src/time.ts', `import { readFile } from 'node:fs/promises'`, 'core imports nothing outside itself'],
  [
    'packages/core/src/ledger/digest.ts',
    `import { sha256 } from '@noble/hashes/sha2.js'`,
    'core imports nothing outside itself',
  ],
  ['packages/core/src/proofs/fetch.ts', `import { fetch } from 'undici'`, 'core imports nothing outside itself'],
  [
    'apps/server/src/deposits/sweep.ts',
    `import { vault } from '@trefoil/contracts/artifacts/vault'`,
    'Only chain/ import @trefoil/contracts',
  ],
  ['packages/core/src/wire.ts', `import type { Money } from '@trefoil/contract/money'`, 'core may not import contract'],
]

const permitted: [file: string, code: string][] = [
  ['apps/server/src/donations/routes.ts', `import { donate } from './donate.ts'`],
  ['apps/server/src/donations/routes-with-http.ts', `import type { Reply } from '../http/reply.ts'`],
  ['apps/server/src/transfers/routes.ts', `import { serve } from '../http/serve.ts'\nimport fastify from 'fastify'`],
  [
    'apps/server/src/operator/approve.ts',
    `import { payout } from '../payouts/payout.ts'\nimport { db } from '../db/pool.ts'`,
  ],
  ['apps/server/src/demo/seed.ts', `import { register } from '../auth/register.ts'`],
  [
    'apps/server/src/chain/reads.ts',
    `import { keccak256 } from 'ox/Hash'\nimport { vault } from '@trefoil/contracts/artifacts/vault'`,
  ],
  ['apps/server/src/app.ts', `import { routes } from './donations/routes.ts'\nimport fastify from 'fastify'`],
  ['apps/server/src/env.ts', `export const port = process.env.PORT`],
  [
    'apps/server/src/auth/register.test.ts',
    `import { seed } from '../testing/seed.ts'\nimport { place } from '../network/place.ts'`,
  ],
  [
    'apps/web/src/app/router.tsx',
    `import { Form } from '../features/donate/form.tsx'\nimport { api } from '../lib/api.ts'`,
  ],
  [
    'apps/web/src/features/donate/page.tsx',
    `import type { Donation } from '@trefoil/contract/donations'\nimport { Form } from './form.tsx'`,
  ],
  ['packages/core/src/ledger/book.ts', `import { usd } from '../money.ts'`],
  ['packages/core/src/proofs/log.ts', `import { sha256 } from '@noble/hashes/sha2.js'`],
  ['packages/core/src/ledger/book.test.ts', `import fc from 'fast-check'\nimport { usd } from '../money.ts'`],
]

let folder = ''
let reported: { file: string; message: string }[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trefoil-boundaries-'))
  for (const [file, code] of [...violations, ...permitted]) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), `${code}\n`)
  }
  reported = await lint(folder)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(violations)('the boundary stops %s: %s', (file, _code, complaint) => {
  const messages = reported.filter((report) => report.file === file).map(({ message }) => message)
  expect(messages.join('\n')).toContain(complaint)
})

test.each(permitted)('the boundary lets through %s: %s', (file) => {
  expect(reported.filter((report) => report.file === file)).toEqual([])
})

/** Runs the linter with its own configuration, and keeps only the boundary rules' findings. */
async function lint(path: string): Promise<{ file: string; message: string }[]> {
  const args = ['--config', join(root, 'oxlint.config.ts'), '--format', 'json', path]
  const program = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: root }).catch(
    (failed: { stdout: string }) => failed,
  )
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code?: string; message: string; filename: string }[]
  }
  return diagnostics
    .filter(({ code }) => code === 'boundaries(imports)' || code === 'node(no-process-env)')
    .map(({ message, filename }) => ({ file: relative(path, resolve(root, filename)), message }))
}
