import { expect, test } from 'vitest'
import { readSettings } from './env.ts'
import { StartError } from './start-error.ts'
import { PRODUCTION } from './testing/production.ts'

test('without settings it is a demo, on this machine only', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    production: false,
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
  })
  expect(settings.dataDir).toMatch(/\/\.data$/)
})

test('in production one message lists every missing setting', () => {
  const missing = () => readSettings({ NODE_ENV: 'production' })
  for (const name of Object.keys(PRODUCTION).filter((key) => key !== 'NODE_ENV')) expect(missing).toThrow(name)
  expect(readSettings(PRODUCTION)).toMatchObject({ production: true, publicUrl: 'https://trefoil.example.org' })
})

test('an invalid setting is refused by name', () => {
  for (const [name, value] of [
    ['PORT', '70000'],
    ['PORT', '3000x'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['DATABASE_OWNER_URL', 'mysql://localhost'],
    ['SECURITY_CONTACT', 'our office'],
    ['ALLOW_PLAINTEXT', 'smtp, everything'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['SMTP_URL', 'http://mail'],
    ['PUBLIC_URL', 'http://trefoil.example.org'],
    ['TREFOIL_SECRET', 'short'],
    ['TREFOIL_SECRET_FILE', '/no/such/file'],
    ['LIMIT_SIGN_UPS_PER_HOUR', '-1'],
    ['DATABASE_TIMEOUT_SECONDS', '0'],
    ['DATABASE_TIMEOUT_SECONDS', '61'],
    ['DATABASE_RETRY_SECONDS', '61'],
    ['DATABASE_CONNECTIONS_MEMBERS', '3'],
    ['DATABASE_CONNECTIONS_READERS', '0'],
    ['DATABASE_REPLICA_URL', 'mysql://localhost'],
    ['TREFOIL_ROLE', 'Web'],
    ['CHAIN_RPC_URL', 'https://only.example.org'],
    ['CHAIN_VAULT', '0x12'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.1, proxy.example.org'],
    ['TRUST_PROXY', '10.0.0.0/33'],
  ] as const)
    expect(() => readSettings({ ...PRODUCTION, [name]: value }), name).toThrow(name)
})

test('web needs no key and is refused with one, and a worker needs both', () => {
  const { CHAIN_SIGNER_KEY_FILE, LOG_KEY_FILE, ...keyless } = PRODUCTION
  const web = readSettings({ ...keyless, TREFOIL_ROLE: 'web' })
  expect([web.role, web.logKeyFile, web.chain.signs, web.chain.remote?.signerKeyFile]).toEqual([
    'web',
    undefined,
    false,
    undefined,
  ])
  for (const [name, value] of Object.entries({ CHAIN_SIGNER_KEY_FILE, LOG_KEY_FILE })) {
    expect(() => readSettings({ ...keyless, TREFOIL_ROLE: 'web', [name]: value })).toThrow(`${name}: unset`)
    expect(() => readSettings({ ...PRODUCTION, TREFOIL_ROLE: 'worker', [name]: '' })).toThrow(name)
  }
  expect(readSettings({ ...PRODUCTION, TREFOIL_ROLE: 'worker' }).chain.signs).toBe(true)
  expect(readSettings(PRODUCTION).role).toBe('all')
})

test('production has to say which proxies to trust', () => {
  expect(readSettings(PRODUCTION).trustProxy).toBe(false)
  expect(readSettings({ ...PRODUCTION, TRUST_PROXY: '10.0.0.0/8, ::1,loopback' }).trustProxy).toBe(
    '10.0.0.0/8,::1,loopback',
  )
  expect(() => readSettings({ ...PRODUCTION, TRUST_PROXY: '' })).toThrow(/TRUST_PROXY: .*none/)
  expect(readSettings({}).trustProxy).toBe(false)
})

test.each(['production', ' production', 'production ', 'production\n', '\tproduction\r\n'])(
  'NODE_ENV=%j is production',
  (mode) => {
    expect(readSettings({ ...PRODUCTION, NODE_ENV: mode }).production).toBe(true)
    expect(() => readSettings({ NODE_ENV: mode })).toThrow(/^These settings are missing or wrong/)
  },
)

test.each(['prod', 'Production', 'PRODUCTION', 'production;', 'pro duction', 'staging', 'demo', 'production\u200b'])(
  'NODE_ENV=%j ends the start in one sentence, and is not the demo',
  (mode) => {
    for (const settings of [{}, PRODUCTION])
      expect(() => readSettings({ ...settings, NODE_ENV: mode })).toThrow(
        new StartError(`NODE_ENV is "${mode}": set it to production, or unset it for the demo.`),
      )
  },
)

test.each([undefined, '', ' ', 'development', 'test', 'test '])('NODE_ENV=%j is the demo', (mode) => {
  expect(readSettings({ NODE_ENV: mode }).production).toBe(false)
})

test('the owner of the tables has a login beside the application', () => {
  expect(readSettings(PRODUCTION).databaseOwnerUrl).toBeUndefined()
  expect(() => readSettings({ DATABASE_OWNER_URL: 'postgres://owner@localhost/trefoil' })).toThrow(/DATABASE_URL: /)
})

test('security reports go to the address of the setting, or to security@ the host', () => {
  expect(readSettings(PRODUCTION).securityContact).toBe('mailto:security@trefoil.example.org')
  const contactOf = (SECURITY_CONTACT: string) => readSettings({ ...PRODUCTION, SECURITY_CONTACT }).securityContact
  expect(contactOf('alarm@example.org')).toBe('mailto:alarm@example.org')
  expect(contactOf('https://example.org/report')).toBe('https://example.org/report')
})
