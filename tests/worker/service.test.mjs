// What no client of an exported worker sees at once: its clocks, its limits, its log, its secrets, and failures of the platform.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exportSite } from '../support/exported_site.mjs'

const kHour = 3_600_000
const kRequests = 10
const settings = { limits: { requests: kRequests, window: '1h' }, log: { refusals: 3 } }
const { load, secret, url } = await exportSite('cloudflare', { settings })
const { createWorker, data } = await load('worker/worker.js')

/** A worker of its own with clocks that the test sets: { ask(method, path, options), time, lines, env }. The client's address is `time.address`. */
function startWorker({ limits = null, logRefusals = 0, ...options } = {}, env = { AGENT_ACCESS_SECRET: secret }) {
  const time = { day: 1_800_000_000_000, steady: 5_000, address: '192.0.2.1' }
  const lines = []
  const worker = createWorker({ ...data, limits, logRefusals }, { clock: () => time.day, monotonic: () => time.steady, addressOf: () => time.address, log: (line) => { lines.push(JSON.parse(line)) }, ...options })
  const ask = (method, path, { fields = {}, body } = {}) => worker.fetch({ method, url: url + path, headers: new Headers(fields), body: body === undefined ? null : [Buffer.from(body)] }, env)
  return { ask, time, lines, env, worker }
}
const form = (fields) => ({ fields: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: String(new URLSearchParams(fields)) })
const bearer = (token) => ({ fields: { Authorization: `Bearer ${token}` } })
const register = async ({ ask }) => (await ask('POST', '/oauth/register')).json()
async function tokenOf(worker) {
  const { client_id, client_secret } = await register(worker)
  return (await (await worker.ask('POST', '/oauth/token', form({ grant_type: 'client_credentials', client_id, client_secret }))).json()).access_token
}
const profileStatus = async ({ ask }, token) => (await ask('GET', '/api/agent/full-profile', bearer(token))).status

describe('clocks', () => {
  test('a remembered token ends at its time, and does not live on while the clock is set back', async () => {
    const worker = startWorker()
    const token = await tokenOf(worker)
    const at = async (seconds) => {
      worker.time.day = 1_800_000_000_000 + seconds * 1000
      return profileStatus(worker, token)
    }
    assert.deepEqual([await at(0), await at(899), await at(900), await at(0), await at(-60), await at(-61), await at(-3600)], [200, 200, 401, 200, 200, 401, 401])
  })
  test('a token of which nothing is remembered is of its time alone, too', async () => {
    const token = await tokenOf(startWorker())
    const at = async (seconds) => {
      const worker = startWorker()
      worker.time.day += seconds * 1000
      return profileStatus(worker, token)
    }
    assert.deepEqual([await at(0), await at(899), await at(900), await at(-60), await at(-61)], [200, 200, 401, 200, 401])
  })
  test('a clock of the day that steps back an hour refuses nobody, and one that steps forward forgives nothing', async () => {
    const worker = startWorker({ limits: data.limits })
    for (let count = 0; count < kRequests - 1; ++count) await worker.ask('GET', '/api/nothing')
    worker.time.day -= kHour
    assert.equal((await worker.ask('GET', '/api/nothing')).headers.get('ratelimit-remaining'), '0')
    worker.time.day += 2 * kHour
    assert.equal((await worker.ask('GET', '/api/nothing')).status, 429)
    worker.time.steady += kHour / kRequests
    worker.time.day -= 2 * kHour
    assert.equal((await worker.ask('GET', '/api/nothing')).status, 404)
  })
  test('where the host has no other clock than that of the day, a step back refuses nobody', async () => {
    const worker = startWorker({ limits: data.limits })
    for (let count = 0; count < kRequests - 1; ++count) await worker.ask('GET', '/api/nothing')
    worker.time.steady -= kHour
    assert.equal((await worker.ask('GET', '/api/nothing')).status, 404)
    assert.equal((await worker.ask('GET', '/api/nothing')).headers.get('retry-after'), '360')
    worker.time.steady += kHour / kRequests
    assert.equal((await worker.ask('GET', '/api/nothing')).status, 404)
  })
  test('a duration in the log is of the monotonic clock and never negative', async () => {
    const steps = [5, 7.5, 9, 3]
    const worker = startWorker({ monotonic: () => steps.shift() })
    await worker.ask('GET', '/nothing')
    await worker.ask('GET', '/nothing')
    assert.deepEqual(worker.lines.map(({ duration_us: duration, time }) => [duration, time]), [[2500, '2027-01-15T08:00:00.000Z'], [0, '2027-01-15T08:00:00.000Z']])
  })
})

