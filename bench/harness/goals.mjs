// The goals of this project for speed, each judged as a ratio within the run. A goal whose figures are missing is neither
// met nor missed.
const kMostResident = 20 * 1024 * 1024
const kMostIdle = 8 * 1024

/** The largest ratio of cpu_us between the first two points of each curve. */
function threadRatio(results) {
  const { threads } = results.scale ?? {}
  if (!threads || threads.reason) return undefined
  const ratios = Object.values(threads).map(([one, two]) => two?.cpu_us / one?.cpu_us)
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
  const cpu = (name) => results.jobs[name]?.cpu_us
  const { sign_us: sign, verify_us: verify } = results.crypto
  const p99 = (name) => results.jobs[name]?.latency?.p99_us / 1000
  const memory = results.memory?.agent_access
  const rows = [
    ['register_floor', 'register', 'register / floor', cpu('register') / cpu('floor'), 'most', 1.25],
    ['token_floor', 'token', 'token / (floor + one signature)', cpu('token') / (cpu('floor') + sign), 'most', 1.15],
    ['token_hono', 'token', 'Hono + jose / token', cpu('hono_token') / cpu('token'), 'least', 7],
    ['token_oidc', 'token', 'node-oidc-provider / token', cpu('oidc_token') / cpu('token'), 'least', 12],
    ['profile_known_floor', 'profile, token seen before', 'profile of 2 KB / floor with an answer of that size', cpu('profile_known') / cpu('floor_profile'), 'most', 1.35],
    ['profile_known_nginx', 'profile, token seen before', 'profile of 2 KB / nginx, static file', cpu('profile_known') / cpu('nginx_profile'), 'below', 1],
    ['profile_known_haproxy', 'profile, token seen before', 'HAProxy jwt_verify / profile', cpu('haproxy_profile') / cpu('profile_known'), 'least', 8],
    ['profile_new_floor', 'profile, token new', 'profile / (floor + one verification)', cpu('profile_new') / (cpu('floor') + verify), 'most', 1.15],
    ['profile_new_haproxy', 'profile, token new', 'profile / HAProxy jwt_verify', cpu('profile_new') / cpu('haproxy_profile'), 'below', 1],
    ['discovery_nginx', 'discovery document', 'ours / nginx, identity', cpu('discovery') / cpu('nginx_discovery'), 'below', 1],
    ['discovery_gzip_nginx', 'discovery document', 'ours / nginx, gzip', cpu('discovery_gzip') / cpu('nginx_discovery_gzip'), 'below', 1],
    ['discovery_br_nginx', 'discovery document', 'ours / nginx, brotli', cpu('discovery_br') / cpu('nginx_discovery_br'), 'below', 1],
    ['discovery_304_nginx', 'discovery document', 'ours / nginx, 304', cpu('discovery_304') / cpu('nginx_discovery_304'), 'below', 1],
    ['threads', 'scaling', 'CPU a request, 2 threads / 1 (worst job)', threadRatio(results), 'most', 1.1],
    ['memory_resident', 'memory', 'MiB resident after start', memory?.resident_bytes / 1048576, 'most', kMostResident / 1048576],
    ['memory_idle', 'memory', 'KiB for each idle connection', memory?.idle?.bytes_each / 1024, 'most', kMostIdle / 1024],
    ['memory_flat', 'memory', 'memory at the end / after a tenth (worst of registrations, tokens)', flatness(results), 'most', 1.05],
    ['start', 'start', 'ms to the first answer', results.start?.agent_access?.first_answer_ms, 'most', 100],
    ...['register', 'token', 'profile_known', 'profile_new', 'discovery'].map((name) =>
      [`latency_${name}`, 'latency', `p99 at half saturation, ${results.jobs[name]?.title ?? name}, ms`, p99(name), 'most', 1]),
    ['h2_token', 'HTTP/2 over TLS', 'tokens for each CPU second, HTTP/2 over TLS / HTTP/1.1 clear text', cpu('token') / cpu('token_h2'), 'least', 0.9],
  ]
  return rows.map(([id, job, what, value, kind, limit]) => ({
    id, job, what, value: Number.isFinite(value) ? value : null, limit, comparison: kWords[kind],
    verdict: !Number.isFinite(value) ? 'not measured' : holds[kind](value, limit) ? 'met' : 'missed',
  }))
}
