import type { Reading } from '../db/read-replica.ts'
import type { Replica } from '../db/replica.ts'
import { later, type Position } from '../db/wal-position.ts'
import type { Keyring } from '../secrets/keyring.ts'

/**
 * What a member must see: their own changes, what they have seen before, and what this server has sent them an event about.
 * The first two travel in cookies, because the next request may reach another process.
 */
export type ReadPositions = {
  begin(account: number, cookies: readonly (string | undefined)[]): Reading
  during: Replica['during']
  /** The cookie for what was seen. Undefined: nothing was read that way. */
  seen(account: number, reading: Reading): Promise<string | undefined>
  /** The cookie for a change that was just made. */
  written(account: number): Promise<string>
  /** Something of theirs has changed, by whomever: what they read next must show it. */
  heard: (accounts: readonly number[] | 'everyone') => void
}

/** As long as a cookie is kept. Without one, the primary is asked once. */
export const POSITION_SECONDS = 3600
/** Of more accounts at a time, it is not known who has news: everybody's next read has to be as new as all of it. */
const NEWS_MAX = 50_000

/** Undefined: it is not known yet how far a replica must have come to show the news. The primary is asked, and then it is. */
type News = { position: Position | undefined }

export function makeReadPositions(replica: Pick<Replica, 'during' | 'position'>, keyring: Keyring): ReadPositions {
  const news = new Map<number, News>()
  let everybodys: News = { position: 0n }
  /** Those that a read which went to the primary will have shown. */
  const unplaced = new WeakMap<Reading, News[]>()
  const textFor = (account: number, position: string) => `${account} ${position}`

  function seal(account: number, position: Position): string {
    const text = position.toString(36)
    return `${text}.${keyring.mac('read position', textFor(account, text)).toString('base64url')}`
  }

  /** Undefined: not ours, or somebody else's. */
  function open(account: number, cookie: string | undefined): Position | undefined {
    const [, text, mac] = /^([0-9a-z]{1,13})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
    if (text === undefined || mac === undefined) return undefined
    if (!keyring.isMac('read position', textFor(account, text), Buffer.from(mac, 'base64url'))) return undefined
    return Array.from(text, (digit) => BigInt(Number.parseInt(digit, 36))).reduce((sum, digit) => sum * 36n + digit, 0n)
  }

  /** Answers of one browser may overtake one another, and the last cookie counts: none says less than the one before. */
  function raise(account: number, position: Position): Position {
    const known = news.get(account)
    if (known && known.position === undefined) return position
    const raised = later(position, known?.position ?? 0n)
    place(account, { position: raised })
    return raised
  }

  function place(account: number, what: News): void {
    if (news.size >= NEWS_MAX) {
      news.clear()
      everybodys = { position: undefined }
    }
    news.set(account, what)
  }

  return {
    begin(account, cookies) {
      const placed = [everybodys, ...(news.has(account) ? [news.get(account) as News] : [])]
      const told = cookies.flatMap((cookie) => open(account, cookie) ?? [])
      const known = placed.flatMap(({ position }) => position ?? [])
      const mayLag = told.length > 0 && known.length === placed.length
      const reading: Reading = { needs: mayLag ? [...told, ...known].reduce(later) : undefined, wasUsed: false }
      unplaced.set(
        reading,
        placed.filter(({ position }) => position === undefined),
      )
      return reading
    },
    during: (reading, read) => replica.during(reading, read),
    async seen(account, reading) {
      if (!reading.wasUsed) return undefined
      if (reading.needs !== undefined) return seal(account, raise(account, reading.needs))
      const position = await replica.position()
      // Those that came meanwhile are others.
      for (const shown of unplaced.get(reading) ?? []) shown.position = position
      return seal(account, raise(account, position))
    },
    async written(account) {
      return seal(account, raise(account, await replica.position()))
    },
    heard(accounts) {
      if (accounts === 'everyone') {
        news.clear()
        everybodys = { position: undefined }
      } else for (const account of accounts) place(account, { position: undefined })
    },
  }
}
