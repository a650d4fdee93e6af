/** What is told of an address: enough to recognise one's own provider, too little to find a household. */
export const maskAddress = (address: string): string | undefined => subnetOf(address, { v4Bits: 24, v6Bits: 48 })

/** In CIDR notation, or undefined if it is no address. An IPv4 address that is written as IPv6 counts as IPv4. */
export function subnetOf(address: string, { v4Bits, v6Bits }: { v4Bits: number; v6Bits: number }): string | undefined {
  const v4 = ipv4Bytes(address.replace(/^::ffff:(?=[\d.]+$)/i, ''))
  if (v4) return `${masked(v4, { bits: v4Bits, size: 8 }).join('.')}/${v4Bits}`
  const v6 = ipv6Groups(address)
  return v6 && `${showIpv6(masked(v6, { bits: v6Bits, size: 16 }))}/${v6Bits}`
}

function ipv4Bytes(text: string): number[] | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return undefined
  const bytes = text.split('.').map(Number)
  return bytes.every((byte) => byte <= 255) ? bytes : undefined
}

function ipv6Groups(address: string): number[] | undefined {
  const text = address.replace(/%.*$/s, '')
  if (!text.includes(':')) return undefined
  const [head = '', tail, more] = text.split('::')
  if (more !== undefined) return undefined
  const [before, after] = [groupsIn(head), groupsIn(tail ?? '')]
  if (!before || !after) return undefined
  const gap = 8 - before.length - after.length
  if (tail === undefined ? gap !== 0 : gap < 1) return undefined
  return [...before, ...Array<number>(gap).fill(0), ...after]
}

/** The last group may be an IPv4 address, which is two groups. */
function groupsIn(text: string): number[] | undefined {
  const groups: number[] = []
  for (const part of text === '' ? [] : text.split(':')) {
    const [a, b, c, d] = ipv4Bytes(part) ?? []
    if (a !== undefined && b !== undefined && c !== undefined && d !== undefined) groups.push(a * 256 + b, c * 256 + d)
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return undefined
  }
  return groups
}

const masked = (parts: readonly number[], { bits, size }: { bits: number; size: number }): number[] =>
  parts.map((part, index) => {
    const kept = Math.min(size, Math.max(0, bits - index * size))
    return part - (part % 2 ** (size - kept))
  })

/** Subnets end in zeros, which `::` stands for. */
function showIpv6(groups: readonly number[]): string {
  const last = groups.findLastIndex((group) => group !== 0)
  const shown = groups.slice(0, last + 1).map((group) => group.toString(16))
  return shown.length === 8 ? shown.join(':') : `${shown.join(':')}::`
}
