import { expect, test } from 'vitest'
import { shareMailServer, type ReceivedMail } from '../testing/mail-server.ts'
import { newMember, PASSCODE, signedIn } from '../testing/people.ts'
import { randomAddress } from '../testing/payouts.ts'
import { shareTestServer } from '../testing/server.ts'

const mailbox = await shareMailServer()
const server = await shareTestServer({ smtpUrl: mailbox.url })

const subjectOf = ({ raw }: ReceivedMail): string => {
  const [, header = ''] = /^Subject: ((?:.|\r\n[ \t])*)/m.exec(raw) ?? []
  // Words next to each other are encoded apart from the space between them.
  return header
    .replaceAll(/\r\n[ \t]/g, ' ')
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, decoded)
}

const decoded = (_: string, kind: string, text: string): string =>
  kind.toUpperCase() === 'B'
    ? Buffer.from(text, 'base64').toString()
    : Buffer.from(text.replaceAll('_', '=20').replaceAll('=', '%'), 'latin1')
        .toString()
        .replaceAll(/(?:%[\dA-F]{2})+/g, decodeURIComponent)

const nextTo = (email: string, subject: string): Promise<ReceivedMail> =>
  mailbox.next((mail) => mail.to.includes(email) && subjectOf(mail) === subject)

const ask = (email: string, headers: Record<string, string>) =>
  server.visit().send('POST', '/api/users/forgot-password', { body: JSON.stringify({ email }), headers })

test('before somebody has chosen, a mail is in the language of the browser that caused it', async () => {
  const { visitor, email } = await newMember(server)
  const mailed = nextTo(email, 'Réinitialisez votre mot de passe Trefoil')
  expect((await ask(email, { 'accept-language': 'de-DE,fr-CH;q=0.8,en;q=0.5' })).status).toBe(200)
  const { raw } = await mailed
  expect(raw).toContain('lang=3D"fr"')
  expect(visitor.token).toBeUndefined()
})

test('a sign-up is answered by mail in the language of its browser, and so is what happens later', async () => {
  const email = `${randomAddress()}@example.org`
  const referral_code = (await signedIn(server)).referralCode
  const body = JSON.stringify({ name: 'Ada', email, password: PASSCODE, referral_code })
  const verification = nextTo(email, 'Verifica tu correo electrónico')
  const headers = { 'accept-language': 'es-MX,es;q=0.9' }
  const { status } = await server.visit().send('POST', '/api/users/register', { body, headers })
  expect(status).toBe(200)
  await verification
  const { rows } = await server.database.query('select language, browser_language from account where email = $1', [
    email,
  ])
  expect(rows).toEqual([{ language: null, browser_language: 'es' }])
})

test('a choice is saved, goes before the browser, and can be read again', async () => {
  const { visitor, email } = await signedIn(server)
  expect((await visitor.get('/api/users/profile')).body.data.profile.language).toBeNull()
  expect((await visitor.put('/api/users/language', { language: 'id' })).status).toBe(200)
  expect((await visitor.get('/api/users/profile')).body.data.profile.language).toBe('id')
  const mailed = nextTo(email, 'Atur ulang kata sandi Trefoil Anda')
  await ask(email, { 'accept-language': 'fr' })
  await mailed
  const changed = nextTo(email, 'Alamat pembayaran Anda diubah')
  await visitor.put('/api/users/wallet', { wallet_address: randomAddress() })
  await changed
})

test('what was chosen before signing in is the choice from then on', async () => {
  const { privateKey, email } = await newMember(server)
  const headers = { cookie: 'trefoil-language=ar', 'accept-language': 'pt' }
  const body = JSON.stringify({ identifier: privateKey, password: PASSCODE })
  expect((await server.visit().send('POST', '/api/users/login', { body, headers })).status).toBe(200)
  const { rows } = await server.database.query('select language, browser_language from account where email = $1', [
    email,
  ])
  expect(rows).toEqual([{ language: 'ar', browser_language: 'pt' }])
})

test('a choice in the settings stays, whichever language another browser has when somebody signs in there', async () => {
  const { visitor, privateKey, email } = await signedIn(server)
  await visitor.put('/api/users/language', { language: 'fr' })
  const headers = { cookie: 'trefoil-language=ar', 'accept-language': 'pt' }
  const body = JSON.stringify({ identifier: privateKey, password: PASSCODE })
  expect((await server.visit().send('POST', '/api/users/login', { body, headers })).status).toBe(200)
  const { rows } = await server.database.query('select language, browser_language from account where email = $1', [
    email,
  ])
  expect(rows).toEqual([{ language: 'fr', browser_language: 'pt' }])
})

test.each(['de', '', 'EN', 'constructor', null, 7])('%s is not a language', async (language) => {
  const { visitor } = await signedIn(server)
  expect((await visitor.put('/api/users/language', { language })).status).toBe(400)
})

test('what a browser says is never stored unless it is one of the languages', async () => {
  const { privateKey, email } = await newMember(server)
  const headers = { cookie: 'trefoil-language=__proto__', 'accept-language': `${'x'.repeat(4000)},es` }
  const body = JSON.stringify({ identifier: privateKey, password: PASSCODE })
  expect((await server.visit().send('POST', '/api/users/login', { body, headers })).status).toBe(200)
  const { rows } = await server.database.query('select language, browser_language from account where email = $1', [
    email,
  ])
  expect(rows).toEqual([{ language: null, browser_language: null }])
})
