// Memory and start: resident after start, bytes for each idle connection, and the first response after exec.
import { writeFileSync } from 'node:fs'
import { rawRequest } from './http.mjs'
import { residentBytes, runProgram, startHolder } from './processes.mjs'
import { ours, start, stop } from './servers.mjs'
import { kDiscovery, mostConnections } from './site.mjs'
import { median } from './statistics.mjs'

/** Bytes for each connection that is idle after three responses to requests with a token, without kernel memory. */
async function idleConnection(bench, { pid, port }, path) {
  const count = Math.min(bench.options.quick ? 500 : 10000, mostConnections())
  const file = bench.site.at('hold.request')
  writeFileSync(file, rawRequest({ path, headers: { Authorization: `Bearer ${bench.token}` } }, port))
  const before = residentBytes(pid)
  const holder = await startHolder(['taskset', '-c', bench.cores.load, bench.program('load'), String(port), file, '-c', String(count), '-h'], 90)
  try {
    const held = holder.line ? JSON.parse(holder.line).held : 0
    if (held < count) return { connections: held, reason: `only ${held} of ${count} connections were answered` }
    const after = residentBytes(pid)
    return { connections: count, bytes_each: (after.all - before.all) / count, resident_bytes: after.all }
  } finally {
    await holder.end()
  }
}

async function inspect(bench, name, command, port, path) {
  const key = `memory_${name}`
  if (!await start(bench, key, command, port)) return { reason: bench.missing[key] }
  try {
    const server = bench.servers[key]
    const { all, own } = residentBytes(server.pid)
    return { resident_bytes: all, resident_anonymous_bytes: own, idle: await idleConnection(bench, server, path) }
  } finally {
    await stop(bench, key)
  }
}

/** { agent_access: {...}, nginx: {...} }: new processes without earlier requests. */
export async function measureMemory(bench) {
  console.error('memory')
  const results = { agent_access: await inspect(bench, 'ours', ours(bench, 'memory', bench.ports.ours.scale), bench.ports.ours.scale, kDiscovery) }
  for (const name of ['nginx', 'haproxy', 'hono', 'oidc', 'worker', 'mcpsdk']) {
    const server = bench.servers[name]
    results[name] = server ? { resident_after_rounds_bytes: residentBytes(server.pid).all } : { reason: bench.missing[name] ?? 'not asked for' }
  }
  results.agent_access.resident_after_rounds_bytes = residentBytes(bench.servers.ours.pid).all
  return results
}

/** Milliseconds from exec of a command to its first response: { first_answer_ms, samples }. Nothing of it runs before or afterwards. */
export async function measureFirstAnswer(bench, command, port, path) {
  const samples = []
  for (let i = 0; i < (bench.options.quick ? 1 : 7); ++i) {
    const { code, out } = await runProgram(['taskset', '-c', bench.cores.server, bench.program('first_answer'), String(port), path, ...command])
    if (code === 0) samples.push(JSON.parse(out).ms)
  }
  return samples.length ? { first_answer_ms: median(samples), samples } : { reason: 'no answer within 20 seconds' }
}

/** The same of all servers; the peers are stopped before and restarted. */
export async function measureStart(bench) {
  console.error('start')
  const results = {}
  const paths = { ours: kDiscovery, nginx: '/return', haproxy: '/', hono: '/', oidc: '/.well-known/openid-configuration', worker: kDiscovery, mcpsdk: '/mcp' }
  for (const [name, path] of Object.entries(paths)) {
    const member = name === 'ours' ? 'agent_access' : name
    if (!bench.servers[name]) {
      results[member] = { reason: bench.missing[name] ?? 'not asked for' }
      continue
    }
    const { command, port } = bench.servers[name]
    await stop(bench, name)
    results[member] = await measureFirstAnswer(bench, command, port, path)
    await start(bench, name, command, port)
  }
  return results
}
