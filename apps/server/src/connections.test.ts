import { expect, test } from 'vitest'
import { hostOf } from './connections.ts'
import { readSettings } from './env.ts'
import { PRODUCTION } from './testing/production.ts'

const withSettings = (changes: Record<string, string>) => () => readSettings({ ...PRODUCTION, ...changes })

test.each([
  ['CHAIN_RPC_URL', 'http://one.example.org,https://two.example.org', 'rpc'],
  ['CHAIN_RPC_URL', 'https://one.example.org,HTTP://two.example.org', 'rpc'],
  ['CHAIN_RPC_URL', 'https://one.example.org,http://127.0.0.1.example.org', 'rpc'],
  ['SMTP_URL', 'smtp://mail.example.org?ignoreTLS=true', 'smtp'],
  ['SMTP_URL', 'smtps://mail.example.org?tls.rejectUnauthorized=false', 'smtp'],
  ['SMTP_URL', 'smtp://127.0.0.1?proxy=http://elsewhere.example.org', 'smtp'],
  ['DATABASE_URL', 'postgres://trefoil_app@db.example.org/trefoil', 'database'],
  ['DATABASE_URL', 'postgres://trefoil_app@db.example.org/trefoil?sslmode=require', 'database'],
  ['DATABASE_URL', 'postgres://trefoil_app@db.example.org/trefoil?sslmode=verify-full&sslmode=no-verify', 'database'],
  ['DATABASE_URL', 'postgres://trefoil_app@db.example.org/trefoil?sslmode=verify-full&ssl=0', 'database'],
  ['DATABASE_URL', 'postgres://trefoil_app@localhost/trefoil?host=db.example.org', 'database'],
  ['DATABASE_OWNER_URL', 'postgres://trefoil@db.example.org/trefoil', 'database'],
])('%s=%s needs encryption, or a setting that does without', (name, value, service) => {
  expect(withSettings({ [name]: value })).toThrow(new RegExp(`^  ${name}: .*ALLOW_PLAINTEXT`, 'm'))
  const others = ['smtp', 'rpc', 'database'].filter((one) => one !== service).join(',')
  expect(withSettings({ [name]: value, ALLOW_PLAINTEXT: others })).toThrow(name)
  expect(withSettings({ [name]: value, ALLOW_PLAINTEXT: ` ${service} ` })).not.toThrow()
})

test.each([
  ['CHAIN_RPC_URL', 'http://localhost:8545,https://two.example.org'],
  ['CHAIN_RPC_URL', 'http://[::1]:8545,http://127.0.0.2:8545'],
  ['SMTP_URL', 'smtp://127.0.0.1:2525'],
  ['DATABASE_URL', 'postgres://trefoil_app@localhost/trefoil'],
  ['DATABASE_URL', 'postgres://trefoil_app@127.0.0.1:5432/trefoil'],
  ['DATABASE_URL', 'postgres://trefoil_app@%2Fvar%2Frun%2Fpostgresql/trefoil'],
  ['DATABASE_URL', 'postgres:///trefoil?host=/var/run/postgresql'],
  ['DATABASE_URL', 'postgres:///trefoil'],
])('%s=%s does not leave this machine', (name, value) => {
  expect(withSettings({ [name]: value })).not.toThrow()
})

test('a database without a host is where PGHOST says', () => {
  expect(withSettings({ DATABASE_URL: 'postgres:///trefoil', PGHOST: 'db.example.org' })).toThrow(/DATABASE_URL/)
})

test('mail to another machine is sent with TLS: from the start, or by STARTTLS before anything is said', () => {
  const required = (SMTP_URL: string, more = {}) => readSettings({ ...PRODUCTION, SMTP_URL, ...more }).smtpRequiresTls
  expect(required('smtp://mail.example.org:587')).toBe(true)
  expect(required('smtp://127.0.0.1:2525')).toBe(false)
  expect(required('smtp://mail.example.org:587', { ALLOW_PLAINTEXT: 'smtp' })).toBe(false)
})

test.each([
  'https://one.example.org,https://one.example.org',
  'https://one.example.org/a,https://one.example.org/b',
  'https://one.example.org,https://ONE.example.org/',
  'https://one.example.org,https://one.example.org./',
  'https://one.example.org,https://one.example.org:8443',
  'https://one.example.org,https://key:secret@one.example.org',
  'https://bücher.example.org,https://xn--bcher-kva.example.org',
  'http://127.0.0.1:1,http://localhost:2',
  'http://127.0.0.1:1,http://[::1]:2',
  'http://127.0.0.1:1,http://0x7f.1:2',
  'http://127.0.0.1:1,http://[::ffff:127.0.0.1]:2',
])('%s are one provider', (urls) => {
  expect(withSettings({ CHAIN_RPC_URL: urls })).toThrow(/CHAIN_RPC_URL: two or more different hosts/)
})

test('a host has one spelling', () => {
  expect(hostOf('smtp://user:word@Mail.Example.ORG.:587')).toBe('mail.example.org')
  expect(hostOf('smtp://%zz')).toBe('%zz')
  expect(hostOf('postgres://trefoil@%2Frun%2Fpostgresql/trefoil')).toBe('')
})
