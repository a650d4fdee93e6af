/** The smallest value that at least so many percent do not exceed (nearest rank). Takes values in ascending order. */
export function percentileOf<Value>(ascending: readonly Value[], percentile: number): Value {
  const rank = Math.max(1, Math.ceil((percentile * ascending.length) / 100))
  const value = ascending[rank - 1]
  if (value === undefined) throw new RangeError('Nothing has no percentiles')
  return value
}
