import { readFile, stat } from 'node:fs/promises'
import { Refusal } from '@trefoil/core/refusal'
import { payableAddress } from '../chain/address.ts'
import { StartError } from '../start-error.ts'
import type { Provider } from './provider.ts'

const LISTED = { result: 'hit', reason: 'On the list', level: null } as const
const CLEAR = { result: 'clear', reason: null, level: null } as const

/** Read again when the file changes. One that cannot be read any more is no answer, and not an empty list. */
export async function openListFile(path: string): Promise<Provider> {
  let stamp = ''
  let addresses: ReadonlySet<string> = new Set()

  async function readAgain(): Promise<void> {
    const { mtimeMs, size, ino } = await stat(path)
    const now = `${mtimeMs} ${size} ${ino}`
    if (now === stamp) return
    addresses = addressesIn(await readFile(path, 'utf8'))
    stamp = now
  }

  try {
    await readAgain()
  } catch (error) {
    throw new StartError(`SCREENING_LIST_FILE: ${(error as Error).message}`)
  }
  return {
    name: 'list',
    isLocal: true,
    async ask({ address }) {
      await readAgain()
      return addresses.has(address) ? LISTED : CLEAR
    },
  }
}

/** One a line. What follows `#` is a comment. None at all: the file is being written, or was lost. */
function addressesIn(text: string): Set<string> {
  const addresses = new Set<string>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const typed = line.replace(/#.*/, '').trim()
    if (typed === '') continue
    try {
      addresses.add(payableAddress(typed))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const sentence = `line ${index + 1} is "${typed.slice(0, 60)}", and not the address of a wallet.`
      throw new Error(sentence, { cause: error })
    }
  }
  if (addresses.size === 0) throw new Error('it has no address.')
  return addresses
}
