// Thousands of requests generated from the served /openapi.json, valid and invalid: every status, header and body form that
// occurs is in the document, and everything in the document occurs. AGENT_ACCESS_SEED=<number or random> selects
// other requests, AGENT_ACCESS_REQUESTS=<number> more of them.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { makeAuthority } from '../support/certificates.mjs'
import { eventually, open } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { forgeToken } from '../support/forge.mjs'
import { Description } from '../support/openapi.mjs'
import { Random, seedOf } from '../support/random_values.mjs'
import { exchange, request as bytesOf } from '../support/raw.mjs'
import { RequestGenerator } from '../support/request_generator.mjs'
import { startServe } from '../support/server.mjs'
import { call, register, token } from '../support/steps.mjs'

const kSeed = seedOf(process.env.AGENT_ACCESS_SEED, 20261122)
const kRequests = Number(process.env.AGENT_ACCESS_REQUESTS ?? 3000)
const kAtOnce = 8
const kInvalidOfTen = 7
// The response to OPTIONS is described in the text of the description, beside the fields of every response.
const kPreflight = new Set(['allow', 'cache-control', 'x-content-type-options', 'x-request-id', 'access-control-allow-origin',
  'access-control-expose-headers', 'access-control-allow-methods', 'access-control-allow-headers', 'access-control-max-age', 'vary',
  'ratelimit', 'ratelimit-policy', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'])

const folder = temporaryFolder('property')
const seen = new Set() // "GET /path 200" and the names of header components
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = join(folder, 'key.pem')
await writeFile(pem, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
const server = await startServe({ settings: { keys: { pem_files: [pem] } } })
const description = new Description((await call(`${server.baseUrl}/openapi.json`)).json)
const client = await register(server.baseUrl)
const forged = (more) => forgeToken(server.baseUrl, pair, more)
const facts = {
  host: `127.0.0.1:${server.port}`, foreignHost: 'elsewhere.example', client, etags: {},
  tokens: {
    good: await token(server.baseUrl, client),
    expired: await forged((now) => ({ exp: now - 1, iat: now - 901 })),
    elsewhere: await forged(() => ({ aud: ['https://elsewhere.example'] })),
    unscoped: await forged(() => ({ scope: 'read:basic' })),
    unsigned: 'eyJhbGciOiJub25lIn0.e30.',
  },
}
for (const { path, operation } of description.operations) {
  if (operation.responses[304]) facts.etags[path] = (await call(`${server.baseUrl}${path}`)).headers.get('etag')
}
after(() => server.stop())

const kDecoders = { gzip: gunzipSync, br: brotliDecompressSync }

/** Checks one response against its operation. `answer` is { status, headers: object, body: Buffer }. */
function checkResponse({ path, method }, asked, answer) {
  const headers = new Headers(answer.headers)
  if (asked.method === 'OPTIONS' && answer.status === 204) {
    for (const name of headers.keys()) {
      assert.ok(kPreflight.has(name) || description.isOfHttp(name), `the header ${name} of a preflight is not documented`)
    }
    return
  }
  const coding = headers.get('content-encoding')
  const isEmpty = asked.method === 'HEAD'
  const text = isEmpty || coding === null ? answer.body.toString('utf8') : kDecoders[coding](answer.body).toString('utf8')
  description.assertAnswer(path, method, { status: answer.status, headers, text }, { isHead: isEmpty })
  description.assertNothingElse(path, method, { status: answer.status, headers })
  seen.add(`${method.toUpperCase()} ${path} ${answer.status}`)
  for (const component of description.headerComponents(path, method, { status: answer.status, headers })) seen.add(component)
}

const isSent = (lines, name) => lines.some((line) => line.toLowerCase().startsWith(`${name}:`))

/** Sends one request and checks the response; an error includes the request. */
async function ask(port, operation, { name, request }) {
  const { method, target, version, host, fields, body } = request
  const lines = body.length === 0 && method === 'POST' && !isSent(fields, 'content-length') && !isSent(fields, 'transfer-encoding')
    ? [...fields, 'Content-Length: 0'] : fields
  const bytes = bytesOf(method, target, { host, fields: lines, body, version, port })
  try {
    const { answers } = await exchange(bytes, { port, head: method === 'HEAD' })
    assert.equal(answers.length, 1, 'one answer')
    checkResponse(operation, request, answers[0])
    return answers[0]
  } catch (error) {
    throw new Error(`${name}, seed ${kSeed}: ${error.message}\n${JSON.stringify(bytes.slice(0, 1500))}`, { cause: error })
  }
}

/** Runs `work` for each item of `list`, several at a time. */
async function eachOf(list, work) {
  const waiting = list.values()
  await Promise.all(Array.from({ length: kAtOnce }, async () => {
    for (const one of waiting) await work(one)
  }))
}

test(`${kRequests} requests generated from the document get only responses that it describes`, { timeout: 600_000 }, async (t) => {
  t.diagnostic(`seed ${kSeed}`)
  const random = new Random(kSeed)
  const generator = new RequestGenerator(description, random, facts)
  const { operations } = description
  const made = Array.from({ length: kRequests }, (_, number) => {
    const operation = operations[number % operations.length]
    const round = Math.floor(number / operations.length)
    // Every operation gets every kind in turn, with valid ones between them.
    const isInvalid = round % 10 < kInvalidOfTen
    const turn = Math.floor(round / 10) * kInvalidOfTen + (round % 10)
    const sent = isInvalid ? generator.invalid(operation, turn) : { name: 'valid', request: generator.valid(operation) }
    return { operation, sent }
  })
  const statuses = {}
  await eachOf(made, async ({ operation, sent }) => {
    const answer = await ask(server.port, operation, sent)
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    if (sent.name === 'valid') assertTaken(operation, sent.request, answer)
  })
  t.diagnostic(JSON.stringify(statuses))
})

/** A request that is valid by the document is never refused as malformed. */
function assertTaken({ path }, request, answer) {
  const isKnown = request.fields.includes(`Authorization: Bearer ${facts.tokens.good}`) || path !== '/oauth/token'
  const wanted = isKnown ? [200, 201, 304] : [200, 401]
  assert.ok(wanted.includes(answer.status), `valid by the document, refused with ${answer.status} ${answer.body}\n${JSON.stringify(request)}`)
}

test('a counted request gets the RateLimit fields as described, and a client above its budget 429', async () => {
  await using limited = await startServe({ settings: { limits: { requests: 3, window: '60s' } } })
  const host = `127.0.0.1:${limited.port}`
  const counted = description.operations.filter(({ operation }) => operation.responses[429])
  assert.equal(counted.length, 4)
  const generator = new RequestGenerator(description, new Random(kSeed), { ...facts, host })
  for (let round = 0; round < 5; ++round) {
    for (const operation of counted) await ask(limited.port, operation, { name: `counted ${round}`, request: generator.valid(operation) })
  }
})

test('a head or a body that does not arrive gets 408 as described', async () => {
  await using impatient = await startServe({ settings: { limits: { header_deadline: '1500ms', body_deadline: '1500ms' } } })
  const options = { port: impatient.port, timeout: 30_000 }
  await Promise.all(description.operations.flatMap((operation) => {
    const method = operation.method.toUpperCase()
    const head = `${method} ${operation.path} HTTP/1.1\r\nHost: 127.0.0.1:${impatient.port}\r\n`
    return [head, `${head}Content-Length: 9\r\n\r\nabc`].map(async (bytes) => {
      const { answers: [answer] } = await exchange(bytes, options)
      assert.equal(answer.status, 408)
      checkResponse(operation, { method }, answer)
    })
  }))
})

test('a full server returns 503 as described', async () => {
  await using full = await startServe({ settings: { listen: { threads: 1 }, limits: { connections: 1 } } })
  let held
  try {
    await eventually(async () => {
      held?.destroy()
      held = await open(full.port)
      held.write(bytesOf('GET', '/llms.txt', { port: full.port }))
      return eventually(() => held.received !== '' || held.destroyed, 'an answer').then(() => held.received.startsWith('HTTP/1.1 200'))
    }, 'the one connection')
    for (const operation of description.operations) {
      const method = operation.method.toUpperCase()
      const { answers: [answer] } = await exchange(bytesOf(method, operation.path, { port: full.port }), { port: full.port })
      assert.equal(answer.status, 503)
      checkResponse(operation, { method }, answer)
    }
  } finally {
    held?.destroy()
  }
})

/** A fault of the program (500), what a proxy answers on port 80 (403), and preconditions, which are about what GET reads. */
const isOutOfReach = ({ operation, method }, status) => status === '500' || (status === '403' && !operation.responses[403]) || (status === '412' && method === 'post')

test('every status and every header of the document occurred', () => {
  const missing = []
  for (const one of description.operations) {
    const { path, method } = one
    for (const status of description.statuses(path, method)) {
      if (!isOutOfReach(one, status) && !seen.has(`${method.toUpperCase()} ${path} ${status}`)) missing.push(`${method} ${path} ${status}`)
    }
  }
  for (const name of Object.keys(description.document.components.headers)) {
    if (!seen.has(name)) missing.push(`the header ${name}`)
  }
  assert.deepEqual(missing, [])
})
