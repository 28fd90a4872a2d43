// The page of a run: goals, charts, and what was compared and what was not.
import { bars, escape, short } from './bars.mjs'
import { lines } from './lines.mjs'
import { kStyle } from './page_style.mjs'
import { scalePart } from './page_scale.mjs'

const kCharts = [
  ['Registration', ['floor_register', 'register', 'hono_register', 'worker_register']],
  ['Token', ['floor_token', 'token', 'token_basic', 'hono_token', 'worker_token', 'oidc_token']],
  ['Profile of 2 KB', ['floor_profile', 'floor_profile_known', 'profile_known', 'floor_profile_new', 'profile_new', 'nginx_profile', 'haproxy_profile', 'hono_profile', 'worker_profile']],
  ['Discovery document', ['floor', 'discovery', 'nginx_discovery', 'discovery_gzip', 'nginx_discovery_gzip', 'discovery_br', 'nginx_discovery_br',
    'discovery_304', 'nginx_discovery_304', 'nginx_discovery_304_log', 'worker_discovery']],
  ['MCP, tools/list and resources/read', ['floor', 'discovery', 'mcp_tools_list', 'mcpsdk_tools_list', 'mcp_resource', 'mcpsdk_resource']],
  ['MCP, profile of 2 KB', ['floor_profile_known', 'profile_known', 'mcp_profile_known', 'mcpsdk_profile']],
  ['Gate decision', ['floor_profile_known', 'discovery', 'gate_known', 'profile_new', 'gate_new']],
  ['Static file of 4 KB for agents with a token', ['gate_nginx', 'gate_nginx_node', 'gate_haproxy']],
  ['Small responses', ['floor', 'nginx_return', 'not_found', 'unauthorized']],
  ['TLS, 16 connections', ['register_https', 'token_https', 'profile_known_https', 'discovery_https', 'nginx_return_https', 'nginx_discovery_https']],
]

const kindOf = ({ server }) => (server.startsWith('floor') ? 'floor' : server.startsWith('ours') ? 'ours' : 'peer')

function goalsTable(goals, explanations) {
  const words = ({ id, verdict }) => (verdict === 'missed' && explanations[id] ? `<br><span class="faint">${escape(explanations[id])}</span>` : '')
  const rows = goals.map(({ id, job, what, value, comparison, limit, verdict }) =>
    `<tr><td>${escape(job)}</td><td>${escape(what)}${words({ id, verdict })}</td><td class="number">${value === null ? '' : short(value)}</td><td>${comparison} ${limit}</td>` +
    `<td class="${verdict === 'not measured' ? 'faint' : verdict}">${verdict}</td></tr>`)
  return `<div class="wide"><table><thead><tr><th>Job</th><th>What</th><th class="number">This run</th><th>Goal</th><th></th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
}

function barCharts(jobs) {
  return kCharts.map(([title, names]) => {
    const rows = names.map((name) => jobs[name]).filter(Boolean)
      .map((job) => ({ label: job.title, value: job.cpu_us, kind: kindOf(job), reason: job.reason }))
    return rows.length ? bars(title, 'CPU µs of the server per request', rows) : ''
  }).join('\n')
}

function jobsTable(jobs) {
  const rows = Object.entries(jobs).map(([name, job]) => (job.reason
    ? `<tr><td>${name}</td><td colspan="5" class="faint">not measured: ${escape(job.reason)}</td></tr>`
    : `<tr><td>${name}${job.failed_reason ? ` <span class="faint">(${job.failed_rounds} rounds failed: ${escape(job.failed_reason)})</span>` : ''}</td>` +
      `<td class="number">${short(job.cpu_us)}</td><td class="number">${job.cpu_us_spread.map(short).join(' – ')}</td>` +
      `<td class="number">${job.requests_per_second.toLocaleString('en')}</td><td class="number">${(100 * job.server_busy).toFixed(0)} %</td><td class="number">${job.rounds}</td></tr>`))
  return `<div class="wide"><table><thead><tr><th>Job</th><th class="number">CPU µs</th><th class="number">lowest – highest</th><th class="number">requests/s</th>
<th class="number">server busy</th><th class="number">rounds</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
}

/** Interruptions by the host: the lower bound of latency for any server on this machine. */
function stillnessLine(still) {
  const words = (one, other) => (one ? `with the load’s core ${other}, a loop on the server’s core was interrupted for more than 0.1 ms ${short(one.stalls_per_second)} times a second,
${(100 * one.stalled_share).toFixed(2)} % of the time, at most ${short(one.longest_stall_us / 1000)} ms, and 1 % of its sleeps of 50 µs ended at least ${short(one.wake_p99_us)} µs late` : '')
  const parts = [words(still?.idle, 'idle'), words(still?.busy, 'busy')].filter(Boolean)
  return parts.length ? `<p>Interruptions by the host, measured between the rounds without any server: ${parts.join('; ')}.</p>` : ''
}

