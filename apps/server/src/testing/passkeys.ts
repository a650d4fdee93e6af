import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyAssertion } from '@trefoil/contract/shapes'
import { expect } from 'vitest'
import type { Visitor } from './visitor.ts'

const ORIGIN = 'http://trefoil.test'
const PRESENT = 0x01
const VERIFIED = 0x04
const CREDENTIAL = 0x40

type Credential = { id: string; rpId: string; userHandle: string; key: KeyObject; counter: number }
type Creation = { challenge: string; rp: { id: string }; user: { id: string } }
type Request = { challenge: string; rpId: string }
/** What differs from an honest browser with an honest authenticator. */
type Differently = { origin?: string; rpId?: string; counter?: number; unverified?: true; crossOrigin?: true }

/** An authenticator without a fingerprint reader: it signs at once. With `counts: false`, as those in a cloud. */
export function softAuthenticator({ counts = true }: { counts?: boolean } = {}) {
  const credentials: Credential[] = []
  const next = (credential: Credential) => (counts ? (credential.counter += 1) : 0)

  return {
    credentials,
    create({ challenge, rp, user }: Creation, differently: Differently = {}) {
      const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = randomBytes(16)
      const rpId = differently.rpId ?? rp.id
      credentials.push({ id: id.toString('base64url'), rpId, userHandle: user.id, key, counter: 0 })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytesOf(x)],
        [-3, bytesOf(y)],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = authenticatorData({ rpId, flags: flagsOf(differently) | CREDENTIAL, counter: 0 })
      const authData = new Uint8Array(Buffer.concat([data, Buffer.alloc(16), length, id, isoCBOR.encode(cose)]))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', challenge, differently).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      }
    },
    get({ challenge, rpId }: Request, differently: Differently = {}, which = 0): PasskeyAssertion {
      const credential = credentials[which]
      if (!credential) throw new Error('This authenticator has no passkey')
      const counter = differently.counter ?? next(credential)
      const client = clientData('webauthn.get', challenge, differently)
      const data = authenticatorData({ rpId: differently.rpId ?? rpId, flags: flagsOf(differently), counter })
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        id: credential.id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, credential.key).toString('base64url'),
        userHandle: credential.userHandle,
      }
    },
  }
}

type SoftAuthenticator = ReturnType<typeof softAuthenticator>

/** Adds one in a session, and returns the recovery codes if there are any. */
export async function addPasskey(
  visitor: Visitor,
  authenticator: SoftAuthenticator,
  proof: { password: string; code?: unknown; name?: string },
): Promise<{ id: number; recoveryCodes: string[] | null }> {
  const { name = 'My telephone', ...shown } = proof
  const options = await visitor.post('/api/users/passkeys/options', shown)
  expect(options.status, JSON.stringify(options.body)).toBe(200)
  const credential = authenticator.create(options.body.data)
  const added = await visitor.post('/api/users/passkeys', { name, credential })
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  return { id: added.body.data.passkey.id, recoveryCodes: added.body.data.recovery_codes }
}

/** The answer to a new challenge of this session, to send as a code. */
export async function confirmWith(visitor: Visitor, authenticator: SoftAuthenticator): Promise<PasskeyAssertion> {
  const { status, body } = await visitor.post('/api/users/passkeys/challenge')
  expect(status, JSON.stringify(body)).toBe(200)
  return authenticator.get(body.data)
}

/** The answer to a new challenge of this browser, which nobody is signed in to. */
export async function answerAtSignIn(visitor: Visitor, authenticator: SoftAuthenticator): Promise<PasskeyAssertion> {
  const { status, body } = await visitor.post('/api/users/login/passkey/options')
  expect(status, JSON.stringify(body)).toBe(200)
  return authenticator.get(body.data)
}

const flagsOf = ({ unverified }: Differently): number => PRESENT | (unverified ? 0 : VERIFIED)

function authenticatorData({ rpId, flags, counter }: { rpId: string; flags: number; counter: number }): Buffer {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest])
}

const clientData = (type: string, challenge: string, { origin = ORIGIN, crossOrigin }: Differently): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: crossOrigin === true }))

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))
