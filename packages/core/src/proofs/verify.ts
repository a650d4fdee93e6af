import { anchored, installation, newest } from './check-anchor.ts'
import { anchoredLog, checkpoint, checkpointOf, keptLog, lines } from './check-log.ts'
import { balance, counted, covered, shards } from './check-sum.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Finding, Outcome } from './finding.ts'
import type { ProofFile } from './proof-file.ts'

type Check = (proof: ProofFile) => Finding

/** In the order in which a screen shows them. */
const checksOf = (head: () => Checkpoint) =>
  ({
    installation,
    newest,
    anchored,
    shards,
    counted,
    balance,
    covered,
    checkpoint: (proof) => checkpoint(proof, head()),
    anchoredLog: (proof) => anchoredLog(proof, head()),
    keptLog: (proof) => keptLog(proof, head()),
    lines: (proof) => lines(proof, head()),
  }) satisfies Record<string, Check>

export type CheckName = keyof ReturnType<typeof checksOf>
export type Step = Finding & { check: CheckName }

export type Verdict = {
  outcome: Outcome
  /** Whether the chain was asked through a node that the member chose. */
  isIndependent: boolean
  steps: readonly Step[]
}

/** Checks everything, even after a failure: evidence says all that is wrong. */
export function verifyProof(proof: ProofFile): Verdict {
  const checks = checksOf(opened(proof))
  const steps = Object.entries(checks).map(([name, check]) => ({ check: name as CheckName, ...tried(check, proof) }))
  const worst = (['failed', 'skipped', 'noticed'] as const).find((outcome) =>
    steps.some((step) => step.outcome === outcome),
  )
  return { outcome: worst ?? 'passed', isIndependent: proof.anchor?.source === 'own', steps }
}

/** What cannot be read is not proven. */
function tried(check: Check, proof: ProofFile): Finding {
  try {
    return check(proof)
  } catch (error) {
    return { outcome: 'failed', because: `${(error as Error).message}.`, saw: {} }
  }
}

/** Signatures take longest to check: once is enough. */
function opened(proof: ProofFile): () => Checkpoint {
  let head: Checkpoint | undefined
  return () => (head ??= checkpointOf(proof))
}
