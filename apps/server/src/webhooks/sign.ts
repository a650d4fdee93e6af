import { createHmac, randomBytes } from 'node:crypto'

/** As the Standard Webhooks specification writes them, so that its libraries read them. */
const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const makeWebhookSecret = (): string => SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')

export type Message = { id: string; timestamp: number; body: string }

/** One signature for each secret: whoever knows one of them can check it. */
export const signatureOf = ({ id, timestamp, body }: Message, secrets: readonly string[]): string =>
  secrets
    .map((secret) => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
