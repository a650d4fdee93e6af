import { download } from '../download.ts'
import type { Checked } from './result.ts'

/** As a file that the stand-alone verifier reads. */
export function saveProof({ proof, verdict }: Checked): void {
  if (!proof) return
  download({
    parts: [`${JSON.stringify(proof, undefined, 2)}\n`],
    fileName: `trefoil-${verdict.outcome === 'failed' ? 'evidence' : 'proof'}-epoch-${proof.epoch.epoch}.json`,
    type: 'application/json',
  })
}
