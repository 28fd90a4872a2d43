// The goals of this project for speed, each a ratio within the run. A goal whose figures are missing is neither
// met nor missed.
import { gateGoals } from './gate.mjs'
import { median } from './statistics.mjs'

const kMostResident = 20 * 1024 * 1024
const kMostIdle = 8 * 1024

/**
 * The median over the rounds of the ratio of two jobs' CPU time, computed within each round, because a slow minute affects both.
 */
function ratioInRounds({ jobs }, over, under) {
  const rounds = Math.max(0, ...Object.values(jobs).map(({ samples }) => samples.length))
  const cpu = (name, round) => jobs[name]?.samples[round]?.cpu_us
  return median(Array.from({ length: rounds }, (_, round) => cpu(over, round) / cpu(under, round)))
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

/** What a request waits while others take more: a figure of each round compared with the quiet one of the same round; the median. */
function beside({ others }, kind, compare) {
  const { quiet = [], [kind]: samples = [] } = others?.samples ?? {}
  return median(samples.map(({ p99_us: p99 }, round) => compare(p99, quiet[round]?.p99_us)))
}

const kWords = { most: 'at most', least: 'at least', below: 'below' }
const holds = { most: (value, limit) => value <= limit, least: (value, limit) => value >= limit, below: (value, limit) => value < limit }

export function evaluateGoals(results) {
  const quotient = (over, under) => ratioInRounds(results, over, under)
  const p99 = (name) => results.jobs[name]?.latency?.p99_us / 1000
  const floorOfLatency = Number.isFinite(p99('floor')) ? ` (the floor: ${p99('floor').toFixed(2)})` : ''
  const memory = results.memory?.agent_access
  const rows = [
    ['register_floor', 'register', 'register / its floor (one HMAC)', quotient('register', 'floor_register'), 'most', 1.3],
    ['token_floor', 'token', 'token / its floor (one signature)', quotient('token', 'floor_token'), 'most', 1.2],
    ['token_hono', 'token', 'Hono + jose / token', quotient('hono_token', 'token'), 'least', 7],
    ['token_oidc', 'token', 'node-oidc-provider / token', quotient('oidc_token', 'token'), 'least', 12],
    ['worker_token_hono', 'worker', 'Hono + jose / exported worker, both on Node: token', quotient('hono_token', 'worker_token'), 'least', 1.5],
    ['profile_known_floor', 'profile, token seen before', 'profile of 2 KB / its floor (one digest of the token)', quotient('profile_known', 'floor_profile_known'), 'most', 1.35],
    ['profile_known_nginx', 'profile, token seen before', 'profile of 2 KB / nginx, static file', quotient('profile_known', 'nginx_profile'), 'below', 1],
    ['profile_known_haproxy', 'profile, token seen before', 'HAProxy jwt_verify / profile', quotient('haproxy_profile', 'profile_known'), 'least', 8],
    ['profile_new_floor', 'profile, token new', 'profile / its floor (one verification)', quotient('profile_new', 'floor_profile_new'), 'most', 1.15],
    ['profile_new_haproxy', 'profile, token new', 'profile / HAProxy jwt_verify', quotient('profile_new', 'haproxy_profile'), 'below', 1],
    ['discovery_nginx', 'discovery document', 'ours / nginx, identity', quotient('discovery', 'nginx_discovery'), 'below', 1],
    ['discovery_gzip_nginx', 'discovery document', 'ours / nginx, gzip', quotient('discovery_gzip', 'nginx_discovery_gzip'), 'below', 1],
    ['discovery_br_nginx', 'discovery document', 'ours / nginx, brotli', quotient('discovery_br', 'nginx_discovery_br'), 'below', 1],
    ['discovery_304_nginx', 'discovery document', 'ours / nginx, 304', quotient('discovery_304', 'nginx_discovery_304'), 'below', 1],
    ['mcp_tools_list', 'MCP', 'tools/list / discovery document', quotient('mcp_tools_list', 'discovery'), 'most', 1.5],
    ['mcp_resource', 'MCP', 'resources/read of the questions / discovery document', quotient('mcp_resource', 'discovery'), 'most', 1.5],
    ['mcp_profile', 'MCP', 'get_full_profile / profile, both with a token seen before', quotient('mcp_profile_known', 'profile_known'), 'most', 1.5],
    ['mcp_tools_list_sdk', 'MCP', 'requests for each CPU second, tools/list: ours / MCP SDK on Node', quotient('mcpsdk_tools_list', 'mcp_tools_list'), 'least', 20],
    ['mcp_resource_sdk', 'MCP', 'the same, resources/read', quotient('mcpsdk_resource', 'mcp_resource'), 'least', 20],
    ['mcp_profile_sdk', 'MCP', 'the same, get_full_profile', quotient('mcpsdk_profile', 'mcp_profile_known'), 'least', 20],
    ...gateGoals(quotient),
    ...['full', 'resumed'].map((opens) =>
      [`connection_${opens}_https`, 'connections', `a new TLS connection (${opens}) with one document / nginx`,
        quotient(`ours_${opens}_https`, `nginx_${opens}_https`), 'most', 0.95]),
    ['threads', 'scaling', 'CPU a request, 2 threads / 1 (worst job)', threadRatio(results), 'most', 1.1],
    ['others_pipelining', 'others', 'p99 beside 250 connections that pipeline / alone', beside(results, 'pipelining', (p99, quiet) => p99 / quiet), 'most', 5],
    ['others_stalled', 'others', 'p99 beside 400 stalled readers of 16 MB / alone', beside(results, 'stalled', (p99, quiet) => p99 / quiet), 'most', 5],
    ['others_reload', 'others', 'p99 during reloads of 10,000 items - alone, ms', beside(results, 'reload', (p99, quiet) => (p99 - quiet) / 1000), 'most', 5],
    ['memory_reload', 'memory', 'memory after reloads / before', results.others?.resident_after / results.others?.resident_before, 'most', 1.3],
    ['memory_resident', 'memory', 'MiB resident after start', memory?.resident_bytes / 1048576, 'most', kMostResident / 1048576],
    ['memory_idle', 'memory', 'KiB for each idle connection', memory?.idle?.bytes_each / 1024, 'most', kMostIdle / 1024],
    ['memory_flat', 'memory', 'memory at the end / after a tenth (worst of registrations, tokens)', flatness(results), 'most', 1.05],
    ['start', 'start', 'ms to the first response', results.start?.agent_access?.first_answer_ms, 'most', 40],
    ['start_large', 'start', 'the same with 10,000 items', results.others?.start?.first_answer_ms, 'most', 5000],
    ...['register', 'token', 'profile_known', 'profile_new', 'discovery'].map((name) =>
      [`latency_${name}`, 'latency', `p99 at half saturation, ${results.jobs[name]?.title ?? name}, ms${floorOfLatency}`, p99(name), 'most', 1]),
  ]
  return rows.map(([id, job, what, value, kind, limit]) => ({
    id, job, what, value: Number.isFinite(value) ? value : null, limit, comparison: kWords[kind],
    verdict: !Number.isFinite(value) ? 'not measured' : holds[kind](value, limit) ? 'met' : 'missed',
  }))
}
