// The tests that every recipe of docs/edge.md passes, with the software that it configures.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { settableClock } from './clock.mjs'
import { hmacToken, newKey, startWithKey, tokenOf, unsignedToken, useKeys } from './edge.mjs'
import { eventually, noFaketime } from './faults.mjs'
import { startOwnerServer } from './owner_server.mjs'
import { startServe } from './server.mjs'
import { altered, challengeIn, decode, register, token } from './steps.mjs'

const kEpoch = 3600 // the shortest rotation
const seconds = () => Math.floor(Date.now() / 1000)

/** One request: { status, headers, text }. `headers` is a list of names and values in turn. */
function ask(port, headers = [], { method = 'GET', body } = {}) {
  return new Promise((resolve, reject) => {
    const all = ['Host', `127.0.0.1:${port}`, ...(body === undefined ? [] : ['Content-Length', String(body.length)]), ...headers]
    const sent = request({ host: '127.0.0.1', port, path: '/reports/1?a=b', method, agent: false, headers: all }, async (answer) => {
      let text = ''
      for await (const piece of answer) text += piece
      resolve({ status: answer.statusCode, headers: answer.headers, text })
    })
    sent.once('error', reject).end(body)
  })
}
const bearer = (jwt) => ['Authorization', `Bearer ${jwt}`]
const kFields = {
  invalid_token: 'error="invalid_token", error_description="The access token is missing or invalid"',
  insufficient_scope: 'error="insufficient_scope", error_description="The scope read:extended is missing", scope="read:extended"',
}

function assertRefused(answer, baseUrl, status, error, what) {
  assert.equal(answer.status, status, what)
  assert.equal(challengeIn(answer), `Bearer ${kFields[error]}, resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`, what)
  assert.equal(answer.headers['content-type'], 'application/json', what)
  assert.equal(answer.headers['cache-control'], 'no-store', what)
  assert.equal(JSON.parse(answer.text).error, error, what)
}

/**
 * `start({ server, apiPort, environment, shifting })` → { port, refresh, stop }; `environment` follows the clock of the test, as does that which
 * `shifting()` returns (clock.mjs); `refresh` is what its timer does, and `keyFile(kid)`, if there is one, names the file of a key. `repeated` is the
 * status of a request with two Authorization fields: 400 is that of a parser, which knows no challenge. `unreachable` has the status of a request with
 * a good token while the service is stopped: `first` before any other request, `later` when the keys are old.
 */
