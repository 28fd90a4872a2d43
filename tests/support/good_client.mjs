// A well-behaved client for fault tests: reads the profile 20 times a second and checks every response. It has a thread
// of its own, so that the work of the test is not counted as the server's delay. Each time it can also ask a server without an attack,
// whose delay is the machine's.
import assert from 'node:assert/strict'
import http from 'node:http'
import https from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { kProfilePath } from './steps.mjs'

const kPeriodMs = 50
const kTimeoutMs = 10_000
const kLeast = 20
/** p99 of security.md scaled for a busy machine with two cores. */
export const kBoundMs = 250

/** One request; resolves to { status, text, type }. If the server closed an idle connection, the request is repeated once. */
function ask(options, agent, again = true) {
  const { port, host, token, ca } = options
  return new Promise((resolve, reject) => {
    const headers = { Host: host, Authorization: `Bearer ${token}` }
    const { request } = ca === undefined ? http : https
    const sent = request({ host: '127.0.0.1', port, path: kProfilePath, agent, headers, timeout: kTimeoutMs, ca })
    sent.once('response', (answer) => {
      const pieces = []
      answer.on('data', (piece) => pieces.push(piece))
      answer.once('end', () => resolve({
        status: answer.statusCode, text: Buffer.concat(pieces).toString(), type: answer.headers['content-type'] ?? '',
      }))
      answer.once('error', reject)
    })
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.once('error', (error) => {
      // RFC 9112 section 9.3.1: a client repeats an idempotent request on a connection that was closed before it began. It opens a
      // new one, because its other idle connections may be closed as well.
      const raced = again && sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code)
      if (raced) ask(options, false, false).then(resolve, reject)
      else reject(error)
    })
    sent.end()
  })
}

function judge(answer) {
  if (answer.status !== 200) return `status ${answer.status}: ${answer.text.slice(0, 200)}`
  if (!/^application\/json/.test(answer.type)) return `type ${answer.type}`
  const document = JSON.parse(answer.text)
  if (document._meta?.scope !== 'read:extended') return 'no _meta'
  if (document.sum !== undefined && document.sum !== document.filler.length) return 'two versions mixed'
  return undefined
}

// Rounded down: a delay of the server that exceeds a bound lasts for several requests, a single one may be the machine's.
const percentile99 = (latencies) => latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99) - 1] ?? 0

/** Asks one server again and again: { one, result, close }. */
function asker(options) {
  const { Agent } = options.ca === undefined ? http : https
  const agent = new Agent({ keepAlive: options.keepAlive })
  const result = { count: 0, errors: [], latencies: [] }
  const one = async () => {
    const begun = performance.now()
    try {
      const fault = judge(await ask(options, agent))
      if (fault !== undefined) result.errors.push(fault)
    } catch (error) {
      result.errors.push(String(error))
    }
    ++result.count
    result.latencies.push(performance.now() - begun)
  }
  return { one, result, close: () => agent.destroy() }
}

async function run() {
  const { calm, counter, ...options } = workerData
  const server = asker(options)
  const reference = calm && asker(calm)
  const open = new Set()
  const begin = (work) => { const task = work.finally(() => open.delete(task)); open.add(task) }
  const round = () => {
    begin(server.one().then(() => Atomics.store(counter, 0, server.result.count)))
    if (reference) begin(reference.one())
  }
  const timer = setInterval(round, kPeriodMs)
  parentPort.once('message', async (least) => {
    // On a slow machine the fault may end before there are enough samples.
    while (server.result.count < least) await pause(kPeriodMs)
    clearInterval(timer)
    await Promise.all(open)
    for (const each of [server, reference]) each?.close()
    parentPort.postMessage({ ...server.result, p99: percentile99(server.result.latencies), calm: reference && percentile99(reference.result.latencies) })
    parentPort.close()
  })
}

/**
 * Starts polling, and resolves after the first request to { count, stop }. count() is how many requests are complete; stop(least) resolves to
 * { count, errors, latencies, p99, calm } in milliseconds, after at least that many requests. With `ca` it speaks TLS. `calm` is the
 * p99 of the server of the same name, { port, token, host, keepAlive }, in the same time.
 * @param {{ port: number, token: string, host?: string, keepAlive?: boolean, ca?: string, calm?: object }} options
 */
export async function startGoodClient({ port, token, host = `127.0.0.1:${port}`, keepAlive = true, ca, calm }) {
  const counter = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL(import.meta.url), { workerData: { goodClient: true, port, token, host, keepAlive, ca, calm, counter } })
  let failure
  worker.once('error', (error) => { failure = error })
  const count = () => {
    if (failure) throw failure
    return Atomics.load(counter, 0)
  }
  while (count() === 0) await pause(5)
  worker.unref() // a test that failed before stop() must not keep its file running
  return {
    count,
    stop: async (least = kLeast) => {
      worker.ref()
      const result = new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
      worker.postMessage(least)
      return result
    },
  }
}

/** No errors, and the slowest percent within the bound. */
export function assertServed(result, { bound = kBoundMs } = {}) {
  assert.deepEqual(result.errors.slice(0, 5), [], `${result.errors.length} of ${result.count} failed`)
  assert.ok(result.count >= kLeast, `only ${result.count} requests`)
  assert.ok(result.p99 <= bound, `p99 ${result.p99.toFixed(1)} ms of ${result.count}`)
}

if (!isMainThread && workerData?.goodClient) run()
