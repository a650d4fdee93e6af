import { PassThrough } from 'node:stream'
import { Refusal } from '@trefoil/core/refusal'
import type { FastifyInstance } from 'fastify'
import type { Guard } from '../http/guard.ts'
import type { Follower, News } from './news.ts'
import type { StreamSlots } from './stream-slots.ts'

const HEARTBEAT_MS = 10_000
/** Of this process. */
const STREAMS_MAX = 5000
/** A client that does not read is disconnected. */
const UNREAD_BYTES_MAX = 16 * 1024

const SCHEMA = {
  summary:
    'Live updates: an event stream with `data: {"changes":["…"]}` whenever something of mine has changed. It names the ' +
    'transactions that changed it, or none where that is not known. Ends with the session.',
  tags: ['events'],
  security: [{ bearer: [] }],
}

type EventsContext = { guard: Guard; news: News; slots: StreamSlots }

/** Says only that something is new. Clients read it through the usual routes, with the usual rights. */
export function serveEvents(app: FastifyInstance, { guard, news, slots }: EventsContext): void {
  const beats = new Set<() => void>()
  // All in one turn of the event loop, so that a few queries look up all sessions.
  const heart = setInterval(() => beats.forEach((beat) => beat()), HEARTBEAT_MS)
  app.addHook('onClose', () => clearInterval(heart))

  app.get('/api/events', { schema: SCHEMA }, async (request, reply) => {
    const { authorization } = request.headers
    const { accountId, sessionId } = await guard.admit('signed-in', authorization)
    if (news.count() >= STREAMS_MAX) throw new Refusal('busy', 'We are busy. Please try again in a moment.')
    const slot = await slots.take(accountId)
    if (!slot)
      throw new Refusal('too_many_attempts', 'Too many windows of this account are open.', {
        name: 'windows_max',
      })

    const stream = new PassThrough()
    const write = (text: string) => {
      if (stream.readableLength + stream.writableLength > UNREAD_BYTES_MAX) stream.destroy()
      else if (stream.writable) stream.write(text)
    }
    const follower: Follower = {
      account: accountId,
      session: sessionId,
      onNews: (changes) => write(`data: ${JSON.stringify({ changes })}\n\n`),
      onEnd: () => stream.end(),
    }
    const beat = () => {
      guard.admit('signed-in', authorization).then(
        () => write(':\n\n'),
        (error: unknown) => {
          // A database that is briefly unreachable does not end the session.
          if (error instanceof Refusal) stream.end()
        },
      )
    }
    news.follow(follower)
    beats.add(beat)
    stream.once('close', () => {
      news.leave(follower)
      slots.release(slot)
      beats.delete(beat)
    })
    write(':\n\n')
    return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream)
  })
}
