import { isIP } from 'node:net'

/** What production reaches over a network. */
export const SERVICES = ['smtp', 'rpc', 'database'] as const
export type Service = (typeof SERVICES)[number]

/**
 * The host of a URL in one spelling: lower case, without user, port, trailing dot or brackets, and a loopback or mapped
 * address as plain IPv4. Empty for a socket in the file system.
 */
export function hostOf(url: string): string {
  const typed = decoded(URL.parse(url)?.hostname ?? '')
  if (typed === '' || typed.startsWith('/')) return ''
  // Only web addresses are normalised, numbers such as 0x7f.1 among them.
  const host = (URL.parse(`http://${typed}/`)?.hostname ?? typed).toLowerCase().replace(/\.+$/, '')
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(bare) ?? []
  if (high !== undefined && low !== undefined) return [high, low].flatMap(bytesOf).join('.')
  return bare === 'localhost' || bare === '::1' ? '127.0.0.1' : bare
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const bytesOf = (pair: string): number[] => [Number.parseInt(pair, 16) >> 8, Number.parseInt(pair, 16) & 255]

/** What is sent there does not leave this machine. */
const isLocal = (host: string): boolean => host === '' || /^127(\.\d+){3}$/.test(host) || host.endsWith('.localhost')

export const isOnThisMachine = (url: string): boolean => isLocal(hostOf(url))

/** Why an RPC URL may not be used in production. */
export function rpcProblem(url: string): string | undefined {
  if (url.startsWith('https:') || isLocal(hostOf(url))) return undefined
  return `https, or name rpc in ALLOW_PLAINTEXT: what ${hostOf(url)} answers could be changed on its way`
}

/** What would turn encryption or the check of the certificate off, or send mail elsewhere. */
const SMTP_OPTIONS = /^(host|port|service|proxy|secure|ignoreTLS|requireTLS|opportunisticTLS|tls\.(?!servername$).*)$/i

export function smtpProblem(url: string): string | undefined {
  const options = [...(URL.parse(url)?.searchParams.keys() ?? [])].filter((name) => SMTP_OPTIONS.test(name))
  if (options.length > 0) return `without the option ${options.join(', ')}, or name smtp in ALLOW_PLAINTEXT`
  return undefined
}

/** With `smtp:` the connection begins in the clear, and must turn to TLS before anything is said. */
export const smtpNeedsTls = (url: string): boolean => url.startsWith('smtp:') && !isLocal(hostOf(url))

/** `hostUnset`: where a URL without a host leads. */
export function databaseProblem(url: string, hostUnset: string | undefined): string | undefined {
  const parameters = URL.parse(url)?.searchParams
  const named = parameters?.getAll('host').at(-1)
  const typed = named === undefined ? hostOf(url) : hostOf(`postgres://${encodeURIComponent(named)}`)
  const host = typed === '' && !isSocket(named ?? url) ? hostOf(`postgres://${hostUnset ?? 'localhost'}`) : typed
  if (isLocal(host)) return undefined
  const isVerified =
    parameters?.getAll('sslmode').at(-1) === 'verify-full' &&
    parameters.get('ssl') === null &&
    parameters.get('uselibpqcompat') === null
  return isVerified ? undefined : `sslmode=verify-full for ${host}, or name database in ALLOW_PLAINTEXT`
}

const isSocket = (text: string): boolean => text.startsWith('/') || /\/\/([^/@]*@)?%2f/i.test(text)

/** An address, a range of addresses, or one of the names for common ranges. */
export function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (bits === undefined) return true
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}
