// The live flow of /agent-access, operated by the names of its buttons.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDev } from '../support/server.mjs'
import { decode, kUuid4 } from '../support/steps.mjs'
import { kNoTraces, openPage, startBrowser, traces } from './support.mjs'

const kTimeoutMs = 10_000

const server = await startDev()
const browser = await startBrowser()
after(async () => { await browser.close(); await server.stop() })

/** Opens the page, runs `body(page)`, and checks its errors: only the expected refusals are allowed. */
async function onPage(body, { refusals = [], options = {}, prepare } = {}) {
  await using opened = await openPage(browser, options)
  const { page, faults } = opened
  page.setDefaultTimeout(kTimeoutMs)
  await prepare?.(page)
  await page.goto(`${server.baseUrl}/agent-access`)
  await body(page)
  const refused = faults.filter((fault) => fault.startsWith('refused: '))
  assert.deepEqual(refused, refusals.map(([status, path]) => `refused: ${status} ${server.baseUrl}${path}`))
  // Chromium writes every refused request to the console, too.
  const others = faults.filter((fault) => !/^refused: |^console: Failed to load resource: the server responded/.test(fault))
  assert.deepEqual(others, [])
  assert.equal(page.url(), `${server.baseUrl}/agent-access`)
  assert.deepEqual(await traces(page), kNoTraces)
}

const click = (page, name) => page.getByRole('button', { name }).click()
const textOf = (page, id) => page.locator(`#${id}`).innerText()
/** Also of an element in a part that is closed. */
const jsonOf = async (page, id) => JSON.parse(await page.locator(`#${id}`).textContent())
const status = (page, text) => page.getByRole('status').filter({ hasText: text }).waitFor()

const runAll = async (page) => {
  await click(page, 'Run all three steps')
  await status(page, 'The profile was received')
}

test('one click registers, gets a token, decodes it and shows the profile', () =>
  onPage(async (page) => {
    await runAll(page)
    const client = await jsonOf(page, 'answer-register')
    assert.match(client.client_id, kUuid4)
    assert.match(await textOf(page, 'line-register'), /^Response, 201 Created, \d+ ms$/)

    const token = await jsonOf(page, 'answer-token')
    assert.deepEqual({ ...token, access_token: '' },
      { access_token: '', token_type: 'Bearer', expires_in: 900, scope: 'read:extended' })
    const { header, payload } = decode(token.access_token)
    assert.deepEqual(await jsonOf(page, 'token-header'), header)
    assert.deepEqual(await jsonOf(page, 'token-claims'), payload)
    assert.equal(payload.client_id, client.client_id)
    assert.equal(payload.exp - payload.iat, 900)

    const profile = await jsonOf(page, 'answer-profile')
    assert.equal(profile._meta.issued_to, client.client_id)
    assert.equal(Date.parse(profile._meta.expires_at), payload.exp * 1000)
  }))

test('the steps can be run one by one, each only when the one before has succeeded', () =>
  onPage(async (page) => {
    const token = page.getByRole('button', { name: 'Run step 2, get a token' })
    const profile = page.getByRole('button', { name: 'Run step 3, read the profile' })
    assert.deepEqual([await token.isEnabled(), await profile.isEnabled()], [false, false])
    await click(page, 'Run step 1, register')
    await status(page, 'Registered')
    assert.deepEqual([await token.isEnabled(), await profile.isEnabled()], [true, false])
    await token.click()
    await status(page, 'valid for 15 minutes')
    await profile.click()
    await status(page, 'The profile was received')
    assert.equal((await jsonOf(page, 'answer-profile'))._meta.scope, 'read:extended')
  }))

test('the secret is shown only on demand', () =>
  onPage(async (page) => {
    await click(page, 'Run step 1, register')
    await status(page, 'Registered')
    assert.match((await jsonOf(page, 'answer-register')).client_secret, /^•+$/)
    await click(page, 'Show the secret')
    assert.match((await jsonOf(page, 'answer-register')).client_secret, /^[\w-]{43}$/)
    await page.getByRole('button', { name: 'Show the secret', pressed: true }).click()
    assert.match((await jsonOf(page, 'answer-register')).client_secret, /^•+$/)
  }))

