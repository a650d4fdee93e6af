import type pg from 'pg'
import type { Logger } from 'pino'
import { LEDGER_CHANNEL, readAnnouncement } from '../ledger/announcement.ts'
import type { TailGuard } from '../ledger/tail-guard.ts'
import { closeClient, openClient } from '../db/connection.ts'
import type { Outage } from '../db/outage.ts'
import { ACTIVITY_CHANNEL, readActivityNotice } from '../db/account-news.ts'
import { announcedName } from '../secrets/announced-versions.ts'
import type { SecretVersion } from '../secrets/keyring.ts'
import type { StreamSlots } from './stream-slots.ts'

/** Wants to know when something of the account has changed. */
export type Follower = {
  readonly account: number
  readonly session: string
  /** With the transactions that changed it; empty if they are not known. */
  onNews: (changes: readonly string[]) => void
  onEnd: () => void
}

export type News = {
  follow(follower: Follower): void
  leave(follower: Follower): void
  /** How many followers this process has. */
  count(): number
  stop: () => Promise<void>
}

/** Events of one account within this time are merged. */
const MERGE_MS = 250
const RECONNECT_MS = 1000
/** So often the database is asked for a sign of life: it says nothing by itself while nothing happens. */
const ASK_MS = 5000
/** The database names each session on it when it ends, whoever ended it. */
const SESSION_END_CHANNEL = 'session_ended'
/** Beyond this, no change is named: followers refetch in any case. */
const CHANGES_NAMED_MAX = 50

type Listening = {
  url: string
  log: Logger
  versions: readonly SecretVersion[]
  timeoutMs?: number
  /** Called at once, with the accounts concerned. */
  heard?: ((accounts: readonly number[] | 'everyone') => void) | undefined
  /** Of a process that has streams. */
  slots?: StreamSlots | undefined
  /** Is told when the connection is lost. */
  outage?: Outage | undefined
  /** Hears which journals are acknowledged, and looks at each new connection. */
  guard?: TailGuard | undefined
}

/** One connection per process listens to the database and notifies the followers concerned. */
export async function openNews({
  url,
  log,
  versions,
  slots,
  heard,
  guard,
  outage,
  ...patience
}: Listening): Promise<News> {
  const followers = new Map<number, Set<Follower>>()
  const concerned = new Map<number, (string | undefined)[]>()
  let following = 0
  let everyone = false
  let isStopped = false
  let telling: NodeJS.Timeout | undefined
  let reconnecting: NodeJS.Timeout | undefined

  function hear({ channel, payload = '' }: pg.Notification): void {
    if (channel === SESSION_END_CHANNEL) return endSession(payload)
    const { members, change } = channel === ACTIVITY_CHANNEL ? readActivity(payload) : readLedgerNews(payload)
    heard?.(members)
    if (members === 'everyone') everyone = true
    else
      for (const member of members)
        if (followers.has(member)) concerned.set(member, [...(concerned.get(member) ?? []), change])
    if (everyone || concerned.size > 0) telling ??= setTimeout(notifyFollowers, MERGE_MS)
  }

  function readLedgerNews(payload: string): ReturnType<typeof readAnnouncement> {
    const announcement = readAnnouncement(payload)
    guard?.learn('announced', announcement.acknowledged)
    return announcement
  }

  function endSession(session: string): void {
    for (const each of followers.values())
      for (const follower of each) if (follower.session === session) follower.onEnd()
  }

  function notifyFollowers(): void {
    telling = undefined
    const accounts = everyone ? [...followers.keys()] : [...concerned.keys()]
    for (const account of accounts) {
      const changes = everyone ? [] : namesOf(concerned.get(account) ?? [])
      for (const follower of followers.get(account) ?? []) follower.onNews(changes)
    }
    everyone = false
    concerned.clear()
  }

  let client = await listen()

  async function listen(): Promise<pg.Client> {
    const next = await openClient(url, { name: announcedName(versions), ...patience }, (error) => {
      if (error && !outage?.note(error)) log.warn({ err: error }, 'live updates lost their connection')
    })
    next.on('notification', hear)
    try {
      await guard?.check(next)
      await next.query(`listen ${LEDGER_CHANNEL}; listen ${ACTIVITY_CHANNEL}; listen ${SESSION_END_CHANNEL}`)
      await slots?.takeAgain(next)
    } catch (error) {
      await closeClient(next)
      throw error
    }
    let isAsked = false
    const ask = async () => {
      if (isAsked) return
      isAsked = true
      await (slots ? slots.giveSign(next) : next.query('select 1')).catch(() => {})
      isAsked = false
    }
    const asking = setInterval(() => void ask(), ASK_MS)
    // Only now: if it never listened, the caller tries again.
    next.on('end', () => {
      clearInterval(asking)
      reconnectSoon()
    })
    return next
  }

  function reconnectSoon(): void {
    if (isStopped) return
    reconnecting = setTimeout(() => void reconnect(), RECONNECT_MS)
  }

  async function reconnect(): Promise<void> {
    try {
      client = await listen()
      // Changes may have been missed.
      heard?.('everyone')
      everyone = true
      notifyFollowers()
    } catch (error) {
      if (!outage?.note(error)) log.warn({ err: error }, 'live updates cannot reach the database')
      reconnectSoon()
    }
  }

  return {
    follow(follower) {
      const others = followers.get(follower.account) ?? new Set()
      followers.set(follower.account, others.add(follower))
      following += 1
    },
    leave(follower) {
      const others = followers.get(follower.account)
      if (!others?.delete(follower)) return
      following -= 1
      if (others.size === 0) followers.delete(follower.account)
    },
    count: () => following,
    async stop() {
      if (isStopped) return
      isStopped = true
      clearTimeout(telling)
      clearTimeout(reconnecting)
      for (const each of followers.values()) for (const follower of each) follower.onEnd()
      await slots?.releaseAll(client).catch(() => {})
      await closeClient(client)
    },
  }
}

function readActivity(payload: string): { members: number[]; change: string | undefined } {
  const { account, change } = readActivityNotice(payload)
  return { members: [account], change }
}

/** All or none: a follower that knows some changes must not take them for all. */
const namesOf = (changes: readonly (string | undefined)[]): string[] =>
  changes.length > CHANGES_NAMED_MAX || changes.includes(undefined)
    ? []
    : [...new Set(changes.filter((change) => change !== undefined))]
