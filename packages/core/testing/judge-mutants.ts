import { registerHooks, type LoadFnOutput } from 'node:module'
import type { Lie } from './lies.ts'
import { makeMutants, type Mutant } from './mutants.ts'
import type { makeWorld } from './proof-world.ts'
import type { ProofFile } from '../src/proofs/proof-file.ts'
import type { Verdict } from '../src/proofs/verify.ts'

/** What remains of the tests of lies without one of the checks. */
export type Judged = {
  name: string
  /** Whether every honest proof still passes: only then it is the check that is missing. */
  isSane: boolean
  /** Lies that are not caught any more as they have to be. */
  red: readonly string[]
}

const CORE = new URL('..', import.meta.url).href
const ED25519 = new URL('remembered-ed25519.ts', import.meta.url).href
const mutants = makeMutants()
const mutantOf = (url: string): string | null => new URL(url).searchParams.get('mutant')

// Each mutant is loaded as modules of its own, from the sources as they are.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const mutant = context.parentURL === undefined ? null : mutantOf(context.parentURL)
    const isCurve = mutant !== null && specifier === '@noble/curves/ed25519.js'
    if (isCurve) return { url: ED25519, format: 'module-typescript', shortCircuit: true }
    const resolved = nextResolve(specifier, context)
    return mutant === null || !resolved.url.startsWith(CORE)
      ? resolved
      : { ...resolved, url: `${resolved.url}?mutant=${mutant}` }
  },
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const edits = mutants[Number(mutantOf(url) ?? -1)]?.edits.filter(({ file }) => isFile(url, file)) ?? []
    return edits.length === 0 ? loaded : { ...loaded, source: edited(textOf(loaded.source), edits) }
  },
})

const textOf = (source: LoadFnOutput['source'] = ''): string =>
  typeof source === 'string' ? source : new TextDecoder().decode(source)

const isFile = (url: string, file: string): boolean => new URL(url).pathname.endsWith(`/core/src/proofs/${file}`)

/** From the end, so that places stay what they are. */
const edited = (text: string, edits: Mutant['edits']): string =>
  edits
    .toSorted((a, b) => b.at - a.at)
    .reduce((some, { at, length, put }) => some.slice(0, at) + put + some.slice(at + length), text)

type Proofs = {
  makeLies: () => Lie[]
  makeWorld: typeof makeWorld
  OWNER_NAMES: Parameters<ReturnType<typeof makeWorld>['proofOf']>[0][]
  verifyProof: (proof: ProofFile) => Verdict
  parseProofFile: (value: unknown) => ProofFile
}

/** With everything that makes the lies, as a test would run on the changed sources. */
async function load(mutant: number): Promise<Proofs> {
  const from = (path: string) => import(`${CORE}${path}?mutant=${mutant}`) as Promise<Partial<Proofs>>
  const files = ['testing/lies.ts', 'testing/proof-world.ts', 'src/proofs/verify.ts', 'src/proofs/proof-file.ts']
  return Object.assign({}, ...(await Promise.all(files.map(from)))) as Proofs
}

/** As the test of lies does it. */
async function judge(index: number, name: string): Promise<Judged> {
  const { makeLies, makeWorld, OWNER_NAMES, verifyProof, parseProofFile } = await load(index)
  const world = makeWorld()
  const isCaught = ({ proof, fails }: Lie): boolean => {
    const { steps } = verifyProof(parseProofFile(JSON.parse(JSON.stringify(proof))))
    const failed = steps.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check)
    return failed.join() === fails.join()
  }
  return {
    name,
    isSane: OWNER_NAMES.every((owner) => verifyProof(world.proofOf(owner)).outcome === 'passed'),
    red: makeLies()
      .filter((one) => !isCaught(one))
      .map(({ lie }) => lie),
  }
}

/** All of them, or one of so many. */
const every = Number(process.argv[2] ?? 1)
const judged: Judged[] = []
for (const [index, { name }] of mutants.entries()) if (index % every === 0) judged.push(await judge(index, name))
process.stdout.write(JSON.stringify(judged))
