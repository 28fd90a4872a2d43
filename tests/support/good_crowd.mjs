// Many well-behaved clients, each with its own address: register, get a token, read the profile, repeatedly. They
// have their own thread, so that the work of the test is not counted as the server's delay.
import { Agent, request } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { form, kForm, kProfilePath } from './steps.mjs'

const kTimeoutMs = 30_000 // failures are counted here, not delays: the machine may be busy
const kRestMs = 1_000

function ask(port, agent, localAddress, path, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const length = method === 'POST' ? { 'Content-Length': Buffer.byteLength(body ?? '') } : {}
    const options = { host: '127.0.0.1', port, path, method, agent, localAddress, timeout: kTimeoutMs, headers: { ...headers, ...length } }
    const sent = request(options, (answer) => {
      const pieces = []
      answer.on('data', (piece) => pieces.push(piece)).once('error', reject)
      answer.once('end', () => {
        const text = Buffer.concat(pieces).toString()
        if (answer.statusCode >= 300) reject(new Error(`${path}: ${answer.statusCode} ${text.slice(0, 100)}`))
        else resolve(JSON.parse(text))
      })
    })
    sent.once('timeout', () => sent.destroy(new Error(`${path}: no answer in time`)))
    sent.once('error', reject)
    sent.end(body)
  })
}

async function round(port, from) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: Buffer.from(workerData.ca) })
  try {
    const { client_id, client_secret } = await ask(port, agent, from, '/oauth/register', { method: 'POST' })
    const body = form({ grant_type: 'client_credentials', client_id, client_secret })
    const granted = await ask(port, agent, from, '/oauth/token', { method: 'POST', body, headers: { 'Content-Type': kForm } })
    await ask(port, agent, from, kProfilePath, { headers: { Authorization: `Bearer ${granted.access_token}` } })
  } finally {
    agent.destroy()
  }
}

function run() {
  const { port, count } = workerData
  const result = { rounds: 0, errors: [] }
  let isOver = false
  const one = async (index) => {
    const from = `127.${100 + (index >> 4)}.${index & 15}.1`
    await pause((kRestMs * index) / count)
    while (!isOver) {
      try {
        await round(port, from)
        ++result.rounds
      } catch (error) {
        result.errors.push(String(error))
      }
      await pause(kRestMs)
    }
  }
  const all = Promise.all(Array.from({ length: count }, (_, index) => one(index)))
  parentPort.once('message', async () => {
    isOver = true
    await all
    parentPort.postMessage(result)
    parentPort.close()
  })
  parentPort.postMessage('running')
}

/** Starts `count` clients over TLS: { stop }. stop() resolves to { rounds, errors }. */
export async function startGoodCrowd({ port, ca, count }) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { goodCrowd: true, port, ca, count } })
  const next = () => new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await next()
  worker.unref()
  return {
    stop: async () => {
      worker.ref()
      const result = next()
      worker.postMessage('stop')
      return result
    },
  }
}

if (!isMainThread && workerData?.goodCrowd) run()
