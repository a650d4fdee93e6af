import { Refusal } from '@trefoil/core/refusal'

/** More would wait longer than anybody looks at a progress bar. */
const WAITING_MAX = 20

/** Runs the work of one account after that of another. An account has one piece of work at a time. */
export type InTurn = <Result>(account: number, work: () => Promise<Result>) => Promise<Result>

/** To draw a document takes a processor and a connection: many at once would leave neither to the others. */
export function makeTurns(waitingMax = WAITING_MAX): InTurn {
  const accounts = new Set<number>()
  let last: Promise<unknown> = Promise.resolve()
  return async (account, work) => {
    if (accounts.has(account))
      throw new Refusal('wrong_state', 'Another document of yours is being made. Please wait until it is done.', {
        name: 'document_being_made',
      })
    if (accounts.size >= waitingMax)
      throw new Refusal('busy', 'Many documents are being made. Please try again in a moment.', {
        name: 'documents_busy',
      })
    accounts.add(account)
    const turn = last.then(work)
    last = turn.catch(() => {})
    try {
      return await turn
    } finally {
      accounts.delete(account)
    }
  }
}
