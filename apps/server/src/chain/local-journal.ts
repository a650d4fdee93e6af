import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, truncateSync, writeSync } from 'node:fs'
import type { Hash, Hex } from './chain.ts'

/** What a chain is made of before its first block. */
export type Genesis = { seed: Hex; time: number }
export type Entry = { transaction: Hex } | { block: Hash; time: number }

export type Journal = {
  genesis: Genesis
  /** What it held when it was opened. */
  entries: Entry[]
  /** On disk when it returns, unless `isAwaited` is false. */
  append(entry: Entry, options?: { isAwaited: boolean }): void
  /** Flushes everything appended to the disk. */
  sync(): void
  close(): void
}

/** Writes the file under another name first: a killed start leaves all of it or none. */
export function createJournal(file: string, genesis: Genesis): void {
  const draft = `${file}.new`
  const descriptor = openSync(draft, 'w', 0o600)
  writeSync(descriptor, `${JSON.stringify({ trefoil_chain: 1, ...genesis })}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(draft, file)
}

/** `undefined`: the file does not exist, or is not a journal. */
export function openJournal(file: string): Journal | undefined {
  if (!existsSync(file)) return undefined
  const bytes = readFileSync(file)
  const end = bytes.lastIndexOf(0x0a) + 1
  // A line cut short by a crash was never acted upon.
  if (end < bytes.length) truncateSync(file, end)
  const [first = '', ...lines] = bytes.subarray(0, end).toString('utf8').trimEnd().split('\n')
  const genesis = genesisIn(first)
  const entries = lines.map(readLine)
  if (!genesis || entries.includes(undefined)) return undefined
  const descriptor = openSync(file, 'a', 0o600)
  return {
    genesis,
    entries: entries as Entry[],
    append(entry, { isAwaited } = { isAwaited: true }) {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`)
      if (isAwaited) fsyncSync(descriptor)
    },
    sync: () => fsyncSync(descriptor),
    close: () => closeSync(descriptor),
  }
}

export function readGenesis(file: string): Genesis | undefined {
  return existsSync(file) ? genesisIn(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '') : undefined
}

function genesisIn(line: string): Genesis | undefined {
  const found = readLine(line) as (Genesis & { trefoil_chain?: number }) | undefined
  return found?.trefoil_chain === 1 ? { seed: found.seed, time: found.time } : undefined
}

function readLine(line: string): object | undefined {
  try {
    const value = JSON.parse(line) as unknown
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
