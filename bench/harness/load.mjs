// One sample of one job: the native load in clear text and for new TLS connections, h2load for requests over TLS.
import { readFileSync, writeFileSync } from 'node:fs'
import { rawRequest } from './http.mjs'
import { cpuOf, runProgram } from './processes.mjs'

export const kConnections = 64
const kTlsConnections = 16
const kFractions = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999, 1]

/** The figures of a report, or the reason why it is invalid. */
function sampleOf({ requests, broken, statuses, seconds, cpuNs, latency, loadSeconds }, expect) {
  const other = Object.entries(statuses).filter(([status]) => Number(status) !== expect)
  if (other.length) return { reason: `answers other than ${expect}: ${other.map(([status, count]) => `${count} x ${status}`).join(', ')}` }
  if (broken) return { reason: `${broken} connections broke` }
  if (!requests) return { reason: 'no answer' }
  return {
    requests, seconds, cpu_us: cpuNs / requests / 1000, requests_per_second: requests / seconds,
    server_busy: cpuNs / 1e9 / seconds, load_busy: loadSeconds === undefined ? undefined : loadSeconds / seconds, latency,
  }
}

/** A field whose value changes with each request: a head that repeats the last one could be parsed for less. */
const withDiffering = (request) => ({ ...request, headers: { ...request.headers, 'X-Count': '{}' } })

/**
 * HTTP/1.1 in clear text. `more`: connections, rate, values (a file: what takes the place of `{}` in each request; without it the
 * value of a field of its own), once, seconds, warmUp, cores, sleeps, crowd ({ file, connections, depth }, see native/crowd.h).
 */
export async function loadClear(bench, { request, expect }, { port, pid }, more = {}) {
  const { connections = kConnections, seconds = bench.options.seconds, warmUp = bench.options.warmUp, rate, once, crowd } = more
  const values = more.values ?? bench.site.differing
  const file = bench.site.at('load.request')
  writeFileSync(file, rawRequest(more.values ? request : withDiffering(request), Number.parseInt(port, 10)))
  const { code, out, err } = await runProgram([
    'taskset', '-c', more.cores ?? bench.cores.load, bench.program('load'), String(port), file, '-c', String(connections), '-s', String(seconds),
    '-w', String(warmUp), '-p', String(pid), '-v', values, ...(rate ? ['-r', String(rate)] : []), ...(once ? ['-1'] : []), ...(more.sleeps ? ['-z'] : []),
    ...(crowd ? ['-C', crowd.file, '-N', String(crowd.connections), '-D', String(crowd.depth)] : []),
  ], { seconds: seconds + 60 })
  bench.site.emptyLog()
  if (code !== 0) return { reason: err.trim() || `load ended with ${code}` }
  const report = JSON.parse(out)
  return sampleOf({ ...report, cpuNs: report.cpu_ns, loadSeconds: report.load_cpu_seconds }, expect)
}

/** The third column of h2load's log, in microseconds, as [[fraction, microseconds], ...]. */
function latencyOfLog(file) {
  const all = readFileSync(file, 'utf8').trim().split('\n').map((line) => Number(line.split('\t')[2])).filter(Number.isFinite).sort((a, b) => a - b)
  return kFractions.map((fraction) => [fraction, all[Math.round(fraction * (all.length - 1))]])
}

/** TLS by h2load, on 16 connections. Handshakes are part of the sample. */
export async function loadTls(bench, { request, expect }, { port, pid }, { rate, seconds = bench.options.seconds } = {}) {
  const body = bench.site.at('h2load.body')
  const log = bench.site.at('h2load.log')
  if (request.body !== undefined) writeFileSync(body, request.body)
  const headers = Object.entries(request.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const method = request.body !== undefined ? ['-d', body] : request.method ? ['-H', `:method: ${request.method}`] : []
  const command = ['taskset', '-c', bench.cores.load, 'h2load', '-t', '1', '-c', String(kTlsConnections), '-D', `${Math.max(1, Math.round(seconds))}`,
    '--h1', ...method, ...headers,
    ...(rate ? [`--rps=${Math.max(1, Math.floor(rate / kTlsConnections))}`, `--log-file=${log}`] : []), `https://127.0.0.1:${port}${request.path}`]
  const before = cpuOf(pid)
  const { code, out, err } = await runProgram(command, { seconds: seconds + 60 })
  const cpuNs = cpuOf(pid) - before
  bench.site.emptyLog()
  if (code !== 0) return { reason: err.trim() || `h2load ended with ${code}` }
  const protocol = /Application protocol: (\S+)/.exec(out)?.[1]
  if (protocol !== 'http/1.1') return { reason: `spoke ${protocol} instead of http/1.1` }
  const classes = /status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx/.exec(out)?.slice(1).map(Number) ?? [0, 0, 0, 0]
  const statuses = Object.fromEntries(classes.map((count, i) => [(i + 2) * 100, count]).filter(([, count]) => count))
  const [, done] = /, (\d+) succeeded/.exec(out) ?? [0, 0]
  return sampleOf({
    requests: Number(done), broken: Number(/, (\d+) errored/.exec(out)?.[1] ?? 0), statuses, cpuNs,
    seconds: Math.max(1, Math.round(seconds)), latency: rate ? latencyOfLog(log) : [],
  }, Math.floor(expect / 100) * 100)
}

/** New connections with one request on each; `opens` is `full` or `resumed`. */
export async function loadConnections(bench, { request, expect, opens }, { port, pid }, { seconds = bench.options.seconds } = {}) {
  const { code, out, err } = await runProgram(['taskset', '-c', bench.cores.load, bench.program('connect'), String(port), request.path,
    '-s', String(seconds), '-w', String(bench.options.warmUp), '-p', String(pid), ...(opens === 'resumed' ? ['-r'] : [])],
  { seconds: seconds + 60 })
  bench.site.emptyLog()
  if (code !== 0) return { reason: err.trim() || `connect ended with ${code}` }
  const report = JSON.parse(out)
  return sampleOf({ ...report, cpuNs: report.cpu_ns, loadSeconds: report.load_cpu_seconds }, expect)
}

const loadOf = ({ opens, transport }) => (opens ? loadConnections : transport === 'http' ? loadClear : loadTls)

export const loadJob = (bench, job, more) => loadOf(job)(bench, job, bench.servers[job.server], more)
