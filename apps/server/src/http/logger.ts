import { destination, pino, stdSerializers, stdTimeFunctions, type Level, type LogFn, type Logger } from 'pino'
import { isConnectionLost } from '../db/away.ts'

/** Structured logs to a file or to standard output, without secrets. */
export function makeLogger({ level, file }: { level: string; file: string | undefined }): Logger {
  const options = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    base: null,
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.headers["${name}"]`]),
      censor: '[secret]',
    },
    serializers: {
      // Where a lost connection was noticed says nothing about why.
      err: (error: Error) =>
        isConnectionLost(error)
          ? { type: error.name, message: error.message, code: (error as { code?: string }).code }
          : stdSerializers.err(error),
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  }
  // Synchronous: the line that explains a crash must not be lost in a buffer.
  return pino(options, destination({ dest: file ?? 1, sync: true, mkdir: true }))
}

/**
 * Most requests log nothing. Binding the request id to a logger costs more than the rest of a request's logging, so it
 * happens on the first line logged.
 */
export function childWhenUsed(logger: Logger, bindings: object): Pick<Logger, 'level' | 'silent' | 'child' | Level> {
  let child: Logger | undefined
  const used = () => (child ??= logger.child(bindings))
  const line = (level: Level): LogFn =>
    logger.isLevelEnabled(level) ? (...said: [object]) => used()[level](...said) : logger.silent
  return {
    level: logger.level,
    silent: logger.silent,
    trace: line('trace'),
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    fatal: line('fatal'),
    child: (...more) => used().child(...more),
  }
}

const SECRETS = [
  'authorization',
  'body',
  'confirm_password',
  'cookie',
  'current_password',
  'identifier',
  'new_password',
  'passcode',
  'password',
  'private_key',
  'secret',
  'set-cookie',
  'token',
  'user_pk',
]

/** A reset link has its token in the path, and queries may contain names. */
const withoutSecrets = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/^(\/reset-password\/).+/, '$1[secret]').slice(0, 300)
