import { run } from '../commands.ts'

export const SERVERS_ADDRESS = '10.77.0.1'
export const NODES = [
  { name: 'node1', address: '10.77.0.11' },
  { name: 'node2', address: '10.77.0.12' },
  { name: 'node3', address: '10.77.0.13' },
] as const
export type NodeName = (typeof NODES)[number]['name']

const ip = (words: string) => run('ip', words.split(' '))

/** A network that leads nowhere else, with the servers' machine, which is this one, and three nodes. */
export async function layNetwork(): Promise<void> {
  await run('mkdir', ['-p', '/run/netns'])
  await run('mount', ['-t', 'tmpfs', 'none', '/run/netns'])
  await ip('link set lo up')
  await ip('link add lan type bridge')
  await ip(`address add ${SERVERS_ADDRESS}/24 dev lan`)
  await ip('link set lan up')
  for (const { name, address } of NODES) {
    await ip(`netns add ${name}`)
    await ip(`link add ${name} type veth peer name eth0 netns ${name}`)
    await ip(`link set ${name} master lan up`)
    await ip(`-n ${name} link set lo up`)
    await ip(`-n ${name} address add ${address}/24 dev eth0`)
    await ip(`-n ${name} link set eth0 up`)
    // Before what is for this host is delivered, `cut` may drop it.
    await ip(`-n ${name} rule add pref 100 lookup local`)
    await ip(`-n ${name} rule delete pref 0`)
  }
}

/** Between this node and the others. Packets vanish, as behind a broken switch; the servers reach all of them. */
export async function cutOff(node: NodeName): Promise<void> {
  await forEachPair(node, (at, from) => ip(`-n ${at} rule add pref 10 from ${from} blackhole`))
}

export async function reconnect(node: NodeName): Promise<void> {
  await forEachPair(node, (at, from) => ip(`-n ${at} rule delete pref 10 from ${from} blackhole`))
}

async function forEachPair(node: NodeName, act: (at: string, from: string) => Promise<unknown>): Promise<void> {
  const own = NODES.find(({ name }) => name === node)
  for (const other of NODES) {
    if (own === undefined || other === own) continue
    await act(own.name, other.address)
    await act(other.name, own.address)
  }
}
