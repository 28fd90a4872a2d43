// The programs of examples/ that read the profile. `make examples` compiles that in Rust and runs all tests in
// every language; without it the one in JavaScript has all tests, and that in Python four.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startAlteringProxy } from '../support/altering_proxy.mjs'
import { settableClock } from '../support/clock.mjs'
import { RunningExample, examples } from '../support/examples.mjs'
import { noFaketime } from '../support/faults.mjs'
import { startServe, until } from '../support/server.mjs'
import { register } from '../support/steps.mjs'

const kStart = ['metadata 200', 'register 201', 'token 200', 'profile 200']
const kMostReads = 20
const { setClock, jumping } = await settableClock()

/** The requests to a server as '<route> <status>', as soon as it has logged as many as are expected. */
async function requests({ program }, expected) {
  const logged = () => program.output.split('\n').slice(0, -1).map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'access').map(({ route, status }) => `${route} ${status}`)
  await until(() => logged().length >= expected, `${expected} requests in the log`)
  return logged()
}

const assertRequests = async (server, expected) => assert.deepEqual(await requests(server, expected.length), expected)

/** Runs `body` with a server and the example that reads from it. */
async function withExample(example, { settings, environment, of = {} }, body) {
  await using server = await startServe({ settings, environment })
  await using running = new RunningExample(example, server.baseUrl, of)
  await body({ server, running })
}

/** The same through a proxy that alters responses. */
async function withProxy(example, alter, body) {
  await using proxy = await startAlteringProxy(alter)
  await using server = await startServe({ settings: { base_urls: [proxy.baseUrl] } })
  proxy.forwardTo(server.port)
  await using running = new RunningExample(example, `${proxy.baseUrl}/`)
  await body({ server, running, proxy })
}

/** Changes members of the token response. */
const alterToken = (change) => ({ path, body }) => (path === '/oauth/token' ? { body: JSON.stringify({ ...JSON.parse(body), ...change }) } : {})

for (const example of examples()) {
  const { name, skip, skipMore } = example

  test(`${name}: finds the endpoints, registers and reads the profile, with one token for two reads`, { skip }, () => withExample(example, {}, async ({ server, running }) => {
    const profile = await running.profile(1)
    assert.equal(profile.name, 'Example Person')
    assert.equal(profile._meta.scope, 'read:extended')
    assert.deepEqual(await running.again(), profile)
    await running.end()
    assert.deepEqual([running.code, running.errors, running.profiles.length], [0, '', 2])
    await assertRequests(server, [...kStart, 'profile 200'])
    assert.match(server.program.output, /"client_name":"my-agent\/1\.0"/)
    assert.match(server.program.output, /"user_agent":"my-agent\/1\.0"/)
  }))

  test(`${name}: renews the token from a minute before it expires`, { skip: skipMore || noFaketime }, async () => {
    const clocks = { environment: jumping(), of: { ...jumping(), FAKETIME_DONT_FAKE_MONOTONIC: '0' } }
    try {
      await withExample(example, clocks, async ({ server, running }) => {
        await running.profile(1)
        await setClock(800)
        await running.again()
        await assertRequests(server, [...kStart, 'profile 200'])
        await setClock(845)
        await running.again()
        await assertRequests(server, [...kStart, 'profile 200', 'token 200', 'profile 200'])
      })
    } finally {
      await setClock(0)
    }
  })

  test(`${name}: renews a token of which less than a minute is left`, { skip: skipMore }, () => withProxy(example, alterToken({ expires_in: 30 }), async ({ server, running }) => {
    await running.profile(1)
    await running.again()
    await assertRequests(server, [...kStart, 'token 200', 'profile 200'])
  }))

  test(`${name}: renews a token that is refused`, { skip: skip || noFaketime }, async () => {
    try {
      await withExample(example, { environment: jumping() }, async ({ server, running }) => {
        await running.profile(1)
        await setClock(3600) // of the server alone
        await running.again()
        await assertRequests(server, [...kStart, 'profile 401', 'token 200', 'profile 200'])
      })
    } finally {
      await setClock(0)
    }
  })

  test(`${name}: ends when a renewed token is refused, too`, { skip: skipMore }, () => withProxy(example, alterToken({ access_token: 'x' }), async ({ server, running }) => {
    await running.end()
    assert.equal(running.code, 1)
    assert.match(running.errors, /full-profile answered 401/)
    await assertRequests(server, ['metadata 200', 'register 201', 'token 200', 'profile 401', 'token 200', 'profile 401'])
  }))

  test(`${name}: waits for the seconds in Retry-After after a 429`, { skip }, () => withExample(example, { settings: { limits: { requests: 2, window: '4s' } } }, async ({ server, running }) => {
    // One request is admitted every two seconds, so that soon one comes too early.
    await running.profile(1)
    for (let reads = 1; reads < kMostReads && !server.program.output.includes('"status":429'); ++reads) await running.again()
    await running.end()
    assert.deepEqual([running.code, running.errors], [0, ''])
    const all = await requests(server, kStart.length + 1)
    const refused = all.findIndex((each) => each.endsWith(' 429'))
    assert.ok(refused > 0, all.join())
    assert.equal(all[refused + 1].slice(0, -4), all[refused].slice(0, -4), all.join())
    assert.ok(!all[refused + 1].endsWith(' 429'), all.join())
  }))

  test(`${name}: does not wait for an hour`, { skip: skipMore }, () => withExample(example, { settings: { limits: { requests: 1, window: '1h' } } }, async ({ server, running }) => {
    await running.end()
    assert.equal(running.code, 1)
    assert.match(running.errors, /\/oauth\/token answered 429.* \(Retry-After: 3[56]\d\d\): .*Too many requests/)
    await assertRequests(server, ['metadata 200', 'register 201', 'token 429'])
  }))

  test(`${name}: makes four attempts while it is answered 503`, { skip: skipMore }, () => {
    const busy = { status: 503, headers: { 'Retry-After': '0' }, body: 'busy' }
    let refusals = 3
    const alter = ({ path }) => (path === '/oauth/token' || (path === '/oauth/register' && refusals-- > 0) ? busy : {})
    return withProxy(example, alter, async ({ running, proxy }) => {
      await running.end()
      assert.equal(running.code, 1)
      assert.match(running.errors, /\/oauth\/token answered 503.* \(Retry-After: 0\): busy/)
      const times = (path) => proxy.requests.filter((each) => each === path).length
      assert.deepEqual([times('/oauth/register'), times('/oauth/token')], [4, 4])
    })
  })

  test(`${name}: uses the client in the environment, and says that its secret is refused`, { skip }, async () => {
    await using server = await startServe()
    const started = []
    const start = (id, secret) => {
      started.push(new RunningExample(example, server.baseUrl, { AGENT_CLIENT_ID: id, AGENT_CLIENT_SECRET: secret }))
      return started.at(-1)
    }
    try {
      const { client_id: id, client_secret: secret } = await register(server.baseUrl)
      assert.equal((await start(id, secret).profile(1))._meta.issued_to, id)
      const wrong = 'A'.repeat(43)
      const refused = start(id, wrong)
      await refused.end()
      assert.equal(refused.code, 1)
      assert.ok(refused.errors.includes(`${server.baseUrl} refuses the secret of client ${id}: register again`), refused.errors)
      assert.ok(!refused.errors.includes(wrong))
      await assertRequests(server, ['register 201', 'metadata 200', 'token 200', 'profile 200', 'metadata 200', 'token 401'])
    } finally {
      await Promise.all(started.map((each) => each.stop()))
    }
  })
}