test('the countdown runs, ends as expired, and restarts with a renewed token', () =>
  onPage(async (page) => {
    await page.clock.pauseAt(Date.now() + 60_000)
    const left = page.locator('#time-left')
    assert.equal(await page.getByRole('progressbar').isVisible(), false)
    const shows = (text) => left.filter({ hasText: new RegExp(`^${text}$`) }).waitFor()
    await runAll(page)
    await shows('15:00 left')
    await page.clock.runFor(61_000)
    await shows('13:59 left')
    assert.equal(await page.getByRole('progressbar').getAttribute('value'), '839')
    await page.clock.runFor(839_000)
    await shows('expired')
    await status(page, 'The token has expired')
    const before = await jsonOf(page, 'answer-token')
    const client = await jsonOf(page, 'answer-register')
    await click(page, 'Renew')
    await shows('15:00 left')
    const renewed = await jsonOf(page, 'answer-token')
    assert.notEqual(renewed.access_token, before.access_token)
    assert.equal(decode(renewed.access_token).payload.client_id, client.client_id)
  }, { prepare: (page) => page.clock.install() }))

const kProfilePath = '/api/agent/full-profile'
for (const [name, statusCode, error, path] of [
  ['Wrong secret', 401, 'invalid_client', '/oauth/token'],
  ['Missing secret', 400, 'invalid_request', '/oauth/token'],
  ['Another grant type', 400, 'unsupported_grant_type', '/oauth/token'],
  ['Missing token', 401, 'invalid_token', kProfilePath],
  ['Altered token', 401, 'invalid_token', kProfilePath],
  ['Unknown path', 404, 'not_found', '/api/agent/unknown'],
  ['Wrong method', 405, 'method_not_allowed', '/oauth/token'],
]) {
  for (const hasToken of [false, true]) {
    test(`${name}: shows ${statusCode} ${error}, ${hasToken ? 'with' : 'without'} a client of one's own`, () =>
      onPage(async (page) => {
        if (hasToken) await runAll(page)
        await page.getByRole('listitem').filter({ hasText: name }).getByRole('button').click()
        await status(page, `${statusCode} ${error}`)
        const shown = await textOf(page, 'answer-error')
        assert.ok(shown.startsWith(`HTTP ${statusCode}`), shown)
        const body = JSON.parse(shown.slice(shown.indexOf('{')))
        assert.equal(body.error, error)
        assert.ok(body.error_description.length > 10)
        if (error === 'invalid_token') assert.match(shown, /^WWW-Authenticate: /m)
        if (statusCode === 405) assert.match(shown, /^Allow: .*POST/m)
      }, { refusals: [[statusCode, path]] }))
  }
}

test('a command is copied with the values of this page', () =>
  onPage(async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await runAll(page)
    const { client_id: id } = await jsonOf(page, 'answer-register')
    await click(page, 'Copy the request of step 2')
    await status(page, 'Copied')
    const text = await page.evaluate(() => navigator.clipboard.readText())
    assert.ok(text.startsWith(`curl -s ${server.baseUrl}/oauth/token`) && text.includes(id), text)
    assert.doesNotMatch(text, /\$CLIENT/)
  }))

test('an unreachable server is reported', () =>
  onPage(async (page) => {
    await page.route('**/oauth/register', (route) => route.fulfill({
      status: 503, contentType: 'application/json',
      body: '{"error":"temporarily_unavailable","error_description":"Try again shortly"}',
    }))
    await click(page, 'Run all three steps')
    await status(page, 'The server refused')
    assert.equal((await jsonOf(page, 'answer-register')).error, 'temporarily_unavailable')
  }, { refusals: [[503, '/oauth/register']] }))

test('everything works with the keyboard alone', () =>
  onPage(async (page) => {
    const isRunAll = () => page.evaluate(() => document.activeElement?.id === 'run-all')
    for (let steps = 0; steps < 40 && !(await isRunAll()); ++steps) await page.keyboard.press('Tab')
    assert.ok(await isRunAll())
    await page.keyboard.press('Enter')
    await status(page, 'The profile was received')
    assert.ok(await isRunAll(), 'the focus stays')
  }))
