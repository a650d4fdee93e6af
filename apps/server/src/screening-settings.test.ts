import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from './env.ts'

function secretFile(text: string, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'screening-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

test('with nothing set, nobody is asked and nobody limited', () => {
  const { screening, levelLimits } = readSettings({})
  expect(screening).toEqual({
    listFile: undefined,
    oracle: undefined,
    http: undefined,
    timeoutMs: 5000,
    ageMs: 86_400_000,
  })
  expect(levelLimits).toBeUndefined()
})

test('an HTTP provider needs a secret, and encryption in production', () => {
  const SCREENING_SECRET_FILE = secretFile('a secret of more than 32 characters\n')
  const SCREENING_URL = 'https://screening.example/ask'
  expect(readSettings({ SCREENING_URL, SCREENING_SECRET_FILE }).screening.http).toEqual({
    url: SCREENING_URL,
    secret: 'a secret of more than 32 characters',
  })
  expect(() => readSettings({ SCREENING_URL })).toThrow('SCREENING_SECRET_FILE: a file')
  expect(() => readSettings({ SCREENING_SECRET_FILE })).toThrow('SCREENING_URL: where')
  expect(() => readSettings({ SCREENING_URL, SCREENING_SECRET_FILE: secretFile('short') })).toThrow('at least 32')
  expect(() => readSettings({ SCREENING_URL, SCREENING_SECRET_FILE: '/none' })).toThrow(
    'SCREENING_SECRET_FILE: cannot be read (ENOENT)',
  )
  const plain = { NODE_ENV: 'production', SCREENING_URL: 'http://screening.example/ask', SCREENING_SECRET_FILE }
  expect(() => readSettings(plain)).toThrow('SCREENING_URL: a URL that starts with https://')
})

test('limits are dollars for each level, and an empty one is none', () => {
  expect(readSettings({ KYC_WITHDRAWAL_LIMITS: ' 0=100/500, 1=/5000 ,2=/' }).levelLimits).toEqual({
    0: { perWithdrawal: 10_000_000n, perMonth: 50_000_000n },
    1: { perWithdrawal: null, perMonth: 500_000_000n },
  })
  for (const wrong of ['100', '0=100', '0=1.5/2', '0=1/2,0=3/4', '10=1/2', '0=-1/2'])
    expect(() => readSettings({ KYC_WITHDRAWAL_LIMITS: wrong }), wrong).toThrow('KYC_WITHDRAWAL_LIMITS: such as')
  expect(() => readSettings({ SCREENING_ORACLE: '0x12' })).toThrow('SCREENING_ORACLE: 0x and 40')
})

test.for(['640', '604', '660'])('secrets in files of mode %s are refused', (mode) => {
  const file = secretFile('a secret of more than 32 characters', Number.parseInt(mode, 8))
  const wrong = 'can be read by others: its mode should be 600'
  expect(() => readSettings({ TREFOIL_SECRET_FILE: file })).toThrow(`TREFOIL_SECRET_FILE: ${wrong}`)
  const screening = { SCREENING_URL: 'https://screening.example/ask', SCREENING_SECRET_FILE: file }
  expect(() => readSettings(screening)).toThrow(`SCREENING_SECRET_FILE: ${wrong}`)
})

test('a secret in a file that only its owner can read is taken', () => {
  const secret = 'a secret of more than 32 characters'
  for (const mode of [0o600, 0o400])
    expect(readSettings({ TREFOIL_SECRET_FILE: secretFile(`${secret}\n`, mode) }).secret).toBe(secret)
})
