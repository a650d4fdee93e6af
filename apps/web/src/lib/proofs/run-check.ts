import { Malformed } from '@trefoil/core/proofs/bytes'
import { nativeSignature } from '@trefoil/core/proofs/native-signature'
import type { ProofFile } from '@trefoil/core/proofs/proof-file'
import { type Step, type Verdict, verifyProofWith } from '@trefoil/core/proofs/verify'
import { Unavailable } from './ask.ts'
import { collectProof, type Pins, type Question, type Withheld } from './collect.ts'
import type { KeptCheckpoint } from './collect-log.ts'
import type { Kept, KeptStore } from './kept.ts'
import type { Checked, CheckResult } from './result.ts'

type Task = Omit<Question, 'pins'> & { kept: KeptStore; clock: () => number }

/** One check: what the server says, held against what this browser knew. Only what holds is remembered. */
export async function runCheck(task: Task): Promise<CheckResult> {
  const { name, kept: store, now } = task
  const kept = await store.read(name)
  const at = now()
  try {
    const collected = await collectProof({ ...task, pins: kept?.pins ?? null })
    if (collected.kind === 'none') return { ...collected, at }
    const checked =
      collected.kind === 'withheld' ? refused(at, collected.said) : await verified(at, collected.proof, task, kept)
    await remember(store, { checked, kept, name })
    return checked
  } catch (problem) {
    if (problem instanceof Unavailable) return { kind: 'unavailable', at }
    if (!(problem instanceof Malformed) && !(problem instanceof TypeError)) throw problem
    // An answer without what belongs in it.
    const checked = refused(at, {
      because: 'The server sent an answer that cannot be read.',
      code: 'answer_malformed',
    })
    await remember(store, { checked, kept, name })
    return checked
  }
}

async function verified(at: number, proof: ProofFile, { clock }: Task, kept: Kept | undefined): Promise<Checked> {
  const began = clock()
  const verdict = await verifyProofWith(nativeSignature, proof)
  const tookMs = clock() - began
  const isNews = ({ because, isSaidOnce }: Step) => !(isSaidOnce && kept?.said.includes(because))
  return { kind: 'checked', at, verdict, news: noticedIn(verdict).filter(isNews), proof, tookMs }
}

const noticedIn = ({ steps }: Verdict): Step[] => steps.filter(({ outcome }) => outcome === 'noticed')

/** There is nothing to hand on as evidence. */
const refused = (at: number, said: Withheld): Checked => ({
  kind: 'checked',
  at,
  verdict: {
    outcome: 'failed',
    isIndependent: false,
    steps: [{ check: 'newest', outcome: 'failed', saw: {}, ...said }],
  },
  news: [],
  proof: null,
  tookMs: 0,
})

type Memory = { checked: Checked; kept: Kept | undefined; name: string }

async function remember(store: KeptStore, { checked, kept, name }: Memory): Promise<void> {
  const { verdict, proof } = checked
  if (verdict.outcome === 'failed') {
    // Whoever was caught could otherwise have the evidence replaced by that of something less, or by nothing.
    const failure = kept?.failure?.proof ? kept.failure : checked
    if (proof ?? kept) await store.write({ name, pins: kept?.pins ?? null, said: kept?.said ?? [], failure })
    return
  }
  // Without the chain, nothing was proven that could be held against the server later.
  if (verdict.outcome === 'skipped' || !proof) return
  await store.write({
    name,
    pins: pinned(proof, kept?.pins?.checkpoints ?? [], checked.at),
    said: noticedIn(verdict).map(({ because }) => because),
    ...(kept?.failure && { failure: kept.failure }),
  })
}

const CHECKPOINTS_MAX = 30
/** Older ones are of use only if the database is set back, and backups are made at night. */
const APART_MS = 12 * 3_600_000

function pinned({ known, epoch, log }: ProofFile, before: readonly KeptCheckpoint[], at: number): Pins {
  const { installation, chain, contract, logKey, earlier } = known
  // What the database has lost is of no use any more.
  const still =
    earlier === undefined ? before : before.slice(0, before.findLastIndex(({ note }) => note === earlier) + 1)
  const [second, last] = [still.at(-2), still.at(-1)]
  const isApart = !second || !last || last.at - second.at >= APART_MS
  return {
    installation,
    chain,
    contract,
    logKey,
    epoch: epoch.epoch,
    checkpoints: [...(isApart ? still : still.slice(0, -1)), { note: log.checkpoint, at }].slice(-CHECKPOINTS_MAX),
  }
}