describe('limits', () => {
  const admitted = async (worker, addresses) => {
    let sum = 0
    for (const address of addresses) {
      worker.time.address = address
      sum += Number((await worker.ask('GET', '/api/nothing')).status === 404)
    }
    return sum
  }
  const times = (count, addressOf) => Array.from({ length: count }, (_, at) => addressOf(at))

  test('a /64 has one budget, a /56 four and a /48 sixteen', async () => {
    const worker = startWorker({ limits: data.limits })
    assert.equal(await admitted(worker, times(20, (at) => `2001:db8:1:1::${at.toString(16)}`)), kRequests)
    assert.equal(await admitted(worker, times(60, (at) => `2001:db8:2:${(at % 6).toString(16)}::1`)), 4 * kRequests)
    assert.equal(await admitted(worker, times(200, (at) => `2001:db8:3:${((at % 20) * 256).toString(16)}::1`)), 16 * kRequests)
  })
  test('a client is refused by its address, by its network or by the ceiling, as the log says', async () => {
    const worker = startWorker({ limits: { ...data.limits, ceiling: 5 * kRequests } })
    await admitted(worker, times(11, () => '2001:db8:1:1::1'))
    await admitted(worker, times(41, (at) => `2001:db8:1:${(at % 5).toString(16)}::1`))
    await admitted(worker, times(21, (at) => `192.0.2.${at}`))
    assert.deepEqual([...new Set(worker.lines.map(({ reason }) => reason))].sort(), ['rate_limited_address', 'rate_limited_ceiling', 'rate_limited_network', 'unknown_path'])
  })
  test('a refused request costs nothing, and time without requests saves nothing up', async () => {
    const worker = startWorker({ limits: data.limits })
    assert.equal(await admitted(worker, times(30, () => '192.0.2.1')), kRequests)
    worker.time.steady += kHour / kRequests
    assert.equal(await admitted(worker, times(2, () => '192.0.2.1')), 1)
    assert.equal(await admitted(worker, times(100, () => '2001:db8:4:1::1')), kRequests)
    assert.equal(await admitted(worker, times(60, (at) => `2001:db8:4:${2 + at % 4}::1`)), 3 * kRequests)
    worker.time.steady += 10 * kHour
    assert.equal(await admitted(worker, times(30, () => '192.0.2.1')), kRequests)
  })
  test('credentials and tokens that are not valid cost five', async () => {
    const worker = startWorker({ limits: data.limits })
    assert.equal((await worker.ask('GET', '/api/agent/full-profile', bearer('x'))).headers.get('ratelimit-remaining'), '5')
    assert.equal((await worker.ask('POST', '/oauth/token', form({ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' }))).headers.get('ratelimit-remaining'), '0')
    assert.equal((await worker.ask('GET', '/api/nothing')).status, 429)
  })
  test('without an address from the host all clients are one', async () => {
    const worker = startWorker({ limits: data.limits, addressOf: undefined })
    for (let last = 1; last <= kRequests; ++last) assert.equal((await worker.ask('GET', '/api/nothing', { fields: { 'CF-Connecting-IP': `192.0.2.${last}`, 'X-Real-IP': `192.0.2.${last}` } })).status, 404)
    assert.equal((await worker.ask('GET', '/api/nothing')).status, 429)
  })
})

describe('requests', () => {
  test('user information in the address is refused, and so is what is no address', async () => {
    const { worker, env } = startWorker()
    const statusOf = async (address) => (await worker.fetch({ method: 'GET', url: address, headers: new Headers(), body: null }, env)).status
    const { host } = new URL(url)
    assert.deepEqual([await statusOf(`http://x@${host}/llms.txt`), await statusOf(`http://x:y@${host}/llms.txt`), await statusOf(`http://:y@${host}/llms.txt`), await statusOf('llms.txt'), await statusOf('http://elsewhere.example/')], [400, 400, 400, 400, 421])
  })
  test('a body that breaks off is a refusal and no fault of the service', async () => {
    const { worker, env, lines } = startWorker()
    const body = async function* () {
      yield Buffer.from('{"client_name":')
      throw new Error('aborted')
    }
    const { status } = await worker.fetch({ method: 'POST', url: `${url}/oauth/register`, headers: new Headers({ 'Content-Type': 'application/json' }), body: body() }, env)
    assert.deepEqual([status, lines.map(({ event, reason }) => [event, reason])], [408, [['access', 'body_timeout']]])
  })
  const large = (fields, body) => ({ method: 'POST', url: `${url}/oauth/register`, headers: new Headers(fields), body })
  test('a body that is too large is refused before it has ended', async () => {
    const { worker, env } = startWorker()
    const body = async function* (size) {
      if (size > 0) yield Buffer.alloc(size)
      await new Promise(() => {})
    }
    const { status } = await worker.fetch(large({ 'Content-Length': '20000' }, body(0)), env)
    const { status: withoutLength } = await worker.fetch(large({}, body(20_000)), env)
    assert.deepEqual([status, withoutLength], [413, 413])
  })
  test('the rest of it is read, up to 1 MiB, so that a client that sends it reads the refusal', async () => {
    for (const fields of [{}, { 'Content-Length': '6553600' }]) {
      const { worker, env } = startWorker()
      const given = await new Promise((resolve) => {
        let count = 0
        const body = async function* () {
          try {
            for (; count < 100; ++count) yield Buffer.alloc(65_536)
          } finally {
            resolve(count)
          }
        }
        worker.fetch(large(fields, body()), env)
      })
      assert.ok(given >= 15 && given <= 17, String(given))
    }
  })
})

describe('secrets', () => {
  const kOther = 'q3hR9sWv2kLx8ZpT5nYc7JmB4dGf6AeU1oIiHgKtXwE'
  const kLast = 'as a secret of this host, to the text of the secret file and nothing else'
  const kRefused = [
    [undefined, 'is not set'], ['', 'is not set'], [' '.repeat(40), 'has only blanks'], ['\t\n', 'has only blanks'], [`${kOther}\r\n`, 'ends with a carriage return, as files of Windows do'],
    [`"${kOther}"`, 'is in quotes'], [`'${kOther}'\n`, 'is in quotes'], [` ${kOther}`, 'begins or ends with a blank'], [`${kOther} \n`, 'begins or ends with a blank'], [`\ufeff${kOther}`, 'begins with a byte order mark'],
    [`${kOther}\n\n`, 'has a line break or another control character'], [`${kOther}\n${kOther}`, 'has a line break or another control character'], [`AGENT_ACCESS_SECRET=${kOther}`, 'begins with the name of a variable and ='],
    [kOther.slice(0, 31), 'has fewer than 32 bytes'], ['a'.repeat(40), 'has fewer than 10 different bytes; it is not random'], ['123456789'.repeat(5), 'has fewer than 10 different bytes; it is not random'],
  ]
  const registered = async (env) => {
    const worker = startWorker({}, env)
    const response = await worker.ask('POST', '/oauth/register')
    await worker.ask('POST', '/oauth/register')
    return { status: response.status, error: (await response.json()).error, said: worker.lines.filter(({ event }) => event === 'secret_refused').map(({ level, text }) => `${level}: ${text}`), problem: worker.worker.problemOf(env) }
  }

  for (const [text, fault] of kRefused) {
    test(`one that ${fault} (${JSON.stringify(text)?.slice(0, 12)}) is refused with a sentence, once`, async () => {
      const sentence = `AGENT_ACCESS_SECRET ${fault}; set it, ${kLast}`
      assert.deepEqual(await registered({ AGENT_ACCESS_SECRET: text }), { status: 503, error: 'temporarily_unavailable', said: [`error: ${sentence}`], problem: sentence })
    })
  }
  test('a previous one is held to the same, but may be as weak as it was', async () => {
    for (const [text, fault] of [[`${kOther}\r\n`, 'ends with a carriage return, as files of Windows do'], [`"${kOther}"`, 'is in quotes'], ['   ', 'has only blanks'], ['short', 'has fewer than 32 bytes']]) {
      const { status, problem } = await registered({ AGENT_ACCESS_SECRET: secret, AGENT_ACCESS_PREVIOUS_SECRETS: `${kOther}\n\n${text}` })
      assert.deepEqual([status, problem], [503, `AGENT_ACCESS_PREVIOUS_SECRETS, line 3, ${fault}; set it, ${kLast}`])
    }
    const { status } = await registered({ AGENT_ACCESS_SECRET: `${secret}\n`, AGENT_ACCESS_PREVIOUS_SECRETS: `${kOther}\n${'a'.repeat(40)}\n` })
    assert.equal(status, 201)
  })
  test('a failure of WebCrypto is not kept: the next request tries again', async (context) => {
    for (const name of ['importKey', 'deriveBits', 'sign']) {
      const worker = startWorker()
      const failing = context.mock.method(crypto.subtle, name, () => Promise.reject(new Error('the platform failed')), { times: 1 })
      const statuses = [(await worker.ask('POST', '/oauth/register')).status, (await worker.ask('POST', '/oauth/register')).status]
      failing.mock.restore()
      assert.deepEqual(statuses, [500, 201], name)
      assert.equal(await profileStatus(worker, await tokenOf(worker)), 200)
    }
  })
})

describe('log', () => {
  test('one that throws or rejects fails no request, and the next line says how many were lost', async () => {
    let fails = true
    const lines = []
    const kLogs = { throws: (line) => { if (fails) throw new Error('full'); lines.push(JSON.parse(line)) }, rejects: async (line) => { if (fails) throw new Error('full'); lines.push(JSON.parse(line)) } }
    for (const log of Object.values(kLogs)) {
      [fails, lines.length] = [true, 0]
      const worker = startWorker({ log })
      for (let count = 0; count < 3; ++count) assert.equal((await worker.ask('GET', '/nothing')).status, 404)
      fails = false
      await worker.ask('POST', '/oauth/register')
      await worker.ask('POST', '/oauth/register')
      assert.deepEqual(lines.map(({ event, level, lines: lost }) => [level, event, lost]), [['warn', 'log_lines_dropped', 3], ['info', 'access', undefined], ['info', 'access', undefined]])
    }
  })
  test('refusals beyond log.refusals in a second are left out and counted', async () => {
    const worker = startWorker({ logRefusals: data.logRefusals })
    for (let count = 0; count < 10; ++count) await worker.ask('GET', '/nothing')
    await worker.ask('POST', '/oauth/register')
    assert.deepEqual(worker.lines.map(({ status }) => status), [404, 404, 404, 201])
    worker.time.steady += 1000
    await worker.ask('GET', '/nothing')
    assert.deepEqual(worker.lines.slice(4).map(({ level, event, status, lines }) => [level, event, status, lines]), [['warn', 'access_left_out', undefined, 7], ['info', 'access', 404, undefined]])
  })
  test('log.refusals = 0 logs all, log.level above info none', async () => {
    const linesOf = async (more) => {
      const lines = []
      const worker = createWorker({ ...data, limits: null, ...more }, { log: (line) => { lines.push(line) } })
      for (let count = 0; count < 10; ++count) await worker.fetch(new Request(`${url}/nothing`), {})
      return lines.length
    }
    assert.deepEqual([await linesOf({ logRefusals: 0 }), await linesOf({ logsRequests: false })], [10, 0])
  })
  test('log.client_address is the form of the address', async () => {
    const clientsOf = async (logAddress) => {
      const lines = []
      const addresses = ['192.0.2.1:80', '::ffff:c000:201', '2001:DB8:0:9:1::1', 'no address']
      const worker = createWorker({ ...data, limits: null, logAddress }, { log: (line) => { lines.push(JSON.parse(line)) }, addressOf: () => addresses.shift() })
      for (let count = 0; count < 4; ++count) await worker.fetch(new Request(`${url}/llms.txt`, { method: 'HEAD' }), {})
      return lines.map(({ client }) => client)
    }
    assert.deepEqual(await clientsOf('full'), ['192.0.2.1', '192.0.2.1', '2001:db8:0:9:1::1', undefined])
    assert.deepEqual(await clientsOf('prefix'), ['192.0.2.0/24', '192.0.2.0/24', '2001:db8::/48', undefined])
    assert.deepEqual(await clientsOf('none'), [undefined, undefined, undefined, undefined])
  })
})
