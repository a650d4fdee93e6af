import { randomUUID } from 'node:crypto'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { compileSerializer, compileValidator } from './compile-schemas.ts'
import { answerError } from './errors.ts'
import { sendCommonHeaders } from './headers.ts'
import { ChildWhenUsed } from './logger.ts'

const BODY_BYTES_MAX = 64 * 1024

type Options = {
  log: Logger
  settings: { publicUrl: string; trustProxy: string | false }
  /** The hashes of the scripts inside our pages. */
  ownScripts: () => string
}

/** Without routes. */
export async function openApplication({ log, settings, ownScripts }: Options): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy,
    bodyLimit: BODY_BYTES_MAX,
    // A malformed URL gets the same error format as everything else.
    frameworkErrors: answerError,
    childLoggerFactory: (_, bindings) => new ChildWhenUsed(log, bindings),
  })
  app.setErrorHandler(answerError)
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  await sendCommonHeaders(app, { https: settings.publicUrl.startsWith('https:'), ownScripts })
  return app
}
