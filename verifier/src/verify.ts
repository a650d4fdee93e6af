import { growSumTree } from '@trefoil/core/proofs/sum-tree'
import { CHECK_TITLES, VERDICTS } from '@trefoil/core/proofs/titles'
import { parseProofFile, type ProofFile } from '@trefoil/core/proofs/proof-file'
import { type Verdict, verifyProof } from '@trefoil/core/proofs/verify'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { askedAt } from './ask-chain.ts'
import { whoAnswered } from './who-answered.ts'

const USAGE = `node verify.mjs [--rpc <url>] [--json] <proof file>...
node verify.mjs [--rpc <url>] --leaves <proof file> <part>...

Checks proof files without the server that they came from.
  --rpc     a node of the chain to ask, in place of the answers in the file
  --leaves  adds up the published leaves of the epoch, all parts in order
  --json    prints everything that was computed
Ends with 0 if everything holds, 1 if not, 2 if there was nothing to check.
`

const print = (text: string) => process.stdout.write(`${text}\n`)

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { rpc: { type: 'string' }, json: { type: 'boolean' }, leaves: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [file, ...parts] = positionals
  if (file === undefined || (values.leaves && parts.length === 0)) throw new Error(USAGE)
  if (values.leaves) return addUp(await readProof(file, values.rpc), parts)
  const verdicts: (Verdict & { file: string })[] = []
  for (const each of positionals) verdicts.push({ file: each, ...verifyProof(await readProof(each, values.rpc)) })
  if (values.json) print(JSON.stringify(verdicts, undefined, 2))
  else for (const verdict of verdicts) describe(verdict, values.rpc !== undefined)
  return verdicts.every(({ outcome }) => outcome === 'passed' || outcome === 'noticed') ? 0 : 1
}

async function readProof(file: string, rpc: string | undefined): Promise<ProofFile> {
  const proof = parseProofFile(JSON.parse(readFileSync(file, 'utf8')))
  return rpc === undefined ? proof : askedAt(rpc, proof)
}

function describe(verdict: Verdict & { file: string }, wasAsked: boolean): void {
  print(`${verdict.file}: ${VERDICTS[verdict.outcome]}`)
  print(whoAnswered(verdict, wasAsked))
  for (const { check, outcome, because, saw } of verdict.steps) {
    print(`  ${outcome.padEnd(7)}  ${CHECK_TITLES[check]}: ${because}`)
    if (outcome === 'failed' || outcome === 'noticed')
      for (const [what, value] of Object.entries(saw)) print(`             ${what}: ${value}`)
  }
}

function addUp({ epoch, anchor }: ProofFile, parts: readonly string[]): number {
  const tree = growSumTree({ depth: epoch.depth })
  for (const part of parts) tree.append(readFileSync(part))
  const { hash, sum, leaves } = tree.finish()
  const [root, claimed] = [Buffer.from(hash).toString('hex'), anchor ?? epoch]
  const isSame = root === claimed.root && String(sum) === claimed.total && leaves === epoch.leaves
  print(`${leaves} leaves add up to ${sum} and the root ${root}.`)
  print(`${anchor ? 'The contract' : 'The server'} says ${claimed.total} and ${claimed.root}.`)
  print(isSame ? VERDICTS.passed : VERDICTS.failed)
  return isSame ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 2
}
