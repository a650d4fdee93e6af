import { workerData } from 'node:worker_threads'
import { answerWith } from './apart.ts'
import { openLogInspector, type InspectorSettings, type LogInspector } from './inspect-log.ts'

const settings = workerData as InspectorSettings
let inspector: LogInspector | undefined

answerWith(async (from: number) => {
  // A thread gets bytes, but no buffers.
  inspector ??= await openLogInspector({ ...settings, secret: Buffer.from(settings.secret) })
  return inspector.look(from)
})
