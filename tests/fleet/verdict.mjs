// Evaluates the record of a run (inside.mjs): its time line, the figures of its events, and the reasons why it failed.
import { quantile } from '../soak/statistics.mjs'

const kSlowMs = 15_000 // a request that takes longer counts as failed; shorter delays are only shown
const kLeast = 500 // requests without which a run says nothing

const p99 = (requests) => quantile(requests.map(({ ms }) => ms), 0.99)
const isFailed = ({ what, ms }) => what !== undefined || ms > kSlowMs

/** Requests that were in flight when a replica was killed, and failed. */
export const lostByKill = (run) => run.requests.filter((request) => isFailed(request)
  && run.events.some(({ killedAt }) => request.at <= killedAt && request.at + request.ms >= killedAt))

/** Each second, or so many, of the run: { at, perSecond, failures, p99 }, `at` in seconds from its start. p99 is undefined without a request. */
export function timeline(run, seconds = 1) {
  const length = seconds * 1000
  const buckets = Array.from({ length: Math.ceil((run.end - run.at) / length) }, () => [])
  // By the time of the answer: a request that waited is seen where the wait ended.
  for (const request of run.requests) buckets[Math.floor((request.at + request.ms - run.at) / length)]?.push(request)
  return buckets.map((requests, index) => ({
    at: index * seconds, perSecond: requests.length / seconds, failures: requests.filter(isFailed).length, p99: p99(requests),
  }))
}

/** The events with what agents saw from the beginning to the end of each: { requests, failures, p99 }. */
export const eventsSeen = (run) => run.events.map((event) => {
  const seen = run.requests.filter(({ at, ms }) => at <= event.end && at + ms >= event.at)
  return { ...event, requests: seen.length, failures: seen.filter(isFailed).length, p99: p99(seen) }
})

/** The most that a greedy client may be admitted by all replicas together, in so many seconds from rest. */
export const mostAdmitted = ({ seconds }, { requests, window }) => Math.floor(requests + (seconds * requests) / window)

function complaintsAboutLimits({ plan: { limit }, greedy }) {
  return greedy.flatMap((client) => {
    const most = mostAdmitted(client, limit)
    const complaints = client.others.map((what) => `the greedy client, ${client.greedy}: ${what}`)
    if (client.admitted > most) complaints.push(`the greedy client, ${client.greedy}, was admitted ${client.admitted} times; at most ${most} are allowed`)
    if (client.admitted < Math.min(limit.requests, client.sent)) complaints.push(`the greedy client, ${client.greedy}, was admitted only ${client.admitted} times`)
    return complaints
  })
}

/** Requests of well-behaved agents that failed, in words; not those in flight at a replica that was killed. */
export function failuresOf(run) {
  const lost = new Set(lostByKill(run))
  return run.requests.filter((request) => isFailed(request) && !lost.has(request))
    .map(({ at, ms, method, path, what = 'too slow' }) => `${((at - run.at) / 1000).toFixed(1)} s: ${method} ${path}, ${ms.toFixed(0)} ms: ${what}`)
}

/** Every reason why the run failed, in words. */
export function faultsOf(run) {
  const failures = failuresOf(run)
  const lost = lostByKill(run)
  return [
    ...(run.error ? [run.error] : []),
    ...(failures.length > 0 ? [`${failures.length} requests failed; the first: ${failures[0]}`] : []),
    ...(lost.length > 0 ? [`${lost.length} requests in flight at a killed replica were lost; the first: ${lost[0].method} ${lost[0].path}: ${lost[0].what}`] : []),
    ...(run.requests.length < kLeast ? [`only ${run.requests.length} requests`] : []),
    ...(run.greedy.length < 2 ? ['the limits were not tested'] : []), ...complaintsAboutLimits(run),
    ...run.complaints.filter((line) => /"level":"error"/.test(line)),
  ]
}
