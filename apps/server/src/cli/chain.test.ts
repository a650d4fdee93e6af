import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { shareTestChain } from '../testing/chain.ts'
import { trefoil } from '../testing/command-line.ts'

const { url, facts, signerKey, ownerKey, owner } = await shareTestChain()

test('the settings that chain deploy prints work, and chain status confirms it', async () => {
  const folder = await makeKeys()
  const deploying = ['--rpc', url, '--key-file', join(folder, 'owner.key'), '--test-token']
  const roles = ['--owner', owner.address, '--signer', facts.signer.address]
  const { stdout: json } = await trefoil(['chain', 'deploy', ...deploying, ...roles, '--json'])
  expect(JSON.parse(json)).toMatchObject({ CHAIN_ID: 31337, CHAIN_DECIMALS: 18 })
  const limits = ['--payment-max', '500', '--day-max', '1000.5']
  const { stdout: printed } = await trefoil(['chain', 'deploy', ...deploying, ...roles, ...limits])
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
  const { stdout: status, code } = await trefoil(['chain', 'status'], server)
  expect(code).toBe(0)
  expect(status).toMatch(/^chain {6}31337, at block \d+, final up to \d+$/m)
  expect(status).toMatch(/^provider {3}127\.0\.0\.1:\d+: ok, at block \d+$/m)
  expect(status).toContain(`vault      ${settings['CHAIN_VAULT']} holds 0\n`)
  expect(status).toContain(`signer     ${facts.signer.address} has 1000000 of the native coin for fees`)
  expect(status).toContain('limits     500 a payment, 1000.5 a day, 1000.5 left today\n')
  const asJson = await trefoil(['chain', 'status', '--json'], server)
  expect(JSON.parse(asJson.stdout)).toMatchObject({
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
    stderr: expect.stringMatching(/^chain deploy needs --rpc, .*\.$/),
  })
  expect(await trefoil([...keyed('owner.key'), ...same])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The owner has to be/),
  })
  const roles = ['--owner', owner.address, '--signer', facts.signer.address, '--test-token']
  expect(await trefoil([...keyed('owner.key'), ...roles, '--day-max', 'much'])).toMatchObject({
    code: 2,
    stderr: '--day-max must be an amount in dollars, such as 20000.',
  })
  expect(await trefoil(['chain', 'status'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^CHAIN_RPC_URL is not set/),
  })
  expect(
    await trefoil([...keyed('none.key'), '--owner', owner.address, '--signer', facts.signer.address, '--test-token']),
  ).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^ENOENT.+$/),
  })
  expect(await trefoil(['chain', 'sink', '--json'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no command'),
  })
})

async function makeKeys(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trefoil-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'owner.key'), ownerKey, { mode: 0o600 })
  await writeFile(join(folder, 'signer.key'), signerKey, { mode: 0o600 })
  return folder
}
