import { workerData } from 'node:worker_threads'
import { letOthersPass } from '../../thread.ts'
import { answerWith } from './apart.ts'
import { openLogBuilder, type LogBuilder, type LogSettings } from './build-log.ts'

const settings = workerData as LogSettings
// A thread gets bytes, but no buffers.
const key = { ...settings.key, publicKey: Buffer.from(settings.key.publicKey) }
let builder: LogBuilder | undefined

letOthersPass()
answerWith(async () => {
  builder ??= await openLogBuilder({ ...settings, key, secret: Buffer.from(settings.secret) })
  return builder.step()
})
