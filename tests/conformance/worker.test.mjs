// The exported worker and `serve` with the same files take each other's clients and tokens, and refuse forged tokens alike. The other facts are those of this
// folder, whose files run on it, too (../worker/conformance.mjs).
import assert from 'node:assert/strict'
import { randomUUID, sign as signBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { signingKeyOf } from '../support/derived_keys.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { startServe } from '../support/server.mjs'
import { importWorker } from '../support/worker.mjs'

const kRotation = 7 * 24 * 3600
const kPaper = 'the whole paper\n'
const server = await startServe({
  settings: {
    limits: { requests: 0 },
    mcp: { enabled: true },
    scopes: [{ name: 'read:papers', meaning: 'Read the papers.' }],
    documents: [{ path: '/api/agent/one.txt', source: 'one.txt', scope: 'read:papers', title: 'One', description: 'The first paper.' }],
  },
  files: { 'one.txt': kPaper, 'public/pictures/a boat.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
})
after(() => server.stop())
const out = temporaryFolder('worker')
const secret = (await readFile(join(server.directory, 'secret'), 'utf8'))
const worker = await importWorker({ config: server.configFile, out, secret, environment: { AGENT_ACCESS_LIMITS_REQUESTS: '0' } })
const service = { fetch: (path, options) => fetch(new URL(path, server.baseUrl), { redirect: 'manual', ...options }) }
const both = { service, worker }

/** What a host or a connection adds, and what belongs to one response. */
const kOfOne = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id', 'vary', 'content-encoding'])
const fieldsOf = (response) => Object.fromEntries([...response.headers].filter(([name]) => !kOfOne.has(name)).sort())
const kNew = /("(?:client_id|client_secret)":"|"client_id_issued_at":)[^",]*/g
const plain = { 'Accept-Encoding': 'identity' }
async function seen({ fetch: ask }, path, { headers, ...options } = {}) {
  const response = await ask(path, { ...options, headers: { ...plain, ...headers } })
  return { status: response.status, fields: fieldsOf(response), body: (await response.text()).replace(kNew, '$1…') }
}
async function assertSame(path, options) {
  assert.deepEqual(await seen(worker, path, options), await seen(service, path, options), `${options?.method ?? 'GET'} ${path}`)
}

const form = (fields) => ({ method: 'POST', body: new URLSearchParams(fields) })
const json = (value, headers = {}) => ({ method: 'POST', body: typeof value === 'string' ? value : JSON.stringify(value), headers: { 'Content-Type': 'application/json', ...headers } })
const bearer = (token) => ({ headers: { Authorization: `Bearer ${token}` } })
const jsonOf = async (response) => response.json()
const register = async (at) => jsonOf(await at.fetch('/oauth/register', { method: 'POST' }))
const tokenOf = async (at, { client_id, client_secret }, scope) => {
  const response = await at.fetch('/oauth/token', form({ grant_type: 'client_credentials', client_id, client_secret, ...(scope && { scope }) }))
  return { status: response.status, ...await jsonOf(response) }
}

describe('clients and tokens', () => {
  for (const [registered, issued, read] of ['service', 'worker'].flatMap((a) => ['service', 'worker'].flatMap((b) => ['service', 'worker'].map((c) => [a, b, c])))) {
    test(`registered by the ${registered}, a token of the ${issued} opens the profile and a document of the ${read}`, async () => {
      const client = await register(both[registered])
      const { access_token: token, ...rest } = await tokenOf(both[issued], client, 'read:extended read:papers')
      assert.deepEqual(rest, { status: 200, token_type: 'Bearer', expires_in: 900, scope: 'read:extended read:papers' })
      const profile = await both[read].fetch('/api/agent/full-profile', bearer(token))
      assert.equal(profile.status, 200)
      assert.equal((await jsonOf(profile))._meta.issued_to, client.client_id)
      const paper = await both[read].fetch('/api/agent/one.txt', bearer(token))
      assert.deepEqual([paper.status, await paper.text()], [200, kPaper])
    })
  }
  test('200 tokens of the worker have the one form of a signature that the service accepts', async () => {
    const client = await register(worker)
    for (let count = 0; count < 200; ++count) {
      const { access_token: token } = await tokenOf(worker, client)
      assert.equal((await service.fetch('/api/agent/full-profile', bearer(token))).status, 200)
    }
  })
  test('a client of a previous master secret gets a token of the present one', async () => {
    const client = await register(worker)
    const moved = await importWorker({ config: server.configFile, out, secret: 'another secret of 43 letters: kvmxqzjwhpcyb', previous: secret })
    const { status, access_token: token } = await tokenOf(moved, client)
    assert.equal(status, 200)
    assert.equal((await moved.fetch('/api/agent/full-profile', bearer(token))).status, 200)
    assert.equal((await worker.fetch('/api/agent/full-profile', bearer(token))).status, 401)
  })
  test('keys follow the clock: a token is accepted across a rotation until it expires', async () => {
    const timed = await importWorker({ config: server.configFile, out, secret })
    const rotation = Math.ceil(Date.now() / 1000 / kRotation) * kRotation
    timed.clock.now = () => (rotation - 10) * 1000
    const { access_token: token } = await tokenOf(timed, await register(timed))
    const status = async (seconds) => {
      timed.clock.now = () => seconds * 1000
      return (await timed.fetch('/api/agent/full-profile', bearer(token))).status
    }
    const kids = async () => (await jsonOf(await timed.fetch('/.well-known/jwks.json'))).keys.map(({ kid }) => kid)
    const before = await kids()
    assert.deepEqual([await status(rotation + 1), await status(rotation + 889), await status(rotation + 890)], [200, 200, 401])
    assert.deepEqual([before.length, (await kids()).slice(0, 2)], [2, before])
    assert.equal(before[0], signingKeyOf(secret.trim(), rotation / kRotation - 1).kid)
  })
  test('without a secret, or with a short one, the documents stay and the rest is 503', async () => {
    const bare = await importWorker({ config: server.configFile, out, secret: 'short' })
    assert.equal((await bare.fetch('/llms.txt')).status, 200)
    for (const path of ['/oauth/register', '/oauth/token']) {
      const response = await bare.fetch(path, path.endsWith('token') ? form({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' }) : { method: 'POST' })
      assert.deepEqual([response.status, (await jsonOf(response)).error], [503, 'temporarily_unavailable'])
    }
  })
})

describe('forged tokens', () => {
  const id = randomUUID()
  // Signed with the key that the service uses, so that only the row is wrong.
  const now = Math.floor(Date.now() / 1000)
  const { kid, privateKey } = signingKeyOf(secret.trim(), Math.floor(now / kRotation))
  const kOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const part = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  const signed = (header, claims, change = (signature) => signature) => {
    const input = `${part(header)}.${part(claims)}`
    const signature = signBytes('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const s = BigInt(`0x${signature.subarray(32).toString('hex')}`)
    signature.write((s > kOrder / 2n ? kOrder - s : s).toString(16).padStart(64, '0'), 32, 'hex')
    return `${input}.${change(signature).toString('base64url')}`
  }
  const header = { alg: 'ES256', typ: 'at+jwt', kid }
  const claims = { iss: server.baseUrl, sub: id, client_id: id, aud: [server.baseUrl], scope: 'read:extended', iat: now, exp: now + 900, jti: randomUUID() }
  const kWrong = [undefined, null, true, 0, -1, 1.5, '', 'x', [], ['x'], {}, [1], 2 ** 60]
  const withMember = (object, name, value) => JSON.stringify({ ...object, [name]: value })
  const kForged = [
    ...Object.keys(claims).flatMap((name) => kWrong.map((value) => signed(header, withMember(claims, name, value)))),
    ...Object.keys(header).flatMap((name) => kWrong.map((value) => signed(withMember(header, name, value), claims))),
    ...['crit', 'jku', 'jwk', 'x5u', 'x5c', 'b64', 'zip', 'cty', 'other'].flatMap((name) => [[], 'x', {}, true].map((value) => signed({ ...header, [name]: value }, claims))),
    ...['none', 'HS256', 'ES384', 'es256', 'RS256', 'EdDSA'].map((alg) => signed({ ...header, alg }, claims)),
    ...['JWT', 'at+JWT', 'application/at+jwt', 'application/jwt', 'at+jwt '].map((typ) => signed({ ...header, typ }, claims)),
    ...[[now - 1], [now], [now + 1], [now + 900], [now + 901], [now + 901, now + 1], [now + 1000, now + 100], [now + 960, now + 60], [now + 961, now + 61]].map(([exp, iat = now]) => signed(header, { ...claims, exp, iat })),
    ...[now - 1, now + 30, 'x', null].map((nbf) => signed(header, { ...claims, nbf })),
    ...['http://elsewhere.example', `${server.baseUrl}/`, server.baseUrl.toUpperCase(), server.otherBaseUrl].flatMap((text) => [signed(header, { ...claims, iss: text }), signed(header, { ...claims, aud: text }), signed(header, { ...claims, aud: ['x', text] })]),
    ...[id.toUpperCase(), randomUUID(), id.replace(/^./, 'g')].flatMap((text) => [signed(header, { ...claims, sub: text }), signed(header, { ...claims, client_id: text }), signed(header, { ...claims, sub: text, client_id: text })]),
    ...['read:papers', 'read:extended read:papers', ' read:extended', 'read:extended ', 'READ:EXTENDED', 'read:extended,read:papers', '\\'].map((scope) => signed(header, { ...claims, scope })),
    ...[(s) => s.subarray(1), (s) => Buffer.concat([s, Buffer.alloc(1)]), (s) => Buffer.alloc(64), (s) => s.map((byte, at) => (at === 63 ? byte ^ 1 : byte)), (s) => s.map((byte, at) => (at === 0 ? byte ^ 1 : byte)),
      (s) => Buffer.concat([s.subarray(0, 32), Buffer.from((kOrder - BigInt(`0x${s.subarray(32).toString('hex')}`)).toString(16).padStart(64, '0'), 'hex')])].map((change) => signed(header, claims, change)),
    signed(`{"alg":"ES256","alg":"ES256","typ":"at+jwt","kid":"${kid}"}`, claims), signed(JSON.stringify(header).replace('"kid"', '"\\u006bid"'), claims),
    signed(header, JSON.stringify(claims).replace('"exp":', '"exp":0,"exp":')), signed(header, `${JSON.stringify(claims)} `), signed(header, `${JSON.stringify(claims)}x`), signed(header, JSON.stringify(claims).replace(`"exp":${now + 900}`, `"exp":${now + 900}.0`)),
    ...['.', '..', '...', 'a.b', 'a..c'].map((text) => text), ...[signed(header, claims)].flatMap((text) => [`${text}.`, `${text}=`, `.${text}`, text.replace('.', '..'), text.slice(0, -1), `${text}A`, text.replace(/\.[^.]*$/, '.')]),
  ]
  test(`${kForged.length} kinds of token get the same response`, async () => {
    for (const token of kForged) await assertSame('/api/agent/full-profile', bearer(token))
  })
  test('of these, only those of a right form are accepted', async () => {
    const accepted = []
    for (const token of kForged) if ((await worker.fetch('/api/agent/full-profile', bearer(token))).status === 200) accepted.push(token)
    assert.ok(accepted.length < 20, `${accepted.length} accepted`)
  })
})

describe('the folder', () => {
  test('has the secret in no file, and nothing gated where a host serves files', async () => {
    for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      const text = await readFile(file, 'utf8')
      assert.ok(!text.includes(secret.trim()), `${file} has the secret`)
      if (file.startsWith(join(out, 'public'))) assert.ok(!text.includes(kPaper), `${file} has a gated document`)
    }
  })
  test('has modules of at most 96 KB, 32 KB compressed, with their comments', async () => {
    for (const name of ['worker.js', 'mcp.js', 'site-tools.js']) {
      const text = await readFile(join(out, 'worker', name))
      assert.ok(text.length < 96_000 && gzipSync(text).length < 32_000, `${name}: ${text.length}`)
    }
  })
})

test('the log has networks instead of addresses, and nothing that may be a secret of a client', async () => {
  worker.lines.length = 0
  const client = await register(worker)
  const { access_token: token } = await tokenOf(worker, client)
  for (const agent of [client.client_secret, `Agent/1.0 Bearer ${token}`, `${'x '.repeat(122)}${client.client_secret}`]) await worker.fetch(`/a-post-about-the-invented-oceans-of-last-year/${client.client_secret}`, { headers: { 'User-Agent': agent } })
  await worker.fetch('/oauth/register', json({ client_name: `my secret is ${client.client_secret}` }))
  assert.equal(worker.lines.at(-1).client_name, 'my secret is [removed]')
  assert.deepEqual([...new Set(worker.lines.map((line) => line.client))], ['192.0.2.0/24'])
  assert.equal(worker.lines[2].path, '/a-post-about-the-invented-oceans-of-last-year/[removed]')
  for (const hidden of [client.client_secret, client.client_secret.slice(0, 12), client.client_secret.slice(-12), ...token.split('.')]) assert.ok(!JSON.stringify(worker.lines).includes(hidden))
})
