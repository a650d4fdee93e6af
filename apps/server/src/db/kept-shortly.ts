/** What thousands ask for at once is read once, and kept for a moment. What fails is not kept. */
export function keptShortly<Value>(
  read: (key: string) => Promise<Value>,
  { keepMs, now = Date.now }: { keepMs: number; now?: () => number },
): (key: string) => Promise<Value> {
  const kept = new Map<string, { until: number; value: Promise<Value> }>()
  return (key) => {
    const known = kept.get(key)
    if (known && now() < known.until) return known.value
    const value = read(key)
    kept.set(key, { until: now() + keepMs, value })
    value.catch(() => {
      if (kept.get(key)?.value === value) kept.delete(key)
    })
    return value
  }
}
