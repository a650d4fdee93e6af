import type { Reading } from '../db/read-replica.ts'
import type { Replica } from '../db/replica.ts'
import { BEGINNING, later, type Position } from '../db/wal-position.ts'
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

/** Undefined: it is not known yet how far a replica must have come to show the news. Until then, the primary is read. */
type News = { position: Position | undefined }

export function makeReadPositions(replica: Pick<Replica, 'during' | 'position'>, keyring: Keyring): ReadPositions {
  const news = new Map<number, News>()
  /** Of the primary, as far as it is known. A position of an earlier one says nothing about what a replica has. */
  let timeline = BEGINNING.timeline
  let everybodys = askedFor()
  /** Those that a read which went to the primary will have shown. */
  const unplaced = new WeakMap<Reading, News[]>()
  const textFor = (account: number, position: string) => `${account} ${position}`

  async function ask(): Promise<Position> {
    const position = await replica.position()
    timeline = Math.max(timeline, position.timeline)
    return position
  }

  /** What was heard of is at or below the position from now on. If nobody answers, a read from the primary tells later. */
  function askedFor(): News {
    const asked: News = { position: undefined }
    ask().then(
      (position) => (asked.position ??= position),
      () => {},
    )
    return asked
  }

  function seal(account: number, position: Position): string {
    const text = `${position.timeline.toString(36)}-${position.at.toString(36)}`
    return `${text}.${keyring.mac('read position', textFor(account, text)).toString('base64url')}`
  }

  /** Undefined: not ours, or somebody else's. */
  function open(account: number, cookie: string | undefined): Position | undefined {
    const [, text, of, at, mac] = /^(([0-9a-z]{1,7})-([0-9a-z]{1,13}))\.([\w-]{43})$/.exec(cookie ?? '') ?? []
    if (text === undefined || of === undefined || at === undefined || mac === undefined) return undefined
    if (!keyring.isMac('read position', textFor(account, text), Buffer.from(mac, 'base64url'))) return undefined
    const digits = Array.from(at, (digit) => BigInt(Number.parseInt(digit, 36)))
    return { timeline: Number.parseInt(of, 36), at: digits.reduce((sum, digit) => sum * 36n + digit, 0n) }
  }

  /** Answers of one browser may overtake one another, and the last cookie counts: none says less than the one before. */
  function raise(account: number, position: Position): Position {
    const known = news.get(account)
    if (known && known.position === undefined) return position
    const raised = later(position, known?.position ?? BEGINNING)
    place(account, { position: raised })
    return raised
  }

  function place(account: number, what: News): void {
    if (news.size >= NEWS_MAX) {
      news.clear()
      everybodys = askedFor()
    }
    news.set(account, what)
  }

  return {
    begin(account, cookies) {
      const placed = [everybodys, ...(news.has(account) ? [news.get(account) as News] : [])]
      const told = cookies.flatMap((cookie) => open(account, cookie) ?? [])
      const known = placed.flatMap(({ position }) => position ?? [])
      const needs = [...told, ...known].reduce(later, BEGINNING)
      const mayLag = told.length > 0 && known.length === placed.length && needs.timeline === timeline
      const reading: Reading = { needs: mayLag ? needs : undefined, wasUsed: false }
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
      const position = await ask()
      // Those that came meanwhile are others.
      for (const shown of unplaced.get(reading) ?? []) shown.position = position
      return seal(account, raise(account, position))
    },
    async written(account) {
      return seal(account, raise(account, await ask()))
    },
    heard(accounts) {
      if (accounts === 'everyone') {
        news.clear()
        everybodys = askedFor()
      } else if (accounts.length > 0) {
        const asked = askedFor()
        for (const account of accounts) place(account, asked)
      }
    },
  }
}
