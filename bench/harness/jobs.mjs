// Every job: the server, the request and the transport. Names are members of results.json and must not change.
import { tokenBody } from './credentials.mjs'
import { gateJobs } from './gate.mjs'
import { kForm } from './http.mjs'
import { mcpRequests } from './mcp.mjs'
import { kDiscovery, kProfile } from './site.mjs'

/** The jobs whose latency is measured. */
export const kLatencyJobs = ['floor', 'register', 'token', 'profile_known', 'profile_new', 'discovery', 'nginx_return', 'nginx_discovery', 'haproxy_profile',
  'hono_token', 'hono_profile', 'oidc_token', 'worker_token', 'worker_profile', 'mcp_tools_list', 'mcp_profile_known', 'mcpsdk_tools_list', 'token_https']

const kSections = ['crypto', 'memory', 'start', 'latency', 'scale']

const get = (path, headers = {}) => ({ path, headers })
const bearer = (token) => get(kProfile, { Authorization: `Bearer ${token}` })
const form = (path, client) => ({ method: 'POST', path, headers: { 'Content-Type': kForm }, body: tokenBody(client) })
const basic = ({ client_id: id, client_secret: secret }) => ({
  method: 'POST', path: '/oauth/token', body: 'grant_type=client_credentials',
  headers: { 'Content-Type': kForm, Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
})

/** Jobs of this program over HTTP/1.1 without TLS: name, topic, title, request, expected status. */
function oursJobs(bench) {
  const mcp = mcpRequests(bench)
  return [
    ['register', 'register', 'register', { method: 'POST', path: '/oauth/register' }, 201],
    ['token', 'token', 'token, form', form('/oauth/token', bench.client), 200],
    ['token_basic', 'token', 'token, Basic', basic(bench.client), 200],
    ['profile_known', 'profile', 'profile, token seen before', bearer(bench.token), 200],
    ['profile_new', 'profile', 'profile, token new', bearer('{}'), 200, { isNew: true }],
    ['discovery', 'discovery', 'discovery document', get(kDiscovery), 200],
    ['discovery_gzip', 'discovery', 'discovery, gzip', get(kDiscovery, { 'Accept-Encoding': 'gzip' }), 200],
    ['discovery_br', 'discovery', 'discovery, brotli', get(kDiscovery, { 'Accept-Encoding': 'br' }), 200],
    ['discovery_304', 'discovery', 'discovery, 304', get(kDiscovery, { 'If-None-Match': bench.etag }), 304],
    ['not_found', 'errors', '404', get('/nowhere'), 404],
    ['unauthorized', 'errors', '401', get(kProfile), 401],
    ['mcp_tools_list', 'mcp', 'MCP, tools/list', mcp.toolsList, 200],
    ['mcp_resource', 'mcp', 'MCP, resources/read', mcp.resource, 200],
    ['mcp_profile_known', 'mcp', 'MCP, get_full_profile, token seen before', mcp.profile, 200],
  ].map(([name, topic, title, request, expect, more]) => ({ name, topic, title, request, expect, server: 'ours', transport: 'http', ...more }))
}

function peerJobs(bench) {
  const mcp = mcpRequests(bench)
  const job = (name, server, title, request, expect = 200, more = {}) => ({ name, server, title, request, expect, transport: 'http', ...more })
  const jobs = [
    job('floor', 'floor', 'floor, 120 bytes', get('/')),
    job('floor_register', 'floorRegister', 'floor with an HMAC', { method: 'POST', path: '/oauth/register' }),
    job('floor_token', 'floorToken', 'floor with a signature', form('/oauth/token', bench.client)),
    job('floor_profile', 'floorProfile', 'floor', bearer(bench.token)),
    job('floor_profile_known', 'floorProfileKnown', 'floor with a digest of the token', bearer(bench.token)),
    job('floor_profile_new', 'floorProfileNew', 'floor with a verification', bearer(bench.token)),
    job('nginx_return', 'nginx', 'nginx return', get('/return')),
    job('nginx_profile', 'nginx', 'nginx, profile as a file', get('/profile.json')),
    job('nginx_discovery', 'nginx', 'nginx, discovery as a file', get('/discovery.json')),
    job('nginx_discovery_gzip', 'nginx', 'nginx, gzip_static', get('/discovery.json', { 'Accept-Encoding': 'gzip' })),
    job('nginx_discovery_br', 'nginx', 'nginx, brotli_static', get('/discovery.json', { 'Accept-Encoding': 'br' }), 200,
      bench.hasPeers && !bench.hasBrotli ? { reason: 'the brotli module of nginx is not installed' } : {}),
    job('nginx_discovery_304', 'nginx', 'nginx, 304', get('/discovery.json', { 'If-None-Match': bench.nginxEtag ?? '""' }), 304),
    job('nginx_discovery_304_log', 'nginx', 'nginx, 304, with an access log', get('/logged/discovery.json', { 'If-None-Match': bench.nginxEtag ?? '""' }), 304),
    job('haproxy_profile', 'haproxy', 'HAProxy jwt_verify + return', bearer(bench.token)),
    job('hono_register', 'hono', 'Hono, register', { method: 'POST', path: '/oauth/register' }, 201),
    job('hono_token', 'hono', 'Hono + jose, token', form('/oauth/token', bench.honoClient ?? {})),
    job('hono_profile', 'hono', 'Hono + jose, profile', bearer(bench.honoToken)),
    job('oidc_token', 'oidc', 'node-oidc-provider, token', form('/token', bench.client)),
    job('worker_register', 'worker', 'exported worker on Node, register', { method: 'POST', path: '/oauth/register' }, 201),
    job('worker_token', 'worker', 'exported worker on Node, token', form('/oauth/token', bench.client)),
    job('worker_profile', 'worker', 'exported worker on Node, profile, token seen before', bearer(bench.token)),
    job('worker_discovery', 'worker', 'exported worker on Node, discovery document', get(kDiscovery)),
    job('mcpsdk_tools_list', 'mcpsdk', 'MCP SDK, tools/list', mcp.toolsList),
    job('mcpsdk_resource', 'mcpsdk', 'MCP SDK, resources/read', mcp.resource),
    job('mcpsdk_profile', 'mcpsdk', 'MCP SDK + jose, get_full_profile', mcp.profile),
  ]
  return jobs.map((each) => ({ ...each, topic: each.server.startsWith('floor') ? 'floor' : each.server }))
}

/** The same over TLS. */
function tlsJobs(bench) {
  const names = ['register', 'token', 'profile_known', 'discovery']
  const ourOnes = oursJobs(bench).filter(({ name }) => names.includes(name)).map((job) => ({ ...job, server: 'oursTls' }))
  const nginx = peerJobs(bench).filter(({ name }) => ['nginx_return', 'nginx_discovery'].includes(name)).map((job) => ({ ...job, server: 'nginxTls' }))
  return [...ourOnes, ...nginx].map((job) => ({ ...job, name: `${job.name}_https`, topic: 'https', transport: 'https', title: `${job.title}, TLS` }))
}

/** A new TLS connection for each request: a full handshake, or one that resumes the session of the connection before. */
function connectionJobs() {
  const servers = [['ours', 'oursTls', kDiscovery], ['nginx', 'nginxTls', '/discovery.json'], ['haproxy', 'haproxyTls', '/discovery.json']]
  const handshakes = [['full', 'full handshake'], ['resumed', 'resumed session']]
  return handshakes.flatMap(([opens, handshake]) => servers.map(([name, server, path]) => ({
    name: `${name}_${opens}_https`, topic: 'connection', title: `${name === 'ours' ? '' : `${name}, `}${handshake}, one document`,
    server, transport: 'https', opens, request: get(path), expect: 200,
  })))
}

/** The jobs of a run: those of --only, and always the floor. */
export function chooseJobs(bench, words) {
  const all = [...peerJobs(bench), ...oursJobs(bench), ...gateJobs(bench), ...tlsJobs(bench), ...connectionJobs()].map((job) => {
    const missing = bench.missing[job.server.replace(/^(nginx|haproxy)Tls$/, '$1')]
    return missing ? { ...job, reason: `${job.server} did not start: ${missing}` } : job
  })
  if (!words) return all
  const allLatency = words.includes('latency') && words.every((word) => kSections.includes(word))
  return all.filter(({ name, topic }) => topic === 'floor' || words.includes(name) || words.includes(topic) || (allLatency && kLatencyJobs.includes(name)))
}

const kPeerWords = ['nginx', 'haproxy', 'hono', 'oidc', 'worker', 'mcpsdk', 'gate', 'https', 'connection', 'memory', 'start', 'latency']
const isOfPeers = (word) => kPeerWords.some((peer) => word === peer || word.startsWith(`${peer}_`) || word.endsWith(`_${peer}`))
export const needsPeers = (words) => !words || words.some(isOfPeers)