function latencyPart(jobs) {
  const measured = Object.values(jobs).filter(({ latency }) => latency)
  if (!measured.length) return '<p class="faint">Latency: not measured in this run.</p>'
  const pointsOf = ({ curve }) => curve.filter(([fraction]) => fraction < 1).map(([fraction, us]) => [1 / (1 - fraction), Math.max(us, 1)])
  const curves = (wanted) => measured.filter((job) => !job.latency.reason && wanted(job))
    .map(({ title, latency }) => ({ name: title, points: pointsOf(latency) }))
  const xLabel = (odds) => (odds === 1 ? 'best' : `${Number((100 * (1 - 1 / odds)).toPrecision(6))} %`)
  const axes = { x: 'quantile', y: 'µs, logarithmic', isLogX: true, isLogY: true, xLabel }
  const rows = measured.map(({ title, latency }) => (latency.reason
    ? `<tr><td>${escape(title)}</td><td colspan="5" class="faint">not measured: ${escape(latency.reason)}</td></tr>`
    : `<tr><td>${escape(title)}</td>${[latency.rate, latency.p50_us, latency.p99_us, latency.p999_us, latency.max_us].map((each) => `<td class="number">${short(each)}</td>`).join('')}</tr>`))
  return `${lines('Latency of agent-access and the floor', axes, curves((job) => kindOf(job) !== 'peer'))}
${lines('Latency of the peers and the floor', axes, curves((job) => kindOf(job) !== 'ours'))}
<div class="wide"><table><thead><tr><th>Job</th><th class="number">requests/s</th><th class="number">p50 µs</th><th class="number">p99 µs</th><th class="number">p99.9 µs</th>
<th class="number">greatest µs</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
}

function cryptoLine({ sign_us: sign, verify_us: verify, sign_fresh_us: freshSign, verify_fresh_us: freshVerify, reason }) {
  if (!sign) return `<p class="faint">OpenSSL alone: not measured (${escape(reason)}).</p>`
  return `<p>OpenSSL alone, ES256: ${short(sign)} µs a signature and ${short(verify)} µs a verification with a reused context, ${short(freshSign)} and ${short(freshVerify)} with a fresh one.</p>`
}

function workerLine({ module, data, import_ms: time, reason } = {}) {
  if (!module) return ''
  const size = ({ bytes, gzip_bytes: packed }) => `${short(bytes / 1024)} KB (${short(packed / 1024)} with gzip)`
  return `<p>The exported worker is a module of ${size(module)} and data of ${size(data)}; ${reason ? escape(reason) : `its first import by a new process takes ${short(time)} ms`}.</p>`
}

const list = (object) => `<p>${Object.entries(object).map(([name, value]) => `${escape(name.replaceAll('_', ' '))}: ${escape(value)}`).join('; ')}.</p>`

/** `explanations`: for each goal's id, the text if a run misses it. */
export function renderPage(results, explanations = {}) {
  const { method, machine, versions, jobs } = results
  const warning = results.quick ? '<p class="missed">A quick run, to test the harness: these figures are not results.</p>' : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>agent-access: speed</title><style>${kStyle}</style></head><body>
<h1>Speed of agent-access and of other servers</h1>
${warning}<p>Run of ${escape(results.started.slice(0, 16).replace('T', ' '))} UTC, <code>make bench</code>. Absolute figures differ between machines and minutes; the result is the ratios
within one run.</p>
<h2>Goals</h2>
${goalsTable(results.goals, explanations)}
<h2>CPU time of the server per request</h2>
${barCharts(jobs)}
${cryptoLine(results.crypto)}
${workerLine(results.worker)}
<h2>Latency at half of the saturation rate</h2>
${latencyPart(jobs)}
${stillnessLine(results.stillness)}
<h2>Scale</h2>
${scalePart(results)}
<h2>All jobs</h2>
${jobsTable(jobs)}
<h2>What was compared</h2>
<p>Each server is one process pinned to core ${escape(method.server_cores)}; the load is pinned to core ${escape(method.load_cores)}. All servers run during
the whole measurement. Each round takes a sample of ${method.seconds_each} s of every job, every second round in reverse order; the figures are medians of
${method.rounds} rounds, and for the goals medians of the ratios within each round. CPU time is the
${escape(method.cpu)}: user and kernel time of all threads of the process, including the one that writes the log. HTTP/1.1 without TLS: ${method.connections} keep-alive
connections, one request at a time on each, and one load program that never sleeps, because waking it would cost only the slower servers. One header field
differs in each request, for every server. TLS: h2load, handshakes included. agent-access runs as in production: access log
${escape(method.access_log)}; limiter ${escape(method.rate_limiter)}, no address exempt. nginx has its fastest configuration: no access log (except where a row says so), open files
cached, one process. HAProxy checks algorithm, issuer, expiry and signature and logs nothing. The Node peers log nothing, run in production mode and are
warmed up before the first round. The MCP server of the SDK is stateless and makes a server for each request, as its documentation tells; it has the tools, resources
and texts of agent-access, and verifies the same tokens. The exported worker is served as its export does it, with limiter and log.
A gate decision is the request that nginx sends to /oauth/gate; of nginx with the gate, with a service on Node.js and of HAProxy before nginx, the CPU time of both
processes is added up. nginx keeps no decision, so each request asks.
Peers that serve the documents of agent-access serve the same bytes. New tokens come from a second replica with the same secret.</p>
<p>Latency over HTTP/1.1 is measured from the time at which a request was due, so that the wait for a late response counts; h2load measures from sending.</p>
<h2>What was not compared</h2>
<p>No network: both ends share a machine and its caches, and the loopback device’s system time is part of every figure. No peer has all features of agent-access in
one process: nginx issues no tokens, and neither does HAProxy; Hono + jose is a minimal service without limiter or log. Authorization servers with databases are not
included, because a database dominates their cost. The memory of connections is the server’s own, without the kernel’s socket buffers.</p>
<h2>Machine and versions</h2>
${list(machine)}
${list(versions)}
</body></html>
`
}
