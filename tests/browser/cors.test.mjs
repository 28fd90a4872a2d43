// A page of another origin in Chromium: it may send any field and read every response, also refusals.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDev } from '../support/server.mjs'
import { openPage, startBrowser, startOtherSite } from './support.mjs'

const kProfilePath = '/api/agent/full-profile'
const kRequests = 12
const kFields = { 'X-Requested-With': 'XMLHttpRequest', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', baggage: 'a=b', DPoP: 'x.y.z' }

const browser = await startBrowser()
const otherSite = await startOtherSite(() => '<!doctype html><title>Another site</title><link rel="icon" href="data:,">')
after(async () => { await browser.close(); otherSite.stop() })

/** Runs `body(ask, server)` with a server of its own; ask(path, options) is fetch() on the page of the other origin. */
async function fromAnotherOrigin(environment, body) {
  await using server = await startDev({ environment })
  await using opened = await openPage(browser, { polyfill: false })
  const { page } = opened
  const ask = (path, options = {}) => page.evaluate(async ([url, init]) => {
    try {
      const answer = await fetch(url, init)
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
    } catch (error) {
      return { error: String(error) }
    }
  }, [server.baseUrl + path, options])
  await page.goto(otherSite.url)
  await body(ask, server)
}

async function tokenOf(ask) {
  const registered = await ask('/oauth/register', { method: 'POST', headers: { ...kFields, 'Content-Type': 'application/json' }, body: '{}' })
  assert.equal(registered.status, 201, JSON.stringify(registered))
  const { client_id: id, client_secret: secret } = JSON.parse(registered.text)
  const granted = await ask('/oauth/token', {
    method: 'POST', headers: { ...kFields, 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: 'grant_type=client_credentials',
  })
  assert.equal(granted.status, 200, JSON.stringify(granted))
  return JSON.parse(granted.text).access_token
}

test('the whole flow works with fields that tools and tracing add', () => fromAnotherOrigin({ AGENT_ACCESS_LIMITS_REQUESTS: '1000' }, async (ask) => {
  const token = await tokenOf(ask)
  const profile = await ask(kProfilePath, { headers: { ...kFields, Authorization: `Bearer ${token}` } })
  assert.equal(profile.status, 200, JSON.stringify(profile))
  assert.match(profile.headers['x-request-id'], /^[0-9a-f]{16}$/)
  assert.match(profile.headers['ratelimit-remaining'], /^\d+$/)
  const document = await ask('/.well-known/api-catalog', { headers: kFields })
  assert.match(document.headers.link, /rel="api-catalog"/)
  assert.match(document.headers.etag, /^"/)
  const refused = await ask(kProfilePath, { headers: { ...kFields, Authorization: 'Bearer not.a.token' } })
  assert.equal(refused.status, 401)
  assert.match(refused.headers['www-authenticate'], /^Bearer error="invalid_token"/)
}))

test('a page can read 429 and Retry-After, and its preflights are not rate limited', () => fromAnotherOrigin({ AGENT_ACCESS_LIMITS_REQUESTS: String(kRequests), AGENT_ACCESS_LIMITS_WINDOW: '1h' }, async (ask) => {
  // Another path each time, so that a preflight comes before each request.
  for (let count = 0; count < kRequests; ++count) {
    const answer = await ask(`/api/nothing-${count}`)
    assert.deepEqual([answer.status, answer.headers['ratelimit-remaining']], [404, String(kRequests - 1 - count)])
  }
  const answer = await ask(kProfilePath, { headers: { ...kFields, Authorization: 'Bearer not.a.token' } })
  assert.equal(answer.status, 429, JSON.stringify(answer))
  assert.equal(JSON.parse(answer.text).error, 'rate_limited')
  assert.equal(answer.headers['retry-after'], answer.headers['ratelimit-reset'])
  assert.equal(answer.headers['ratelimit-limit'], String(kRequests))
}))

test('a page can read refusals of the network layer', () => fromAnotherOrigin({}, async (ask) => {
  const long = 'a'.repeat(9000)
  const refusals = [
    [413, 'payload_too_large', ['/oauth/register', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ' '.repeat(17_000) }]],
    [414, 'uri_too_long', [`/${long}`]],
    [431, 'headers_too_large', [kProfilePath, { headers: { Authorization: `Bearer ${long.repeat(2)}` } }]],
  ]
  for (const [status, error, [path, options]] of refusals) {
    const answer = await ask(path, options)
    assert.equal(answer.status, status, JSON.stringify(answer))
    assert.equal(JSON.parse(answer.text).error, error)
    assert.match(answer.headers['x-request-id'], /^[0-9a-f]{16}$/)
  }
}))
