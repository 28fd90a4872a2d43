// The two forms of a run. The load is what two busy processors bear.

const kLimit = { requests: 240, window: 60 }

/** A minute at most: fast health checks, short drains. */
export const kShort = {
  isLong: false, agents: 24, drain: '1s', inter: '200ms', limit: kLimit, epochIn: 25, between: 40, restMs: 0, greedy: { rate: 100, seconds: 4 },
}
/** The printed site's own health checks, and the drain that docs/proxies.md names for it. */
export const kLong = {
  isLong: true, agents: 40, drain: '4s', inter: '1s', limit: kLimit, epochIn: 180, between: 300, restMs: 2_000, greedy: { rate: 100, seconds: 6 },
}
