// Gate decisions: the endpoint alone, and three ways to serve a static file to agents with a token: nginx that asks this program by its
// printed site, nginx that asks a service on Node.js, and HAProxy that verifies the token itself. The CPU time of a pair is that of both
// processes; every nginx has the same file and the same settings.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ask, askJson } from './http.mjs'
import { gateOfHaproxy } from './haproxy.mjs'
import { writeNginx } from './nginx.mjs'
import { runProgram } from './processes.mjs'
import { kProfile } from './site.mjs'

export const kGatedFile = '/data/x.csv'
const kFileBytes = 4096
/** The servers of these jobs, in the order of their start. */
export const kGateServers = ['gate', 'gateNginx', 'gateNode', 'gateNginxNode', 'gateStatic', 'gateHaproxy']

/** What nginx asks about a request for the gated file. */
const question = ({ ports }, token) => ({
  path: '/oauth/gate',
  headers: {
    'X-Forwarded-For': '198.51.100.7', 'X-Forwarded-Host': `127.0.0.1:${ports.gateNginx}`, 'X-Forwarded-Method': 'GET', 'X-Forwarded-Uri': kGatedFile,
    Authorization: `Bearer ${token}`,
  },
})

export function gateJobs(bench) {
  const read = { path: kGatedFile, headers: { Authorization: `Bearer ${bench.token}` } }
  return [
    ['gate_known', 'gate', 'gate decision, token seen before', question(bench, bench.token)],
    ['gate_new', 'gate', 'gate decision, token new', question(bench, '{}'), { isNew: true }],
    ['gate_nginx', 'gateNginx', 'nginx + gate, static file', read],
    ['gate_nginx_node', 'gateNginxNode', 'nginx + auth_request to Node with jose, static file', read],
    ['gate_haproxy', 'gateHaproxy', 'HAProxy jwt_verify + nginx, static file', read],
  ].map(([name, server, title, request, more]) => ({ name, topic: 'gate', title, request, expect: 200, server, transport: 'http', ...more }))
}

const server = (port, locations) => `  server {\n    listen 127.0.0.1:${port} backlog=16384;\n${locations}  }\n`

/** The whole text that `check --proxy nginx` prints for a service that has only the address of nginx, with the folder of the file. */
async function printedNginx(bench) {
  const config = bench.site.configure('gate_printed', bench.ports.gate, { gatedBehind: bench.ports.gateNginx, urls: [] })
  const { code, out, err } = await runProgram([bench.binary, 'check', '--config', config, '--proxy', 'nginx'])
  if (code !== 0) throw new Error(`check --proxy nginx: ${err.trim().split('\n').at(-1)}`)
  return out.replaceAll('/var/www/site', bench.site.at('gated'))
}

const nodeNginx = (bench) => `  upstream gate_auth { server 127.0.0.1:${bench.ports.gateNode}; keepalive 32; }
${server(bench.ports.gateNginxNode, `    location = /auth {
      internal;
      proxy_pass http://gate_auth;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_set_header X-Original-URI $request_uri;
    }
    location /data/ {
      auth_request /auth;
      root ${bench.site.at('gated')};
    }
`)}`

/** The commands of the servers, by name. */
async function commands(bench) {
  const { ports, site } = bench
  const jwks = await askJson(`${bench.base}/.well-known/jwks.json`)
  const config = site.configure('gate', ports.gate, { gatedBehind: ports.gateNginx })
  writeFileSync(site.at('gate_auth.json'), JSON.stringify({ issuer: bench.base, audience: bench.base + kProfile, jwks }))
  return {
    gate: [bench.binary, 'serve', '--config', config],
    gateNginx: writeNginx(site.at('gateNginx'), await printedNginx(bench)),
    gateNode: [process.execPath, 'bench/peers/gate_auth.mjs', String(ports.gateNode), site.at('gate_auth.json')],
    gateNginxNode: writeNginx(site.at('gateNginxNode'), nodeNginx(bench)),
    gateStatic: writeNginx(site.at('gateStatic'), server(ports.gateStatic, `    location /data/ { root ${site.at('gated')}; }\n`)),
    gateHaproxy: gateOfHaproxy(site, ports.gateHaproxy, { jwks, token: bench.token, issuer: bench.base, origin: ports.gateStatic }),
  }
}

/** The load adds up the CPU time of both processes of a pair. */
function join(bench, name, other) {
  const [one, two] = [bench.servers[name], bench.servers[other]]
  if (one && two) bench.servers[name] = { ...one, pid: `${one.pid},${two.pid}` }
}

async function isServed(bench, name) {
  const answer = (token) => ask(`http://127.0.0.1:${bench.ports[name]}${kGatedFile}`, { headers: token ? { Authorization: `Bearer ${token}` } : {} })
  const [good, none] = [await answer(bench.token), await answer()]
  return good.status === 200 && good.body.length === kFileBytes && none.status === 401
}

/** `start` as in servers.mjs. A server that does not gate the file is not measured. */
export async function startGates(bench, start) {
  mkdirSync(dirname(bench.site.at(`gated${kGatedFile}`)), { recursive: true })
  writeFileSync(bench.site.at(`gated${kGatedFile}`), 'day,value\n'.padEnd(kFileBytes, '2026-01-31,12.5\n'))
  let list
  try {
    list = await commands(bench)
  } catch (error) {
    for (const name of kGateServers) bench.missing[name] = error.message
    console.error(`gates are not measured: ${error.message}`)
    return
  }
  for (const name of kGateServers) await start(bench, name, list[name], bench.ports[name])
  for (const name of ['gateNginx', 'gateNginxNode', 'gateHaproxy']) {
    if (!bench.missing[name] && !await isServed(bench, name)) bench.missing[name] = 'it does not gate the file'
  }
  join(bench, 'gateNginx', 'gate')
  join(bench, 'gateNginxNode', 'gateNode')
  join(bench, 'gateHaproxy', 'gateStatic')
}

/** Rows of goals.mjs. */
export const gateGoals = (quotient) => [
  ['gate_known_discovery', 'gate', 'gate decision, token seen before / discovery document', quotient('gate_known', 'discovery'), 'most', 1.1],
  ['gate_new_profile', 'gate', 'gate decision / profile, both with a new token', quotient('gate_new', 'profile_new'), 'most', 1.1],
  ['gate_nginx_node', 'gate', 'static file behind nginx: gate / service on Node with jose', quotient('gate_nginx', 'gate_nginx_node'), 'below', 1],
  ['gate_nginx_haproxy', 'gate', 'static file: nginx with the gate / HAProxy jwt_verify and nginx', quotient('gate_nginx', 'gate_haproxy'), 'below', 1],
]
