// A well-behaved client for fault tests: reads the profile 20 times a second and checks every response. It has a thread
// of its own, so that the work of the test is not counted as the server's delay.
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
      // RFC 9112 section 9.3.1: a client repeats an idempotent request on a connection that was closed before it began.
      const raced = again && sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code)
      if (raced) ask(options, agent, false).then(resolve, reject)
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

function run() {
  const { Agent } = workerData.ca === undefined ? http : https
  const agent = new Agent({ keepAlive: workerData.keepAlive })
  const result = { count: 0, errors: [], latencies: [] }
  const open = new Set()
  const one = async () => {
    const begun = performance.now()
    try {
      const fault = judge(await ask(workerData, agent))
      if (fault !== undefined) result.errors.push(fault)
    } catch (error) {
      result.errors.push(String(error))
    }
    ++result.count
    result.latencies.push(performance.now() - begun)
  }
  const timer = setInterval(() => { const task = one().finally(() => open.delete(task)); open.add(task) }, kPeriodMs)
  parentPort.once('message', async () => {
    // On a slow machine the fault may end before there are enough samples.
    while (result.count < kLeast) await pause(kPeriodMs)
    clearInterval(timer)
    await Promise.all(open)
    agent.destroy()
    result.latencies.sort((a, b) => a - b)
    parentPort.postMessage({ ...result, p99: result.latencies[Math.ceil(result.latencies.length * 0.99) - 1] ?? 0 })
    parentPort.close()
  })
  parentPort.postMessage('running')
}

/**
 * Starts polling: { stop }. stop() resolves to { count, errors, p99 } in milliseconds. With `ca` it speaks TLS.
 * @param {{ port: number, token: string, host?: string, keepAlive?: boolean, ca?: string }} options
 */
export async function startGoodClient({ port, token, host = `127.0.0.1:${port}`, keepAlive = true, ca }) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { goodClient: true, port, token, host, keepAlive, ca } })
  const next = () => new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await next()
  worker.unref() // a test that failed before stop() must not keep its file running
  return {
    stop: async () => {
      worker.ref()
      const result = next()
      worker.postMessage('stop')
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
