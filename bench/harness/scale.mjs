// Curves: CPU time per request over threads, connections, profile size, cached tokens and clients; memory over volume.
// Each curve has its own server, or the measured one, and its points are measured in turn, like the rounds.
import { writeFileSync } from 'node:fs'
import { harvest, mintTokens, tokenOf } from './credentials.mjs'
import { kForm } from './http.mjs'
import { loadClear } from './load.mjs'
import { residentBytes } from './processes.mjs'
import { ours, start, stop } from './servers.mjs'
import { kDiscovery, kProfile, mostConnections, profileOf } from './site.mjs'
import { median } from './statistics.mjs'

const bearer = (token) => ({ request: { path: kProfile, headers: { Authorization: `Bearer ${token}` } }, expect: 200 })
const clientForm = (rest) => ({ method: 'POST', path: '/oauth/token', headers: { 'Content-Type': kForm }, body: `grant_type=client_credentials&${rest}` })

/** Takes `rounds` samples of each point in turn: [{ x, cpu_us, requests_per_second } or { x, reason }]. */
async function curve(bench, xs, sample) {
  const all = xs.map(() => [])
  const rounds = bench.options.quick ? 1 : Math.min(3, bench.options.rounds)
  for (let round = 0; round < rounds; ++round) {
    for (const [i, x] of xs.entries()) {
      all[i].push(await sample(x).catch((error) => ({ reason: error.message })))
    }
  }
  return xs.map((x, i) => {
    const good = all[i].filter(({ reason }) => !reason)
    if (!good.length) return { x, reason: all[i][0].reason }
    return { x, cpu_us: median(good.map((each) => each.cpu_us)), requests_per_second: Math.round(median(good.map((each) => each.requests_per_second))) }
  })
}

async function withServer(bench, name, options, cores, act, port = bench.ports.ours.scale) {
  if (!await start(bench, name, ours(bench, name, port, options), port, { cores })) return { reason: bench.missing[name] }
  try {
    return await act(bench.servers[name], `http://127.0.0.1:${port}`)
  } finally {
    await stop(bench, name)
  }
}

/**
 * Two threads compared with one. With four cores each thread and its load have their own cores. With two, the load must
 * share them with the server, which costs two threads more than one in any case; there the one thread is each of two
 * processes, compared with one process of two threads, so that cores, load and switches are the same and only shared state differs.
 */
function threads(bench) {
  const jobs = {
    register: { request: { method: 'POST', path: '/oauth/register' }, expect: 201 },
    token: { request: clientForm(`client_id=${bench.client.client_id}&client_secret=${bench.client.client_secret}`), expect: 200 },
    profile_known: bearer(bench.token),
    discovery: { request: { path: kDiscovery }, expect: 200 },
  }
  const { twoServer: cores, twoLoad: load } = bench.cores
  const isShared = load === cores
  const { scale, scaleToo } = bench.ports.ours
  const sample = (job, servers, ports) => loadClear(bench, job, { port: ports.join(','), pid: servers.map(({ pid }) => pid).join(',') }, { cores: load, sleeps: isShared })
  const alone = (job, count) => withServer(bench, `threads${count}`, { threads: count }, cores, (server) => sample(job, [server], [scale]))
  const twice = (job) => withServer(bench, 'threads1', { threads: 1 }, cores, (one) =>
    withServer(bench, 'threads1too', { threads: 1 }, cores, (other) => sample(job, [one, other], [scale, scaleToo]), scaleToo))
  return (async () => {
    const results = {
      words: isShared ? 'This machine has two cores, which the load shares. One thread: two processes of one thread each. Two threads: one process.'
        : 'Each thread has a core of its own, and so has its load.',
    }
    for (const [name, job] of Object.entries(jobs)) results[name] = await curve(bench, [1, 2], (count) => (count === 1 && isShared ? twice(job) : alone(job, count)))
    return results
  })()
}

