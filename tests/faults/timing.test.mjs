// The cost of a refusal does not depend on the secret. Processor time is measured, which includes everything that an attacker's
// clock could measure, without noise of the network; many equal requests in one segment are one measurement. The control shows
// that a skipped HMAC would be detected.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { request } from '../support/raw.mjs'
import { startServe } from '../support/server.mjs'
import { altered, form, kForm, register, tokenFields } from '../support/steps.mjs'

const kBatch = 100
const kRounds = 250 // 25,000 requests of each kind
const kThreshold = 4.5 // of Welch's t, as in dudect
const kTries = 3 // a leak appears every time, noise of a busy machine does not

const server = await startServe({ settings: { listen: { threads: 1 }, log: { level: 'error' }, limits: { requests_per_connection: 1_000_000 } } })
const client = await register(server.baseUrl)
const post = (fields) => request('POST', '/oauth/token', { port: server.port, fields: [`Content-Type: ${kForm}`],
  body: form({ ...tokenFields(client), ...fields }) }).repeat(kBatch)
const kinds = {
  'all but the first byte right': post({ client_secret: altered(client.client_secret, 0) }),
  'all but the last byte right': post({ client_secret: altered(client.client_secret, 41) }),
  'every byte wrong': post({ client_secret: 'A'.repeat(43) }),
  'an unknown client': post({ client_id: '00000000-0000-4000-8000-000000000000' }),
  'no UUID': post({ client_id: 'g0000000-0000-4000-8000-000000000000' }),
}
after(() => server.stop())

/** Microseconds of processor time of all threads of the process; exact while they sleep. */
const processorTime = (pid) =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]), 0) / 1000

/** One connection on which batches are measured: { time, close }. */
async function openTimer() {
  const socket = connect(server.port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  let count = 0
  let finish
  socket.on('data', (data) => {
    for (let at = data.indexOf('HTTP/1.1 '); at >= 0; at = data.indexOf('HTTP/1.1 ', at + 1)) ++count
    if (count >= kBatch) finish()
  })
  return {
    time: async (bytes) => {
      count = 0
      const done = new Promise((resolve) => { finish = resolve })
      const begun = processorTime(server.program.pid)
      socket.write(bytes)
      await done
      return processorTime(server.program.pid) - begun
    },
    close: () => socket.destroy(),
  }
}

/** Mean, variance of the mean and count without the slowest tenth, which is noise of the machine. */
function trimmed(values) {
  const kept = values.toSorted((a, b) => a - b).slice(0, Math.floor(values.length * 0.9))
  const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length
  const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (kept.length - 1)
  return { mean, error: variance / kept.length }
}
const welch = (left, right) => (left.mean - right.mean) / Math.sqrt(left.error + right.error)

/** Interleaved in an order that changes each round. */
async function measure(named) {
  const names = Object.keys(named)
  const times = Object.fromEntries(names.map((name) => [name, []]))
  const timer = await openTimer()
  for (let round = -10; round < kRounds; ++round) {
    for (let index = 0; index < names.length; ++index) {
      const name = names[(index * (1 + (round & 1)) + round + 10) % names.length]
      const value = await timer.time(named[name])
      if (round >= 0) times[name].push(value)
    }
  }
  timer.close()
  return Object.fromEntries(names.map((name) => [name, trimmed(times[name])]))
}

test('a nearly right secret, a wrong one and one of an unknown client cost the same time', { timeout: 300_000 }, async (t) => {
  const names = Object.keys(kinds)
  let worst
  for (let attempt = 1; attempt <= kTries; ++attempt) {
    const results = await measure(kinds)
    worst = { t: 0 }
    for (const [index, left] of names.entries()) {
      for (const right of names.slice(index + 1)) {
        const value = Math.abs(welch(results[left], results[right]))
        if (value > worst.t) worst = { t: value, text: `${left} / ${right}: ${((results[left].mean - results[right].mean) / kBatch).toFixed(3)} us a request` }
      }
    }
    t.diagnostic(`attempt ${attempt}: |t| <= ${worst.t.toFixed(2)} (${worst.text})`)
    if (worst.t < kThreshold) return
  }
  assert.fail(`|t| ${worst.t.toFixed(2)}: ${worst.text}`)
})

test('control: a refusal without an HMAC measurably costs less', { timeout: 120_000 }, async () => {
  const wrong = kinds['every byte wrong']
  const results = await measure({ wrong, early: wrong.replaceAll('client_credentials', 'client_credentialx') })
  assert.ok(welch(results.wrong, results.early) > kThreshold)
})
