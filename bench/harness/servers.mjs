// Every server of a run, each a separate process on the server cores. A peer that does not start is noted and not fatal.
import { ask, askJson, kForm } from './http.mjs'
import { register, tokenBody, tokenOf } from './credentials.mjs'
import { kGateServers, startGates } from './gate.mjs'
import { configureHaproxy } from './haproxy.mjs'
import { compareMcpAnswers, writeMcpSite } from './mcp.mjs'
import { configureNginx } from './nginx.mjs'
import { awaitPort, endServer, freePort, startServer } from './processes.mjs'
import { kDiscovery, kProfile } from './site.mjs'
import { exportWorker } from './worker.mjs'

/** The floor of each job of this program: the size of its body, and the OpenSSL operation that it needs. */
const kFloors = [
  ['floorRegister', 'register', 'hmac'], ['floorToken', 'token', 'sign'],
  ['floorProfile', 'profile', 'none'], ['floorProfileKnown', 'profile', 'digest'], ['floorProfileNew', 'profile', 'verify'],
]

export async function choosePorts() {
  const ours = {}
  for (const name of ['clear', 'tls', 'replica', 'scale', 'scaleToo', 'worker']) ours[name] = await freePort()
  const ports = { ours }
  for (const name of ['floor', ...kFloors.map(([floor]) => floor), 'nginx', 'nginxTls', 'haproxy', 'haproxyTls', 'hono', 'oidc', 'mcpsdk', ...kGateServers]) ports[name] = await freePort()
  return ports
}

/** Starts a server and adds it to bench.servers under `name`; false when it does not start. */
export async function start(bench, name, command, port, { cores = bench.cores.server } = {}) {
  const child = startServer(cores, command, { log: bench.site.log })
  try {
    await awaitPort(port, child)
    bench.servers[name] = { child, pid: child.pid, port, command }
    return true
  } catch (error) {
    await endServer(child)
    bench.missing[name] = error.message
    console.error(`${name} is not measured: ${error.message}`)
    return false
  }
}

export async function stop(bench, name) {
  await endServer(bench.servers[name].child)
  delete bench.servers[name]
}

/** The command of one instance of this program; see site.configure for the options. */
export const ours = (bench, name, port, options) => [bench.binary, 'serve', '--config', bench.site.configure(name, port, options)]

export async function startOurs(bench) {
  const { ports } = bench
  if (!await start(bench, 'ours', ours(bench, 'clear', ports.ours.clear, { mcp: true }), ports.ours.clear)) throw new Error('agent-access does not start')
  await start(bench, 'oursTls', ours(bench, 'tls', ports.ours.tls, { tls: true }), ports.ours.tls)
  // This replica issues tokens for the others and is never measured: it may use the load's core.
  await start(bench, 'replica', ours(bench, 'replica', ports.ours.replica), ports.ours.replica, { cores: bench.cores.all })
  bench.base = `http://127.0.0.1:${ports.ours.clear}`
  bench.client = await register(bench.base)
  bench.token = await tokenOf(bench.base, bench.client)
}

/** Tokens last 15 minutes, and a run is longer. */
export async function renewTokens(bench) {
  bench.token = await tokenOf(bench.base, bench.client)
  if (bench.honoClient) bench.honoToken = await tokenOf(`http://127.0.0.1:${bench.ports.hono}`, bench.honoClient)
}

/** The bytes that this program serves, so that the peers serve the same. */
async function bodiesOfOurs(bench) {
  const document = (coding) => ask(bench.base + kDiscovery, { headers: coding ? { 'Accept-Encoding': coding } : {} })
  const profile = await ask(bench.base + kProfile, { headers: { Authorization: `Bearer ${bench.token}` } })
  const registered = await ask(`${bench.base}/oauth/register`, { method: 'POST' })
  const token = await ask(`${bench.base}/oauth/token`, { method: 'POST', headers: { 'Content-Type': kForm }, body: tokenBody(bench.client) })
  const plain = await document()
  const coded = async (coding) => {
    const answer = await document(coding)
    return answer.headers['content-encoding'] === coding ? answer.body : undefined
  }
  const statuses = [profile, registered, token, plain].map(({ status }) => status).join(' ')
  if (statuses !== '200 201 200 200') throw new Error(`ours answers ${statuses}`)
  bench.etag = plain.headers.etag
  return { profile: profile.body, register: registered.body, token: token.body, discovery: plain.body, gzip: await coded('gzip'), brotli: await coded('br') }
}

export async function startPeers(bench) {
  const { ports, site } = bench
  const bodies = bench.bodies = await bodiesOfOurs(bench)
  const node = process.execPath
  await start(bench, 'floor', [bench.program('floor'), String(ports.floor)], ports.floor)
  for (const [name, body, operation] of kFloors) {
    await start(bench, name, [bench.program('floor'), String(ports[name]), String(bodies[body].length), operation], ports[name])
  }
  if (!bench.hasPeers) return
  const nginx = configureNginx(site, ports, bodies)
  if (await start(bench, 'nginx', nginx.command, ports.nginx)) {
    bench.servers.nginxTls = { ...bench.servers.nginx, port: ports.nginxTls }
    bench.hasBrotli = nginx.hasBrotli
    bench.nginxEtag = (await ask(`http://127.0.0.1:${ports.nginx}/discovery.json`)).headers.etag
  }
  const jwks = await askJson(`${bench.base}/.well-known/jwks.json`)
  const haproxy = configureHaproxy(site, ports, bodies, { jwks, token: bench.token, issuer: bench.base })
  if (await start(bench, 'haproxy', haproxy, ports.haproxy)) bench.servers.haproxyTls = { ...bench.servers.haproxy, port: ports.haproxyTls }
  const hono = `http://127.0.0.1:${ports.hono}`
  if (await start(bench, 'hono', [node, 'bench/peers/hono.mjs', String(ports.hono), site.at('site/profile.json'), hono], ports.hono)) {
    bench.honoClient = await register(hono)
    bench.honoToken = await tokenOf(hono, bench.honoClient)
  }
  const { client_id: id, client_secret: secret } = bench.client
  await start(bench, 'oidc', [node, 'bench/peers/oidc_provider.mjs', String(ports.oidc), `http://127.0.0.1:${ports.oidc}`, id, secret], ports.oidc)
  await start(bench, 'worker', await exportWorker(bench), ports.ours.worker)
  await startMcpPeer(bench)
  await startGates(bench, start)
}

async function startMcpPeer(bench) {
  const port = bench.ports.mcpsdk
  if (!await start(bench, 'mcpsdk', [process.execPath, 'bench/peers/mcp_sdk.mjs', String(port), await writeMcpSite(bench)], port)) return
  const difference = await compareMcpAnswers(bench, `http://127.0.0.1:${port}`)
  if (!difference) return
  await stop(bench, 'mcpsdk')
  bench.missing.mcpsdk = difference
  console.error(`mcpsdk is not measured: ${difference}`)
}
