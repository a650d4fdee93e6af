import type { FastifyBaseLogger } from 'fastify'
import type { Cookies } from './cookies.ts'
import { POSITION_SECONDS, type ReadPositions } from './read-positions.ts'

type Asked = {
  caller: { accountId: number } | undefined
  log: FastifyBaseLogger
  cookies: Pick<Cookies, 'read' | 'write' | 'clear'>
}

/** Reads where everything is that the caller has to see. */
export async function readAtPosition<Result>(
  positions: ReadPositions | undefined,
  asked: Asked,
  read: () => Promise<Result>,
): Promise<Result> {
  const { caller } = asked
  if (!positions || !caller) return read()
  const { cookies } = asked
  const { accountId } = caller
  const reading = positions.begin(accountId, [cookies.read('written'), cookies.read('seen')])
  const answer = await positions.during(reading, read)
  try {
    const seen = await positions.seen(accountId, reading)
    if (seen !== undefined) cookies.write('seen', seen, POSITION_SECONDS)
  } catch (error) {
    forget(positions, asked, error)
  }
  return answer
}

/** What the caller reads after it shows it. */
export async function changeAtPosition<Result>(
  positions: ReadPositions | undefined,
  asked: Asked,
  change: () => Promise<Result>,
): Promise<Result> {
  const { caller } = asked
  if (!positions || !caller) return change()
  const answer = await change().catch((error: unknown) => {
    // It may have been made all the same.
    forget(positions, asked)
    throw error
  })
  try {
    asked.cookies.write('written', await positions.written(caller.accountId), POSITION_SECONDS)
  } catch (error) {
    forget(positions, asked, error)
  }
  return answer
}

/** How far it has come is not known: the next read asks the primary. */
function forget(positions: ReadPositions, { caller, cookies, log }: Asked, error?: unknown): void {
  if (caller) positions.heard([caller.accountId])
  cookies.clear('written')
  cookies.clear('seen')
  if (error !== undefined) log.warn({ err: error }, 'no position for a reply')
}