const connections = (bench) => {
  const most = mostConnections()
  const xs = bench.options.quick ? [1, 64] : [1, 4, 16, 64, 256, 1000, 4000, 8000, 15000]
  return curve(bench, xs, async (count) => (count > most
    ? { reason: `the descriptor limit of this machine allows ${most}` }
    : loadClear(bench, bearer(bench.token), bench.servers.ours, { connections: count })))
}

function profileSizes(bench) {
  const xs = bench.options.quick ? [1024, 1048576] : [1024, 2048, 4096, 16384, 65536, 262144, 1048576]
  return curve(bench, xs, (bytes) => {
    writeFileSync(bench.site.at(`site/profile-${bytes}.json`), profileOf(bytes))
    return withServer(bench, `size${bytes}`, { profile: `profile-${bytes}.json` }, bench.cores.server,
      async (server, base) => loadClear(bench, bearer(await tokenOf(base, bench.client)), server))
  })
}

/** Cached tokens, used in turn. The cache has a limit (65,536): beyond it each use is a verification. */
async function knownTokens(bench) {
  const xs = bench.options.quick ? [1, 1000] : [1, 1000, 10000, 30000, 60000, 100000, 300000]
  return curve(bench, xs, async (count) => {
    const values = await mintTokens(bench, count, bench.site.at('known.txt'))
    // Each is used once, so that it is cached.
    await loadClear(bench, bearer('{}'), bench.servers.ours, { values, once: true, warmUp: 0, seconds: 60 })
    return loadClear(bench, bearer('{}'), bench.servers.ours, { values })
  })
}

function clients(bench) {
  const xs = bench.options.quick ? [1, 1000] : [1, 100, 10000, 1000000]
  return curve(bench, xs, async (count) => {
    const file = await harvest(bench, { port: bench.ports.ours.replica, request: { method: 'POST', path: '/oauth/register' }, count,
      members: ['client_id', 'client_secret'], file: bench.site.at('clients.tsv') })
    const values = bench.site.at('clients.txt')
    await toForms(file, values)
    const request = clientForm('{}')
    // Ids and secrets have one length, so the length of the body is known.
    request.headers = { ...request.headers, 'Content-Length': request.body.length - 2 + kClientFormBytes }
    return loadClear(bench, { request, expect: 200 }, bench.servers.ours, { values })
  })
}

const kClientFormBytes = 'client_id='.length + 36 + '&client_secret='.length + 43

async function toForms(from, to) {
  const { readFile, writeFile } = await import('node:fs/promises')
  await writeFile(to, (await readFile(from, 'utf8')).replace(/^(\S+)\t(\S+)$/gm, 'client_id=$1&client_secret=$2'))
}

/** Resident memory of one server while it registers clients and then issues tokens: [{ x, resident_bytes }]. */
function volume(bench) {
  const steps = bench.options.quick ? 2 : 10
  const [registrations, tokens] = bench.options.quick ? [20000, 5000] : [10_000_000, 1_000_000]
  return withServer(bench, 'volume', {}, bench.cores.server, async ({ pid, port }) => {
    const grow = async (request, total, member) => {
      const points = [{ x: 0, resident_bytes: residentBytes(pid).all }]
      for (let step = 1; step <= steps; ++step) {
        await harvest(bench, { port, request, count: total / steps, members: [member], file: '/dev/null' })
        points.push({ x: total / steps * step, resident_bytes: residentBytes(pid).all })
      }
      return points
    }
    return {
      registrations: await grow({ method: 'POST', path: '/oauth/register' }, registrations, 'client_id'),
      tokens: await grow(clientForm(`client_id=${bench.client.client_id}&client_secret=${bench.client.client_secret}`), tokens, 'access_token'),
    }
  })
}

export async function measureScale(bench) {
  const results = {}
  for (const [name, measure] of Object.entries({ threads, connections, profile_bytes: profileSizes, known_tokens: knownTokens, clients, volume })) {
    console.error(`scale: ${name}`)
    results[name] = await measure(bench).catch((error) => ({ reason: error.message }))
  }
  return results
}
