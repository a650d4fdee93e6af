/**
 * Whether reads that began after this snapshot show the change. A snapshot is PostgreSQL's `xmin:xmax:xip,…`: everything
 * below xmin is in it, nothing from xmax on, and in between all but those listed, which were still under way.
 */
export function isShownBy(snapshot: string, change: string): boolean {
  const [xmin, xmax, underWay] = snapshot.split(':')
  if (!isId(xmin) || !isId(xmax) || !isId(change)) return false
  const id = BigInt(change)
  return id < BigInt(xmin) || (id < BigInt(xmax) && !(underWay ?? '').split(',').includes(change))
}

const isId = (text: string | undefined): text is string => text !== undefined && /^\d{1,20}$/.test(text)
