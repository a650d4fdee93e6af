import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whose word it is: an answer cannot be sent back as a request, nor the other way round. */
export type Signed = { as: 'request' | 'answer'; body: string }

/** Clocks may differ by this much. */
const SKEW_SECONDS = 300

const digestOf = (secret: string, { as, body }: Signed, seconds: number): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.${as}.${body}`).digest()

/** For the header `Trefoil-Signature`. */
export const signatureOf = (secret: string, signed: Signed, now: number): string => {
  const seconds = Math.floor(now / 1000)
  return `t=${seconds},v1=${digestOf(secret, signed, seconds).toString('hex')}`
}

/** Why a signature is not accepted. */
export function signatureProblem(
  secret: string,
  signed: Signed,
  { header, now }: { header: string | null; now: number },
): string | undefined {
  const [, time, digest] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (time === undefined || digest === undefined) return 'the answer is not signed'
  const seconds = Number(time)
  if (!timingSafeEqual(Buffer.from(digest, 'hex'), digestOf(secret, signed, seconds)))
    return 'the signature of the answer is wrong'
  return Math.abs(now / 1000 - seconds) > SKEW_SECONDS ? 'the answer was signed at another time' : undefined
}
