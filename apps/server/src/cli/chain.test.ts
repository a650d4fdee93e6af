import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { shareTestChain } from '../testing/chain.ts'
import { programFile } from '../testing/programs.ts'

const { url, facts, signerKey, ownerKey, owner } = await shareTestChain()

test('the settings that chain deploy prints work, and chain status confirms it', async () => {
  const folder = await makeKeys()
  const deploying = ['--rpc', url, '--key-file', join(folder, 'owner.key'), '--test-token']
  const roles = ['--owner', owner.address, '--signer', facts.signer.address]
  const { output: json } = await trefoil(['chain', 'deploy', ...deploying, ...roles, '--json'])
  expect(JSON.parse(json)).toMatchObject({ CHAIN_ID: 31337, CHAIN_DECIMALS: 18 })
  const limits = ['--payment-max', '500', '--day-max', '1000.5']
  const { output: printed } = await trefoil(['chain', 'deploy', ...deploying, ...roles, ...limits])
  const settings = Object.fromEntries(
    printed.split('\n').flatMap((line) => (/^CHAIN_\w+=/.test(line) ? [line.split('=', 2) as [string, string]] : [])),
  )
  expect(Object.keys(settings)).toEqual(['CHAIN_ID', 'CHAIN_TOKEN', 'CHAIN_DECIMALS', 'CHAIN_FACTORY', 'CHAIN_VAULT'])
  const server = {
    ...settings,
    CHAIN_RPC_URL: url,
    CHAIN_FINALITY: '3',
    CHAIN_TREASURY: facts.treasury,
    CHAIN_SIGNER_KEY_FILE: join(folder, 'signer.key'),
  }
  const { output: status, code } = await trefoil(['chain', 'status'], server)
  expect(code).toBe(0)
  expect(status).toMatch(/^chain {6}31337, at block \d+, final up to \d+$/m)
  expect(status).toMatch(/^provider {3}127\.0\.0\.1:\d+: ok, at block \d+$/m)
  expect(status).toContain(`vault      ${settings['CHAIN_VAULT']} holds 0\n`)
  expect(status).toContain(`signer     ${facts.signer.address} has 1000000 of the native coin for fees`)
  expect(status).toContain('limits     500 a payment, 1000.5 a day, 1000.5 left today\n')
  const asJson = await trefoil(['chain', 'status', '--json'], server)
  expect(JSON.parse(asJson.output)).toMatchObject({
    chain: 31337,
    head: expect.any(Number),
    providers: [{ state: 'ok' }],
    vault: { address: settings['CHAIN_VAULT'], holds: '0', paused: false },
    signer: { address: facts.signer.address, coins: '1000000' },
  })
})

test('mistakes get one sentence', async () => {
  const folder = await makeKeys()
  const same = ['--owner', owner.address, '--signer', owner.address, '--test-token']
  const keyed = (file: string) => ['chain', 'deploy', '--rpc', url, '--key-file', join(folder, file)]
  expect(await trefoil(['chain', 'deploy'])).toMatchObject({
    code: 2,
    output: expect.stringMatching(/^chain deploy needs --rpc, .*\.\n$/),
  })
  expect(await trefoil([...keyed('owner.key'), ...same])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^The owner has to be/),
  })
  const roles = ['--owner', owner.address, '--signer', facts.signer.address, '--test-token']
  expect(await trefoil([...keyed('owner.key'), ...roles, '--day-max', 'much'])).toMatchObject({
    code: 2,
    output: '--day-max must be an amount in dollars, such as 20000.\n',
  })
  expect(await trefoil(['chain', 'status'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^CHAIN_RPC_URL is not set/),
  })
  expect(
    await trefoil([...keyed('none.key'), '--owner', owner.address, '--signer', facts.signer.address, '--test-token']),
  ).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^ENOENT.+\n$/),
  })
  expect(await trefoil(['chain', 'sink', '--json'])).toMatchObject({
    code: 2,
    output: expect.stringContaining('There is no command'),
  })
})

async function makeKeys(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'owner.key'), ownerKey, { mode: 0o600 })
  await writeFile(join(folder, 'signer.key'), signerKey, { mode: 0o600 })
  return folder
}

/** Runs the command in a process of its own. */
async function trefoil(args: string[], env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  return promisify(execFile)(process.execPath, [programFile('cli'), ...args], { env, timeout: 30_000 }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (failed: { code: number; stderr: string }) => ({ code: failed.code, output: failed.stderr }),
  )
}
