import { destination, pino, stdSerializers, stdTimeFunctions, type Level, type Logger } from 'pino'
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
export class ChildWhenUsed {
  readonly #logger: Logger
  readonly #bindings: object
  #child: Logger | undefined

  constructor(logger: Logger, bindings: object) {
    this.#logger = logger
    this.#bindings = bindings
  }

  get level(): string {
    return this.#logger.level
  }

  trace(...said: Said): void {
    this.#write('trace', said)
  }

  debug(...said: Said): void {
    this.#write('debug', said)
  }

  info(...said: Said): void {
    this.#write('info', said)
  }

  warn(...said: Said): void {
    this.#write('warn', said)
  }

  error(...said: Said): void {
    this.#write('error', said)
  }

  fatal(...said: Said): void {
    this.#write('fatal', said)
  }

  silent(): void {}

  child(...more: Parameters<Logger['child']>): Pick<Logger, Level | 'child' | 'level' | 'silent'> {
    return this.#used.child(...more)
  }

  get #used(): Logger {
    return (this.#child ??= this.#logger.child(this.#bindings))
  }

  #write(level: Level, said: Said): void {
    if (this.#logger.isLevelEnabled(level)) this.#used[level](...said)
  }
}

type Said = [object, string?]

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
