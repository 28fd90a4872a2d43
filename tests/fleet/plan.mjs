// The two forms of a run. The load is what two busy processors bear.

const kLimit = { requests: 240, window: 60 }

/** What an agent does again and again, with the length of its pauses; bench/fleet/visits.mjs computes with the same numbers. */
export const kVisit = { reads: 4, pauseMs: 300, restMs: 500 }

/** A minute at most: fast health checks, short drains. `idleMs` and `steadyMs`: how long is measured without load, and under load without events. */
export const kShort = {
  isLong: false, agents: 24, drain: '1s', inter: '200ms', limit: kLimit, epochIn: 25, between: 40, restMs: 0, greedy: { rate: 100, seconds: 4 },
  idleMs: 500, steadyMs: 1_500,
}
/** The printed site's own health checks, and the drain that docs/proxies.md names for it. */
export const kLong = {
  isLong: true, agents: 40, drain: '4s', inter: '1s', limit: kLimit, epochIn: 200, between: 300, restMs: 2_000, greedy: { rate: 100, seconds: 6 },
  idleMs: 10_000, steadyMs: 45_000,
}
