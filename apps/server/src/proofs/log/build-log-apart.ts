import { openThread } from './apart.ts'
import type { LogBuilder, LogSettings } from './build-log.ts'
import type { LogStep } from './step.ts'

const THREAD = new URL('build-log-thread.ts', import.meta.url)

/** Builds the log in a thread of its own. */
export async function openLogBuilderApart(settings: LogSettings): Promise<LogBuilder> {
  const { ask, close } = openThread<'step', LogStep>(THREAD, settings)
  return { step: () => ask('step'), close }
}
