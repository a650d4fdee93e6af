import pg from 'pg'
import type { Logger } from 'pino'
import { LEDGER_CHANNEL, readAnnouncement } from '../ledger/announcement.ts'
import { ACTIVITY_CHANNEL } from '../members/activity.ts'

/** Somebody who wants to know that something of theirs has changed. */
export type Follower = { readonly account: number; onNews: () => void; onEnd: () => void }

export type News = {
  follow(follower: Follower): void
  leave(follower: Follower): void
  /** How many follow, in all or for one account. */
  count(account?: number): number
  stop: () => Promise<void>
}

/** News of one account within this time are told once. */
const MERGE_MS = 250
const RECONNECT_MS = 1000

/** One connection of this process listens to the database; what it hears goes to the followers concerned. */
export async function openNews({ url, log }: { url: string; log: Logger }): Promise<News> {
  const followers = new Map<number, Set<Follower>>()
  const concerned = new Set<number>()
  let following = 0
  let everyone = false
  let isStopped = false
  let telling: NodeJS.Timeout | undefined
  let reconnecting: NodeJS.Timeout | undefined

  function hear({ channel, payload = '' }: pg.Notification): void {
    const members = channel === ACTIVITY_CHANNEL ? [Number(payload)] : readAnnouncement(payload).members
    if (members === 'everyone') everyone = true
    else for (const member of members) if (followers.has(member)) concerned.add(member)
    if (everyone || concerned.size > 0) telling ??= setTimeout(tell, MERGE_MS)
  }

  function tell(): void {
    telling = undefined
    const told = everyone ? [...followers.keys()] : [...concerned]
    everyone = false
    concerned.clear()
    for (const account of told) for (const follower of followers.get(account) ?? []) follower.onNews()
  }

  let client = await listen()

  async function listen(): Promise<pg.Client> {
    const next = new pg.Client({ connectionString: url, application_name: 'trefoil news', keepAlive: true })
    next.on('notification', hear)
    next.on('error', (error) => log.warn({ err: error }, 'live updates lost their connection'))
    await next.connect()
    await next.query(`listen ${LEDGER_CHANNEL}; listen ${ACTIVITY_CHANNEL}`)
    // Only now: a connection that never came up is tried again by who asked for it.
    next.on('end', reconnectSoon)
    return next
  }

  function reconnectSoon(): void {
    if (isStopped) return
    reconnecting = setTimeout(() => void reconnect(), RECONNECT_MS)
  }

  async function reconnect(): Promise<void> {
    try {
      client = await listen()
      // Nobody knows what was missed.
      everyone = true
      tell()
    } catch (error) {
      log.warn({ err: error }, 'live updates cannot reach the database')
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
    count: (account) => (account === undefined ? following : (followers.get(account)?.size ?? 0)),
    async stop() {
      if (isStopped) return
      isStopped = true
      clearTimeout(telling)
      clearTimeout(reconnecting)
      for (const each of followers.values()) for (const follower of each) follower.onEnd()
      await client.end()
    },
  }
}
