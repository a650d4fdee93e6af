import { Resolver } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { Refusal } from '@trefoil/core/refusal'

/**
 * `toLoopback`: for tests, a receiver on this machine is allowed, without encryption. `authority`: for tests, whose
 * certificates are believed instead of those that everybody believes.
 */
export type TargetRules = { toLoopback: boolean; resolve?: Resolve; authority?: string }
export type Resolve = (hostname: string) => Promise<string[]>
export type Target = { url: URL; addresses: readonly string[] }

const PORT_DEFAULT = 443
/** Below are other services than the web's. */
const FIRST_FREE_PORT = 1024
const RESOLVE_MS = 4000

/**
 * Where a webhook may go. The request connects to one of the addresses that were checked here and asks nobody again,
 * so that a name cannot lead elsewhere after the check. Otherwise, whoever chooses the address of a webhook could reach
 * what only our own machines can reach.
 */
export async function checkTarget(text: string, rules: TargetRules): Promise<Target> {
  const url = parseTarget(text, rules)
  const addresses = await addressesOf(url, rules)
  if (addresses.length === 0) throw refused('Nothing is known about the name in this address.')
  // All of them: a name that also leads to us is no accident.
  const wrong = addresses.find((address) => !isAllowed(address, rules))
  if (wrong !== undefined) throw refused(`This address leads to ${wrong}, which is not a public one.`)
  return { url, addresses }
}

function parseTarget(text: string, { toLoopback }: TargetRules): URL {
  const url = URL.parse(text)
  if (!url) throw refused('This is not a web address.')
  if (url.username !== '' || url.password !== '') throw refused('The address must not contain a name or a password.')
  if (url.hash !== '') throw refused('The address must not contain a #.')
  const host = hostOf(url)
  const isOurs = toLoopback && LOOPBACK.check(host, familyOf(host))
  if (url.protocol !== 'https:' && !(isOurs && url.protocol === 'http:'))
    throw refused('The address must begin with https://.')
  const port = url.port === '' ? PORT_DEFAULT : Number(url.port)
  if (port !== PORT_DEFAULT && port < FIRST_FREE_PORT)
    throw refused(`The port must be ${PORT_DEFAULT}, or ${FIRST_FREE_PORT} and above.`)
  return url
}

/** The URL parser has brought every spelling of an IPv4 address into the usual form. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

const addressesOf = async (url: URL, { resolve = resolveName }: TargetRules): Promise<string[]> =>
  isIP(hostOf(url)) ? [hostOf(url)] : resolve(url.hostname)

/** Asks the name servers alone: neither this machine's own names nor those of its neighbours count. */
async function resolveName(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: RESOLVE_MS / 2, tries: 2 })
  const ended = setTimeout(() => resolver.cancel(), RESOLVE_MS)
  try {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    return found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
  } finally {
    clearTimeout(ended)
  }
}

function isAllowed(address: string, { toLoopback }: TargetRules): boolean {
  if (toLoopback && LOOPBACK.check(address, familyOf(address))) return true
  if (!isIP(address)) return false
  if (isIPv6(address)) return PUBLIC_IPV6.check(address, 'ipv6') && !RESERVED_IPV6.check(address, 'ipv6')
  return !RESERVED_IPV4.check(address, 'ipv4')
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')

const refused = (sentence: string) => new Refusal('invalid_request', sentence)

function listed(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const LOOPBACK = listed('ipv4', ['127.0.0.0/8'])
LOOPBACK.addAddress('::1', 'ipv6')

/** What IANA's registry of special-purpose addresses does not call globally reachable, multicast, old relays, and Azure's own services. */
const RESERVED_IPV4 = listed('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** Everything else has a meaning of its own: loopback, link-local, unique local, mapped and translated IPv4, multicast. */
const PUBLIC_IPV6 = listed('ipv6', ['2000::/3'])
/** Inside it: Teredo and other protocols, documentation, and 6to4, which leads to IPv4 addresses. */
const RESERVED_IPV6 = listed('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])
