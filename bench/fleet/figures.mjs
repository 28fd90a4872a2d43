// The cost of one job and its source: an option, the recorded results of `make bench`, or an assumption
// (a goal of the project, or a constant of the source), so that a page never presents an assumption as a measurement.
import { readFileSync } from 'node:fs'

// Node.js 18 takes a file .js for a module only where a package.json says so.
const statement = readFileSync(new URL('../../web/worker/protocol.js', import.meta.url), 'utf8')
const { protocol } = await import(`data:text/javascript,${encodeURIComponent(statement)}`)

// Microseconds of server CPU on one core; the names in results.json are tried in order.
const jobs = {
  register: { names: ['register'], assumed: 8 },
  token: { names: ['token'], assumed: 27 },
  profile_known: { names: ['profile_known'], assumed: 9 },
  profile_new: { names: ['profile_new'], assumed: 63 },
  jwks: { names: ['jwks', 'discovery'], assumed: 9 },
  document: { names: ['discovery_gzip', 'discovery'], assumed: 9 },
  // A new connection with one document.
  handshake: { names: ['ours_full_https'], assumed: 325 },
  balancer_handshake: { names: ['haproxy_full_https'], assumed: 325 }
}

// Of the sources: service/verified_token_cache.cpp, oauth/types.hpp, oauth/key_schedule.hpp, site/publish/catalogue.cpp,
// net/capacity/connection_counts.hpp.
export const facts = {
  knownTokens: 65536,
  ways: 4,
  placeBytes: 88,
  tokenLifetime: protocol.token_seconds,
  retirementDelay: protocol.retirement_seconds,
  rotation: 7 * 24 * 3600,
  jwksMaxAge: protocol.fresh_seconds,
  idleDeadline: 75
}

export const kept = (file = new URL('../../docs/development/performance/results.json', import.meta.url)) => {
  try { return JSON.parse(readFileSync(file, 'utf8')) } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}

// { register: { us, source }, … }; `given` holds microseconds by job.
export const figures = (results = kept(), given = {}) => Object.fromEntries(Object.entries(jobs).map(([job, { names, assumed }]) => {
  if (given[job] !== undefined) return [job, { us: given[job], source: 'given' }]
  const measured = { ...results.jobs, ...results.ours }
  const name = names.find((one) => Number.isFinite(measured[one]?.cpu_us))
  return [job, name ? { us: measured[name].cpu_us, source: `measured: ${name}` } : { us: assumed, source: 'assumed' }]
}))

export const jobNames = Object.keys(jobs)
