import { anchored, installation, newest } from './check-anchor.ts'
import { bytesToHex } from './bytes.ts'
import { anchoredLog, checkpoint, keptLog, lines, openerOf, type OpenNote, signaturesIn } from './check-log.ts'
import { balance, counted, covered, shards } from './check-sum.ts'
import { NOT_SIGNED, type Checkpoint } from './checkpoint.ts'
import type { Finding, Outcome } from './finding.ts'
import { isSignature, type Signature } from './note.ts'
import type { ProofFile } from './proof-file.ts'

type Check = (proof: ProofFile) => Finding

/** In the order in which a screen shows them. */
const checksOf = (head: () => Checkpoint, open: OpenNote) =>
  ({
    installation,
    newest: (proof) =>
      newest(proof, { shown: () => maybe(head), kept: () => maybe(() => open(proof.known.checkpoint ?? '')) }),
    anchored,
    shards,
    counted,
    balance,
    covered,
    checkpoint: (proof) => checkpoint(proof, head()),
    anchoredLog: (proof) => anchoredLog(proof, head()),
    keptLog: (proof) => keptLog(proof, head(), open),
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
export const verifyProof = (proof: ProofFile): Verdict => verifiedWith(proof, openerOf(proof))

/** Whether a signature is valid, by other code than ours, such as the browser's own. */
export type CheckSignature = (one: Signature) => Promise<boolean>

/**
 * The same, faster: signatures take by far longest. One that the other code does not find valid, or does not know, is
 * checked by ours.
 */
export async function verifyProofWith(check: CheckSignature, proof: ProofFile): Promise<Verdict> {
  const valid = new Set<string>()
  const checked = signaturesIn(proof).map(async (one) => {
    if (await check(one).catch(() => false)) valid.add(keyOf(one))
  })
  await Promise.all(checked)
  return verifiedWith(
    proof,
    openerOf(proof, (one) => valid.has(keyOf(one)) || isSignature(one)),
  )
}

const keyOf = ({ signature, text, publicKey }: Signature): string =>
  [bytesToHex(signature), bytesToHex(publicKey), text].join(' ')

function verifiedWith(proof: ProofFile, open: OpenNote): Verdict {
  const checks = checksOf(opened(proof, open), open)
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
    const { message } = error as Error
    const code = message === NOT_SIGNED ? 'checkpoint_not_signed' : 'malformed'
    return { outcome: 'failed', because: `${message}.`, saw: {}, code }
  }
}

function maybe(read: () => Checkpoint): Checkpoint | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Signatures take longest to check: once is enough. */
function opened({ log }: ProofFile, open: OpenNote): () => Checkpoint {
  let head: Checkpoint | undefined
  return () => (head ??= open(log.checkpoint))
}
