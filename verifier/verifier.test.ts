import honest from '../packages/core/src/proofs/vectors/honest.json' with { type: 'json' }
import lies from '../packages/core/src/proofs/vectors/lies.json' with { type: 'json' }
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld } from '../packages/core/testing/proof-world.ts'
import { concatBytes } from '../packages/core/src/proofs/bytes.ts'
import { pack } from '../packages/core/src/proofs/sum-tree.ts'
import { buildVerifier } from './build.ts'

/** Holds nothing but the script: it has to work alone. */
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trefoil-verifier-'))
  copyFileSync(new URL('verify.mjs', import.meta.url), join(folder, 'verify.mjs'))
  writeFileSync(join(folder, 'honest.json'), JSON.stringify(honest))
  lies.forEach(({ proof }, index) => writeFileSync(join(folder, `lie-${index}.json`), JSON.stringify(proof)))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the committed files are what the sources build', async () => {
  for (const [name, text] of await buildVerifier())
    expect(readFileSync(new URL(name, import.meta.url), 'utf8') === text, `npm run build in verifier: ${name}`).toBe(
      true,
    )
})

test('the script finds an honest proof right', async () => {
  const { code, stdout } = await run('honest.json')
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'honest.json: Everything holds.'])
  expect(stdout).toContain('passed   Adds up to the balance: $1167.75000 is counted, as shown.')
})

test('the script finds every lie, and by what it was caught', async () => {
  const { code, stdout } = await run('--json', ...lies.map((_, index) => `lie-${index}.json`))
  const verdicts = JSON.parse(stdout) as { steps: { check: string; outcome: string }[] }[]
  expect(code).toBe(1)
  expect(
    verdicts.map(({ steps }) => steps.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check)),
  ).toEqual(lies.map(({ fails }) => fails))
})

test('a file whose contract lies as well is caught by asking the chain', async () => {
  const assets = { vault: `9${honest.anchor.assets.vault}`, treasury: '0' }
  const made = { ...honest, epoch: { ...honest.epoch, assets }, anchor: { ...honest.anchor, assets } }
  writeFileSync(join(folder, 'made.json'), JSON.stringify(made))
  expect(await run('made.json')).toMatchObject({ code: 0 })
  await withNode(async (url) => {
    const { code, stdout } = await run('--rpc', url, 'made.json')
    expect(code).toBe(1)
    expect(stdout).toContain('failed   As in the contract')
    expect(await run('--rpc', url, 'honest.json')).toMatchObject({ code: 0 })
  })
})

test('an epoch that was never posted is caught by asking the chain, and the other files are checked', async () => {
  writeFileSync(join(folder, 'never.json'), JSON.stringify({ ...honest, epoch: { ...honest.epoch, epoch: 9 } }))
  await withNode(async (url) => {
    const { code, stdout } = await run('--rpc', url, 'never.json', 'honest.json')
    expect(code).toBe(1)
    expect(stdout).toContain('failed   Newest epoch: The contract does not know this epoch.')
    expect(stdout).toContain('honest.json: Everything holds.')
  })
})

test('the published leaves add up to what the contract stored, or not', async () => {
  const leaves = makeWorld().leaves.map(pack)
  writeFileSync(join(folder, 'part0'), concatBytes(...leaves.slice(0, 7)))
  writeFileSync(join(folder, 'part1'), concatBytes(...leaves.slice(7)))
  expect(await run('--leaves', 'honest.json', 'part0', 'part1')).toMatchObject({ code: 0 })
  expect(await run('--leaves', 'honest.json', 'part0')).toMatchObject({ code: 1 })
})

test('what is not a proof is not checked', async () => {
  writeFileSync(join(folder, 'odd.json'), '{}')
  expect(await run('odd.json')).toMatchObject({ code: 2, stderr: 'The file has no proper format\n' })
  writeFileSync(join(folder, 'zero.json'), JSON.stringify({ ...honest, epoch: { ...honest.epoch, epoch: 0 } }))
  expect(await run('zero.json')).toMatchObject({ code: 2, stderr: 'epoch has no proper epoch\n' })
  expect(await run('missing.json')).toMatchObject({ code: 2 })
  expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining('--rpc') })
})

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['verify.mjs', ...args], { cwd: folder }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

/** A node of the chain that knows what the honest proof says. */
async function withNode(use: (url: string) => Promise<void>): Promise<void> {
  const { anchor } = honest
  const word = (value: string | number) => BigInt(value).toString(16).padStart(64, '0')
  const answers: Record<string, string> = {
    '0x2e0f2625': word(anchor.decimals),
    '0x52bfe789': word(anchor.latest.epoch) + word(anchor.latest.time),
    [`0xf4e31ca2${word(anchor.epoch)}`]: [
      anchor.root,
      anchor.log.root,
      ...[anchor.total, anchor.log.size, anchor.time, anchor.assets.vault, anchor.assets.treasury].map(word),
    ].join(''),
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const { method, params } = JSON.parse(body) as { method: string; params: { data: string }[] }
      const result =
        method === 'eth_call' ? `0x${answers[params[0]!.data] ?? '0'.repeat(7 * 64)}` : `0x${anchor.chain.toString(16)}`
      response.end(JSON.stringify({ result }))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.close()
  }
}
