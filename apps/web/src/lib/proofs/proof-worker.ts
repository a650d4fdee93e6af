import { warmUp } from '@trefoil/core/proofs/warm-up'
import { type Ask, askServer } from './ask.ts'
import { keptStore } from './kept.ts'
import { nameOf } from './name.ts'
import type { Checked, CheckResult } from './result.ts'
import { runCheck } from './run-check.ts'
import type { ShownLine } from './shown-lines.ts'

/** `name`: the hash of what was typed at sign-in. `key`: what the server says, after a sign-in without typing it. */
export type Owner = { name: string } | { key: string }

export type ToWorker =
  | { do: 'check'; owner: Owner; token: string; shown: readonly ShownLine[] }
  /** Looks for a failure that was found earlier. */
  | { do: 'find failure'; owner: Owner }
  /** Removes the evidence of the last failure. */
  | { do: 'drop failure'; owner: Owner }
  /** Forgets everything known, so that the next check is the first one. */
  | { do: 'begin anew'; owner: Owner }

export type FromWorker =
  | { answers: number }
  /** `failure`: the last one that was found, now or earlier. */
  | { result: CheckResult; failure: Checked | null }
  /** A failure that was found earlier is told at once: a check may take long, or come to nothing. */
  | { earlier: Checked | null }
  | { isDone: true }

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  const { owner } = data
  const name = 'name' in owner ? owner.name : nameOf(owner.key)
  const kept = await keptStore.read(name)
  if (data.do === 'begin anew') await keptStore.forget(name)
  if (data.do === 'drop failure' && kept) {
    const { failure: _dropped, ...rest } = kept
    await keptStore.write(rest)
  }
  if (data.do === 'check' || data.do === 'find failure') tell({ earlier: kept?.failure ?? null })
  if (data.do !== 'check') return tell({ isDone: true })
  let answers = 0
  const result = await runCheck({
    ask: warmingUp(askServer(data.token, () => tell({ answers: (answers += 1) }))),
    name,
    shown: data.shown,
    kept: keptStore,
    now: () => Date.now(),
    clock: () => performance.now(),
    sleep: (ms) => new Promise((resume) => setTimeout(resume, ms)),
  })
  tell({ result, failure: (await keptStore.read(name))?.failure ?? null })
}

/** While the first answer is on its way. */
function warmingUp(ask: Ask): Ask {
  let isWarm = false
  return (path, access) => {
    const answering = ask(path, access)
    if (!isWarm) void warmUp()
    isWarm = true
    return answering
  }
}

const tell = (message: FromWorker): void => postMessage(message)
