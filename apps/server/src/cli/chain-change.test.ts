import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openSettings, readFormer } from '../chain/fingerprint.ts'
import { NONE_FORMER } from '../chain/open.ts'
import { startChain } from '../chain/start-chain.ts'
import { DEMO_PASSCODE } from '../demo/seed.ts'
import { readSettings } from '../env.ts'
import { makeKeyring } from '../secrets/keyring.ts'
import { codeOf } from '../testing/authenticator.ts'
import { shareTestChain } from '../testing/chain.ts'
import { chainVariables } from '../testing/chain-variables.ts'
import { createDatabase, dropDatabase } from '../testing/databases.ts'
import { randomAddress } from '../testing/payouts.ts'
import { testSettings } from '../testing/settings.ts'
import type { Credentials } from './ask-operators.ts'
import { changeChain } from './chain-change.ts'
import { withDatabase } from './open.ts'
import { verifyReserves } from './verify-reserves.ts'

const shared = await shareTestChain()
const { facts, deployToken, deployVault } = shared
const keyring = makeKeyring('the secret of every test database')
const why = 'A vault with a daily limit'

/** An installation that has started once, and its operators. */
async function scene() {
  const name = `test-${randomUUID()}`
  const databaseUrl = await createDatabase(inject('postgresUrl'), { name, template: 'pattern' })
  const dataDir = await mkdtemp(join(tmpdir(), 'trefoil-change-'))
  const variables = await chainVariables(shared, dataDir)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await dropDatabase(inject('postgresUrl'), name)
    await rm(dataDir, { recursive: true })
  })
  const settingsWith = (changes: Record<string, string> = {}) => {
    const { chain } = readSettings({ ...variables, ...changes })
    return testSettings({ databaseUrl, dataDir, chain })
  }
  const start = async (changes?: Record<string, string>) => {
    const settings = settingsWith(changes)
    const { chain } = await startChain(settings.chain, { databaseUrl, dataDir })
    return withDatabase(settings, async ({ unaudited: db }) => {
      await openSettings(db, chain)
      return readFormer(db)
    })
  }
  await start()
  const credentialsOf = async (who: string): Promise<Credentials> => {
    const { rows } = await client.query<{ key_box: Buffer; totp_box: Buffer }>(
      'select key_box, totp_box from account where name like $1',
      [`${who}%`],
    )
    const { key_box: key, totp_box: totp } = rows[0]!
    const code = codeOf(keyring.open('totp secret', totp))
    return { privateKey: keyring.open('private key', key), passcode: DEMO_PASSCODE, code }
  }
  const change = (settings: Record<string, string>, operators: [Credentials, Credentials]) =>
    changeChain(settingsWith(settings), { why, operators })
  const [olga, oscar, anna] = [await credentialsOf('Olga'), await credentialsOf('Oscar'), await credentialsOf('Anna')]
  const count = async () => (await client.query('select from chain_setting')).rowCount
  return { client, databaseUrl, settingsWith, start, change, count, olga, oscar, anna }
}

test('other contracts end the start in one sentence that names them', async () => {
  const { start } = await scene()
  const other = randomAddress()
  await expect(start({ CHAIN_TREASURY: other })).rejects.toThrow(
    `This database belongs to CHAIN_TREASURY ${facts.treasury}, not ${other}: set it back, or let two operators run ` +
      '`npm run trefoil -- chain change`.',
  )
  expect(await start()).toEqual(NONE_FORMER)
})

test('verify compares nothing with other contracts, and says so', async () => {
  const { client, databaseUrl, settingsWith } = await scene()
  await client.query(`
    insert into scan (chain_id, scanned, scanned_hash, final, final_hash, noted) values (31337, 0, '', 0, '', 0);
    delete from reconciliation`)
  const vault = await deployVault()
  const settings = settingsWith({ CHAIN_VAULT: vault })
  const report = await withDatabase(settings, ({ unaudited: db }) => verifyReserves(settings, { url: databaseUrl, db }))
  expect(report).toEqual({ why: expect.stringContaining(`belongs to CHAIN_VAULT ${facts.vault}, not ${vault}`) })
  expect((await client.query('select from reconciliation')).rowCount).toBe(0)
})

test('two operators change the vault, and the former one stays on record', async () => {
  const { client, start, change, olga, oscar } = await scene()
  const vault = await deployVault()
  await expect(start({ CHAIN_VAULT: vault })).rejects.toThrow(`CHAIN_VAULT ${facts.vault}, not ${vault}`)
  expect(await change({ CHAIN_VAULT: vault }, [olga, oscar])).toEqual([
    { name: 'CHAIN_VAULT', was: facts.vault, is: vault },
  ])
  expect(await start({ CHAIN_VAULT: vault })).toEqual({ ...NONE_FORMER, vaults: [facts.vault] })
  await expect(start()).rejects.toThrow(`CHAIN_VAULT ${vault}, not ${facts.vault}`)
  const { rows } = await client.query(`select name, action, why, details -> 'changes' -> 0 ->> 'is' as is
    from audit_entry join account on account.id = operator_id where action = 'chain.change' order by name`)
  const line = { action: 'chain.change', why, is: vault }
  expect(rows).toEqual([
    { name: 'Olga Operator', ...line },
    { name: 'Oscar Operator', ...line },
  ])
})

test('nobody else, and nobody alone, changes anything', async () => {
  const { change, count, olga, oscar, anna } = await scene()
  const settings = { CHAIN_TREASURY: randomAddress() }
  const attempts: [[Credentials, Credentials], string][] = [
    [[olga, { ...oscar, passcode: 'not the passcode of anybody' }], 'is not right'],
    [[olga, anna], "not an operator's"],
    [[olga, olga], 'Two different operators'],
    [[{ ...olga, code: '' }, oscar], 'Enter the code'],
    [[{ ...olga, code: 'none' }, oscar], 'This code is not right'],
  ]
  for (const [operators, sentence] of attempts) await expect(change(settings, operators)).rejects.toThrow(sentence)
  expect(await count()).toBe(1)
})

test('while something is on its way it is refused', async () => {
  const { client, change, count, olga, oscar } = await scene()
  await client.query(`
    insert into signer (address, first_nonce, next_nonce) values ('0xs', 0, 1);
    insert into sending (signer, nonce, kind, call_to, call_data, gas, max_fee, priority_fee)
      values ('0xs', 0, 'sweep', '0x', '0x', 1, 1, 1)`)
  await expect(change({ CHAIN_TREASURY: randomAddress() }, [olga, oscar])).rejects.toThrow('1 payouts or sweeps')
  expect(await count()).toBe(1)
})

test('another token needs a new installation, once anything was received in this one', async () => {
  const { client, change, count, olga, oscar } = await scene()
  const token = await deployToken('another')
  const vault = await deployVault(token)
  await expect(change({ CHAIN_TOKEN: token, CHAIN_VAULT: vault }, [olga, oscar])).rejects.toThrow(
    `The books count ${facts.token} on chain 31337: another token or chain needs a new installation.`,
  )
  expect([
    await count(),
    (await client.query(`select from audit_entry where action = 'chain.change'`)).rowCount,
  ]).toEqual([1, 0])
})