export async function testEdge(name, { skip: missing, start, repeated = 401, unreachable }) {
  const skip = missing || noFaketime
  const { setClock, jumping, shifting } = await settableClock()

  /** Runs `use({ server, key, api, gate })`; `begin` starts the service. */
  async function behindGate(begin, use) {
    const api = await startOwnerServer(() => 'report')
    let [started, gate] = []
    try {
      started = await begin()
      gate = await start({ server: started.server, apiPort: api.port, environment: jumping(), shifting })
      await use({ ...started, api, gate })
    } finally {
      await gate?.stop()
      await started?.server.stop()
      await api.stop()
      await setClock(0)
    }
  }

  test(`${name}: a token of the service opens the API, which learns the client and not the token`, { skip }, () =>
    behindGate(async () => ({ server: await startServe({ environment: jumping() }) }), async ({ server, api, gate }) => {
      const client = await register(server.baseUrl)
      const jwt = await token(server.baseUrl, client)
      const read = await ask(gate.port, [...bearer(jwt), 'X-Client-Id', 'another'])
      assert.deepEqual([read.status, read.text], [200, 'report'])
      assert.equal((await ask(gate.port, bearer(jwt), { method: 'POST', body: 'a question' })).status, 200)
      assert.deepEqual(api.requests.map(({ url, method, body }) => [url, method, body]), [['/reports/1?a=b', 'GET', ''], ['/reports/1?a=b', 'POST', 'a question']])
      for (const { headers } of api.requests) {
        assert.equal(headers['x-client-id'], client.client_id)
        assert.equal(headers.authorization, undefined)
      }
    }))

  test(`${name}: every other request is refused with the challenge, and the API never sees it`, { skip }, () =>
    behindGate(() => startWithKey(jumping()), async ({ server, key, api, gate }) => {
      const { baseUrl } = server
      const made = (more, signer = key) => tokenOf(signer, baseUrl, seconds(), more)
      const foreign = await newKey()
      const good = made()
      const [head, payload, signature] = good.split('.')
      const refused = {
        'no field': [], 'an empty field': ['Authorization', ''], 'another scheme': ['Authorization', `Basic ${good}`], 'no token': ['Authorization', 'Bearer'],
        'not a JWT': bearer('abc'), 'two parts': bearer(`${head}.${payload}`), 'no signature': bearer(`${head}.${payload}.`),
        'expired': bearer(made({ claims: { exp: seconds() - 1 } })), 'no exp': bearer(made({ claims: { exp: undefined } })),
        'exp as a text': bearer(made({ claims: { exp: 'never' } })),
        'signed by another key': bearer(made({ header: { kid: key.kid } }, foreign)), 'unknown kid': bearer(made({}, foreign)),
        'no kid': bearer(made({ header: { kid: undefined } }, foreign)), 'kid of a path': bearer(made({ header: { kid: '../../../etc/passwd' } })),
        'own key in the header': bearer(made({ header: { jwk: foreign.privateKey.export({ format: 'jwk' }), kid: key.kid } }, foreign)),
        'another issuer': bearer(made({ claims: { iss: 'https://elsewhere.example' } })),
        'another audience': bearer(made({ claims: { aud: ['https://elsewhere.example'] } })), 'a longer audience': bearer(made({ claims: { aud: [`${baseUrl}.example`] } })),
        'another typ': bearer(made({ header: { typ: 'JWT' } })), 'another alg': bearer(made({ header: { alg: 'ES384' } })),
        'none': bearer(unsignedToken(key, baseUrl, seconds())), 'HS256 with the public key': bearer(hmacToken(key, baseUrl, seconds(), key.publicPem)),
        ...(gate.keyFile ? { 'HS256 with the name of the key file': bearer(hmacToken(key, baseUrl, seconds(), gate.keyFile(key.kid))) } : {}),
        'altered header': bearer(`${altered(head, 5)}.${payload}.${signature}`), 'altered payload': bearer(`${head}.${altered(payload, 20)}.${signature}`),
        'altered signature': bearer(`${head}.${payload}.${altered(signature, 40)}`),
        'two tokens': ['Authorization', `Bearer ${good}, Bearer ${good}`],
      }
      for (const [what, headers] of Object.entries(refused)) assertRefused(await ask(gate.port, headers), baseUrl, 401, 'invalid_token', what)
      for (const [one, other] of [[good, good], ['abc', good], [good, 'abc']]) {
        const answer = await ask(gate.port, [...bearer(one), ...bearer(other)])
        if (repeated === 400) assert.equal(answer.status, 400)
        else assertRefused(answer, baseUrl, 401, 'invalid_token', 'the field twice')
      }
      for (const scope of ['', 'read:extended:more', 'write', 'read']) {
        assertRefused(await ask(gate.port, bearer(made({ claims: { scope } }))), baseUrl, 403, 'insufficient_scope', `scope ${scope}`)
      }
      assert.equal(api.requests.length, 0)
      assert.equal((await ask(gate.port, bearer(good))).status, 200)
      assert.equal((await ask(gate.port, bearer(made({ claims: { scope: 'write read:extended' } })))).status, 200)
      assert.equal((await ask(gate.port, bearer(made({ twin: true })))).status, 200, 'the twin with the higher s, as the document says')
      assert.equal(api.requests.length, 3)
    }))

  test(`${name}: while the service is stopped, a good token gets ${unreachable.first}, with old keys ${unreachable.later}`, { skip }, async () => {
    const statuses = async (fetched) => {
      let seen
      await behindGate(() => startWithKey(jumping()), async ({ server, key, gate }) => {
        const read = async (signer, at) => (await ask(gate.port, bearer(tokenOf(signer, server.baseUrl, at)))).status
        if (fetched) assert.equal(await read(key, seconds()), 200)
        await server.program.stop()
        if (fetched) await setClock(301)
        const at = seconds() + (fetched ? 301 : 0)
        seen = [await read(key, at), await read(await newKey(), at)]
      })
      return seen
    }
    const foreign = (status) => (status === 200 ? 401 : status)
    assert.deepEqual(await statuses(false), [unreachable.first, foreign(unreachable.first)])
    assert.deepEqual(await statuses(true), [unreachable.later, foreign(unreachable.later)])
  })

  test(`${name}: through two rotations by the calendar, tokens of both keys are accepted, and expired ones refused`, { skip }, async () => {
    const boundary = (Math.floor(seconds() / kEpoch) + 1) * kEpoch
    const ahead = (second) => setClock(second - seconds())
    await ahead(boundary - 60)
    await behindGate(async () => ({ server: await startServe({ environment: jumping(), settings: { keys: { rotation: '1h' } } }) }), async ({ server, gate }) => {
      const client = await register(server.baseUrl)
      const kids = new Set()
      const tokenAfter = (second) => eventually(async () => {
        const jwt = await token(server.baseUrl, client)
        return decode(jwt).payload.iat >= second && !kids.has(decode(jwt).header.kid) && jwt
      }, 'a token of the next key', 40_000)
      const status = async (jwt) => (await ask(gate.port, bearer(jwt))).status
      const first = await tokenAfter(boundary - 60)
      kids.add(decode(first).header.kid)
      assert.equal(await status(first), 200)
      let old = first
      for (const start of [boundary, boundary + kEpoch]) {
        // What the gate fetched before the boundary is enough: the next key is published early.
        await ahead(start + 30)
        // The service publishes the key after the next one by itself some time after the boundary; the clock of the test jumps over that.
        await server.program.reload()
        const next = await tokenAfter(start)
        kids.add(decode(next).header.kid)
        assert.deepEqual([await status(old), await status(next)], [200, 200])
        await ahead(start + kEpoch - 60)
        await gate.refresh()
        await eventually(async () => (await status(next)) === 401, 'the token of the key to expire')
        old = await token(server.baseUrl, client)
        assert.equal(await status(old), 200)
      }
      assert.equal(kids.size, 3)
    })
  })

  test(`${name}: through two changes of own keys in the documented order, the key in use is accepted and the removed one refused`, { skip }, () =>
    behindGate(() => startWithKey(jumping()), async ({ server, key, gate }) => {
      let [offset, old] = [0, key]
      const pass = async (more) => {
        offset += more
        await setClock(offset)
        await gate.refresh()
      }
      const status = async (signer) => (await ask(gate.port, bearer(tokenOf(signer, server.baseUrl, seconds() + offset)))).status
      const issued = async () => token(server.baseUrl, await register(server.baseUrl))
      assert.equal(await status(old), 200)
      for (let change = 0; change < 2; ++change) {
        const next = await newKey()
        await useKeys(server, [old, next])
        await pass(301)
        await useKeys(server, [next, old])
        const jwt = await issued()
        assert.equal(decode(jwt).header.kid, next.kid)
        assert.equal((await ask(gate.port, bearer(jwt))).status, 200)
        assert.deepEqual([await status(old), await status(next)], [200, 200])
        await pass(961)
        await useKeys(server, [next])
        await pass(301)
        assert.deepEqual([await status(old), await status(next)], [401, 200])
        old = next
      }
    }))
}
