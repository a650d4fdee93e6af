import { Refusal } from '@trefoil/core/refusal'
import pg from 'pg'

/** Of the server: connection, resources, operator's intervention, locks, and what only a primary can do. */
const AWAY = /^(08|53|55|57|25006|25P0[34])/
/** Of the network and its streams. */
const UNREACHABLE = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ERR_(STREAM|SOCKET))/
/** Of the driver, which gives these no code. */
const UNCODED =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (expired|exceeded)|Query read timeout|Cannot use a pool after|The server does not support SSL|There was an error establishing an SSL)/

/**
 * The database cannot be reached, does not answer, has no room, or takes no writes because it is not the primary any
 * more. It will be back.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  if (error instanceof pg.DatabaseError) return AWAY.test(code ?? '') || isStandbys(error)
  return code === undefined ? UNCODED.test(error.message) : UNREACHABLE.test(code)
}

/** Unlogged tables and some functions are a primary's only, and say so under codes that have other meanings, too. */
const isStandbys = ({ code = '', message }: pg.DatabaseError): boolean =>
  /^(0A000|55000)$/.test(code) && /\brecovery\b/.test(message)

/** Of the server: it ended the connection, takes none, or is not the primary any more. */
const LOST = /^(08|25006|25P0[34]|57P0[1-5])/

/** A part of that: the connection is gone, or of no use any more. Where it was noticed says nothing about why. */
export function isConnectionLost(error: unknown): boolean {
  if (!isDatabaseAway(error)) return false
  return !(error instanceof pg.DatabaseError) || LOST.test(error.code ?? '') || isStandbys(error)
}

/**
 * The database, or the process that posts for all, was gone before it answered: what was asked for may have been done.
 * Asking again under the same key finds out.
 */
export class Unanswered extends Refusal {
  constructor(cause?: unknown) {
    super('busy', 'We are busy. Please try again in a moment.')
    if (cause !== undefined) this.cause = cause
  }
}

export const mayBeAnsweredLater = (error: unknown): boolean => error instanceof Unanswered || isDatabaseAway(error)
