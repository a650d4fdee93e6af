import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Role } from '../role.ts'
import { answerUnknownPath } from './errors.ts'

type Readers = { metricsToken: string | undefined; production: boolean }

/** What this process has counted so far, and what it can find out. */
type Counts = {
  authEvents: () => readonly { kind: string; count: number }[]
  /** By server. Only where there is a replica. */
  reads?: () => Record<string, number>
  /** What the database says right now. Never rejects. */
  watched: () => Promise<readonly Figure[]>
}

/** One value of a gauge. Those of one name have the same labels. */
export type Figure = { name: string; help: string; labels?: Record<string, string>; value: number }

/**
 * Available only with METRICS_TOKEN, and in the demo, which has no token, from this machine; otherwise 404. In
 * production requests come through a proxy, so their address cannot be relied on.
 */
export function serveMetrics(app: FastifyInstance, readers: Readers & { role: Role }, counts: Counts): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to reply',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  // Beside what is read from the database, all others count what this process did: their sum is the installation's.
  new Gauge({
    name: 'trefoil_process',
    help: 'One for each process, with what it does',
    labelNames: ['role'],
    registers: [registry],
  }).set({ role: readers.role }, 1)
  const authEvents = new Counter({
    name: 'auth_events_total',
    help: 'Sign-ins, failed ones, and changes of what guards an account',
    labelNames: ['kind'],
    registers: [registry],
  })
  const reads = new Counter({
    name: 'list_reads_total',
    help: 'Lists and public pages read, by the server that answered',
    labelNames: ['server'],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, readers)) return answerUnknownPath(reply)
    authEvents.reset()
    for (const { kind, count } of counts.authEvents()) authEvents.inc({ kind }, count)
    reads.reset()
    for (const [server, count] of Object.entries(counts.reads?.() ?? {})) reads.inc({ server }, count)
    const watched = await describeFigures(await counts.watched())
    return reply.type(registry.contentType).send(`${await registry.metrics()}\n${watched}`)
  })
}

function mayRead(request: FastifyRequest, { metricsToken: token, production }: Readers): boolean {
  if (token === undefined) return !production && /^(127\.|::1$|::ffff:127\.)/.test(request.ip)
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Made anew each time: what is not known now must not stay as it was, nor become 0. */
async function describeFigures(figures: readonly Figure[]): Promise<string> {
  const registry = new Registry()
  const gauges = new Map<string, Gauge>()
  for (const { name, help, labels = {}, value } of figures) {
    const gauge = gauges.get(name) ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] })
    gauges.set(name, gauge)
    gauge.set(labels, value)
  }
  return registry.metrics()
}
