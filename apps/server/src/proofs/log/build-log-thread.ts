import { parentPort, workerData } from 'node:worker_threads'
import type { Answer } from './build-log-apart.ts'
import { openLogBuilder, type LogBuilder, type LogSettings } from './build-log.ts'

const settings = workerData as LogSettings
// A thread gets bytes, but no buffers.
const key = { ...settings.key, publicKey: Buffer.from(settings.key.publicKey) }
let builder: LogBuilder | undefined

parentPort?.on('message', () => {
  // oxlint-disable-next-line require-post-message-target-origin -- threads have no origin
  void take().then((answer) => parentPort?.postMessage(answer))
})

async function take(): Promise<Answer> {
  try {
    builder ??= await openLogBuilder({ ...settings, key, secret: Buffer.from(settings.secret) })
    return { step: await builder.step() }
  } catch (error) {
    return { failure: (error as Error).message }
  }
}
