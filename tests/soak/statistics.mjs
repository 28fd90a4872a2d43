// The few statistics of the soak, on plain arrays of numbers.

const ascending = (values) => [...values].sort((a, b) => a - b)

/** The value below which the share `part` of them lies (nearest rank); undefined when there is none. */
export function quantile(values, part) {
  const sorted = ascending(values)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * part) - 1))]
}

export const median = (values) => quantile(values, 0.5)

/** Median distance from the median: the scatter of the values, not affected by a few outliers. */
export function scatter(values) {
  const middle = median(values)
  return values.length === 0 ? 0 : median(values.map((value) => Math.abs(value - middle)))
}

/** Slope of the least-squares line through points { x, y }; 0 if all x are equal. */
export function slope(points) {
  if (points.length === 0) return 0
  const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / points.length
  const x = mean((point) => point.x)
  const y = mean((point) => point.y)
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  return spread === 0 ? 0 : points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread
}
