import { StartError } from '../start-error.ts'
import type { Hosted } from './local-hosting.ts'
import type { Call, CallError, FromChain, ToChain } from './local-messages.ts'
import type { LocalPlace } from './local-place.ts'

/* The program of `local-apart.ts`. */

let hosted: Hosted | undefined
const tell = (message: FromChain): unknown => process.connected && process.send?.(message)

// However the server ends, this ends with it: also with kill -9.
process.on('disconnect', () => void leave())
// Those of a terminal and of a supervisor arrive here as well. The server says when the chain is not needed any more.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('message', (message: ToChain) => void ('place' in message ? host(message.place) : answer(message)))

async function host(place: LocalPlace): Promise<void> {
  try {
    const { hostHere } = await import('./local-hosting.ts')
    hosted = await hostHere(place)
    if (!hosted) return void tell({ isTaken: true })
    const { seed, past, lost } = hosted
    void lost.then(() => process.exit())
    if (!process.connected) await leave()
    tell({ hosting: { seed, hasPast: past !== undefined } })
  } catch (error) {
    tell({ refused: (error as Error).message, isExpected: error instanceof StartError })
  }
}

async function answer({ id, ...call }: { id: number } & Call): Promise<void> {
  try {
    tell({ id, result: (await act(call)) ?? null })
  } catch (error) {
    const { message, code, data } = error as CallError
    tell({ id, error: { message, ...(typeof code === 'number' && { code, data }) } })
  }
}

function act(call: Call): Promise<unknown> | undefined {
  if ('request' in call) return hosted?.request(...call.request)
  if ('goTo' in call) return hosted?.past?.goTo(call.goTo)
  return 'makeFinal' in call ? hosted?.past?.makeFinal() : hosted?.past?.arrive()
}

async function leave(): Promise<void> {
  await hosted?.leave()
  process.exit()
}
