import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Route } from '@trefoil/contract/route'
import type { onSendHookHandler } from 'fastify'

/** Below this, a reply fits into one packet anyway. */
const BYTES_MIN = 1024

/** Replies are made once and read once: what takes longer to compress would not arrive sooner. */
const BROTLI_QUALITY = 3
const GZIP_LEVEL = 3

/**
 * Whether a route's large replies may be compressed. Who sees how well a reply compresses, and has put text into it, can
 * guess a secret in it (BREACH), if they can have it sent again and again. A foreign page can make a browser send our
 * cookies, but not a session token: so only what is read with a token is compressed, and what has no secrets. Replies to
 * changes are short, and some show a key or codes.
 */
export const mayCompress = ({ method, access, shared }: Pick<Route, 'method' | 'access' | 'shared'>): boolean =>
  method === 'GET' && (shared || (access !== 'public' && access !== 'optional'))

/** For routes that may. Another thread does the work. */
export const compressLarge: onSendHookHandler = (request, reply, payload, done) => {
  if (typeof payload !== 'string' || Buffer.byteLength(payload) < BYTES_MIN) return done(null, payload)
  const others = reply.getHeader('vary')
  reply.header('vary', typeof others === 'string' ? `${others}, accept-encoding` : 'accept-encoding')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === undefined) return done(null, payload)
  COMPRESS[encoding](payload, (error, compressed) => {
    if (error) {
      request.log.warn({ err: error }, 'a reply could not be compressed')
      return done(null, payload)
    }
    reply.header('content-encoding', encoding)
    done(null, compressed)
  })
}

type Compressed = (error: Error | null, compressed: Buffer) => void

const COMPRESS = {
  br: (payload: string, done: Compressed) =>
    brotliCompress(
      payload,
      {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(payload),
        },
      },
      done,
    ),
  gzip: (payload: string, done: Compressed) => gzip(payload, { level: GZIP_LEVEL }, done),
}

/** The best that the client accepts, whatever it would prefer: it may refuse one with `q=0`. */
function encodingFor(accepted: string | undefined): keyof typeof COMPRESS | undefined {
  if (accepted === undefined) return undefined
  const names = accepted
    .toLowerCase()
    .split(',')
    .flatMap((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim())
      return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : name
    })
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : undefined
}
