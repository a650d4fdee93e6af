import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Kebab-case file name → Solidity source. Those in `testing/` are never deployed to a real chain. */
const SOURCES = {
  forwarder: 'src/Forwarder.sol',
  'forwarder-factory': 'src/ForwarderFactory.sol',
  vault: 'src/Vault.sol',
  attestations: 'src/Attestations.sol',
  'test-token': 'src/testing/TestToken.sol',
  'fee-token': 'src/testing/FeeToken.sol',
  'lying-token': 'src/testing/LyingToken.sol',
  'sanctions-list': 'src/testing/SanctionsList.sol',
} as const

/** More runs favour cheap calls over cheap deployment: sweeps and payouts are called far more often than deployed. */
const SETTINGS = {
  optimizer: { enabled: true, runs: 10_000 },
  evmVersion: 'cancun',
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

type Output = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>
}
type Compiler = {
  compile(input: string, callbacks: { import(path: string): { contents: string } | { error: string } }): string
}

/** Path below this folder → text of the artefact. */
export function compileContracts(): Map<string, string> {
  const require = createRequire(import.meta.url)
  const solc = require('solc') as Compiler
  const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
  const sources = Object.fromEntries(Object.values(SOURCES).map((path) => [path, { content: read(path) }]))
  const findImport = (path: string) => {
    try {
      return { contents: path.startsWith('src/') ? read(path) : readFileSync(require.resolve(path), 'utf8') }
    } catch {
      return { error: `${path} is not installed` }
    }
  }
  const input = JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS })
  const { errors = [], contracts } = JSON.parse(solc.compile(input, { import: findImport })) as Output
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))

  return new Map(
    Object.entries(SOURCES).map(([file, path]) => {
      const contract = contracts[path]?.[basename(path, '.sol')]
      if (!contract) throw new Error(`${path} has no contract named like the file`)
      const name = file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      const artifact = { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` }
      return [
        `artifacts/${file}.ts`,
        `// Written by \`npm run compile\` from ${path}.\nexport const ${name} = ${JSON.stringify(artifact, undefined, 2)} as const\n`,
      ]
    }),
  )
}

if (import.meta.main) {
  mkdirSync(new URL('artifacts', import.meta.url), { recursive: true })
  for (const [path, text] of compileContracts()) writeFileSync(new URL(path, import.meta.url), text)
}
