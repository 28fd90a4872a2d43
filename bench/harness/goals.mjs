// The goals of this project for speed, each judged as a ratio within the run. A goal whose figures are missing is neither
// met nor missed.
import { median } from './statistics.mjs'

const kMostResident = 20 * 1024 * 1024
const kMostIdle = 8 * 1024

/**
 * The median over the rounds of a ratio that is formed within each: a slow minute slows both sides of it. `form` gets the CPU
 * time of a job, by its name, and of OpenSSL alone, by its member.
 */
function inRounds({ jobs, crypto }, form) {
  const rounds = Math.max(0, ...Object.values(jobs).map(({ samples }) => samples.length))
  return median(Array.from({ length: rounds }, (_, i) => form((name) => jobs[name]?.samples[i]?.cpu_us, (member) => crypto.samples?.[i]?.[member])))
}

/** The largest ratio of cpu_us between the first two points of each curve. */
function threadRatio(results) {
  const { threads } = results.scale ?? {}
  if (!threads || threads.reason) return undefined
  const { words: _, ...curves } = threads
  const ratios = Object.values(curves).map(([one, two]) => two?.cpu_us / one?.cpu_us)
  return ratios.every(Number.isFinite) ? Math.max(...ratios) : undefined
}

/** Growth of resident memory after the first tenth of the volume, as a ratio. */
function flatness(results) {
  const { volume } = results.scale ?? {}
  if (!volume || volume.reason) return undefined
  const ratio = (points) => points.at(-1).resident_bytes / points[1].resident_bytes
  return Math.max(ratio(volume.registrations), ratio(volume.tokens))
}

const kWords = { most: 'at most', least: 'at least', below: 'below' }
const holds = { most: (value, limit) => value <= limit, least: (value, limit) => value >= limit, below: (value, limit) => value < limit }

export function judgeGoals(results) {
  const ratio = (form) => inRounds(results, form)
  const quotient = (over, under) => ratio((cpu) => cpu(over) / cpu(under))
  const p99 = (name) => results.jobs[name]?.latency?.p99_us / 1000
  const floorOfLatency = Number.isFinite(p99('floor')) ? ` (the floor: ${p99('floor').toFixed(2)})` : ''
  const memory = results.memory?.agent_access
  const rows = [
    ['register_floor', 'register', 'register / floor', quotient('register', 'floor'), 'most', 1.25],
    ['token_floor', 'token', 'token / (floor + one signature)', ratio((cpu, openssl) => cpu('token') / (cpu('floor') + openssl('sign_us'))), 'most', 1.15],
    ['token_hono', 'token', 'Hono + jose / token', quotient('hono_token', 'token'), 'least', 7],
    ['token_oidc', 'token', 'node-oidc-provider / token', quotient('oidc_token', 'token'), 'least', 12],
    ['profile_known_floor', 'profile, token seen before', 'profile of 2 KB / floor with an answer of that size', quotient('profile_known', 'floor_profile'), 'most', 1.35],
    ['profile_known_nginx', 'profile, token seen before', 'profile of 2 KB / nginx, static file', quotient('profile_known', 'nginx_profile'), 'below', 1],
    ['profile_known_haproxy', 'profile, token seen before', 'HAProxy jwt_verify / profile', quotient('haproxy_profile', 'profile_known'), 'least', 8],
    ['profile_new_floor', 'profile, token new', 'profile / (floor + one verification)', ratio((cpu, openssl) => cpu('profile_new') / (cpu('floor') + openssl('verify_us'))), 'most', 1.15],
    ['profile_new_haproxy', 'profile, token new', 'profile / HAProxy jwt_verify', quotient('profile_new', 'haproxy_profile'), 'below', 1],
    ['discovery_nginx', 'discovery document', 'ours / nginx, identity', quotient('discovery', 'nginx_discovery'), 'below', 1],
    ['discovery_gzip_nginx', 'discovery document', 'ours / nginx, gzip', quotient('discovery_gzip', 'nginx_discovery_gzip'), 'below', 1],
    ['discovery_br_nginx', 'discovery document', 'ours / nginx, brotli', quotient('discovery_br', 'nginx_discovery_br'), 'below', 1],
    ['discovery_304_nginx', 'discovery document', 'ours / nginx, 304', quotient('discovery_304', 'nginx_discovery_304'), 'below', 1],
    ['threads', 'scaling', 'CPU a request, 2 threads / 1 (worst job)', threadRatio(results), 'most', 1.1],
    ['memory_resident', 'memory', 'MiB resident after start', memory?.resident_bytes / 1048576, 'most', kMostResident / 1048576],
    ['memory_idle', 'memory', 'KiB for each idle connection', memory?.idle?.bytes_each / 1024, 'most', kMostIdle / 1024],
    ['memory_flat', 'memory', 'memory at the end / after a tenth (worst of registrations, tokens)', flatness(results), 'most', 1.05],
    ['start', 'start', 'ms to the first answer', results.start?.agent_access?.first_answer_ms, 'most', 100],
    ...['register', 'token', 'profile_known', 'profile_new', 'discovery'].map((name) =>
      [`latency_${name}`, 'latency', `p99 at half saturation, ${results.jobs[name]?.title ?? name}, ms${floorOfLatency}`, p99(name), 'most', 1]),
    ['h2_token', 'HTTP/2 over TLS', 'tokens for each CPU second, HTTP/2 over TLS / HTTP/1.1 clear text', quotient('token', 'token_h2'), 'least', 0.9],
  ]
  return rows.map(([id, job, what, value, kind, limit]) => ({
    id, job, what, value: Number.isFinite(value) ? value : null, limit, comparison: kWords[kind],
    verdict: !Number.isFinite(value) ? 'not measured' : holds[kind](value, limit) ? 'met' : 'missed',
  }))
}
