// get_full_profile of web/browser-tools.js with a stubbed server: which requests it makes, and when.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { importModule, kToolNames, toolsOver } from './module.mjs'

const kRegister = '/oauth/register'
const kToken = '/oauth/token'
const kProfile = '/api/agent/full-profile'

const realFetch = globalThis.fetch
beforeEach(() => mock.timers.enable({ apis: ['Date'], now: Date.UTC(2034, 0, 1) }))
afterEach(() => { globalThis.fetch = realFetch; mock.timers.reset() })

const refuse = (status, error, description, headers = {}) =>
  Response.json({ error, error_description: description }, { status, headers })

/** A stubbed server that numbers clients and tokens; it returns `refusals[path]` first, one after the other. */
async function overServer(refusals = {}) {
  let clients = 0
  let tokens = 0
  const served = {
    [kRegister]: () => Response.json({ client_id: `client-${++clients}`, client_secret: `secret-${clients}` }, { status: 201 }),
    [kToken]: () => Response.json({ access_token: `token-${++tokens}`, token_type: 'Bearer', expires_in: 900 }),
    [kProfile]: ({ headers }) => Response.json({ served_with: headers.Authorization }),
  }
  const first = (path) => (options) => refusals[path]?.shift()?.() ?? served[path](options)
  return toolsOver(Object.fromEntries(Object.keys(served).map((path) => [path, first(path)])))
}

const expired = () => refuse(401, 'invalid_token', 'The access token has expired')
const foreign = () => refuse(401, 'invalid_client', 'The client credentials are not valid')

test('registers, gets a token and reads the profile', async () => {
  const { run, requests, paths } = await overServer()
  assert.deepEqual(await run('get_full_profile'), { value: { served_with: 'Bearer token-1' } })
  assert.deepEqual(paths(), [kRegister, kToken, kProfile])
  assert.equal(requests[1].options.body.toString(),
    'grant_type=client_credentials&client_id=client-1&client_secret=secret-1')
  assert.ok(requests.every(({ options }) => options.credentials === 'omit'))
})

test('keeps the token until 30 seconds before its end, then renews it for the same client', async () => {
  const { run, paths } = await overServer()
  await run('get_full_profile')
  mock.timers.tick(869_999)
  assert.equal((await run('get_full_profile')).value.served_with, 'Bearer token-1')
  mock.timers.tick(1)
  assert.equal((await run('get_full_profile')).value.served_with, 'Bearer token-2')
  assert.deepEqual(paths(), [kRegister, kToken, kProfile, kProfile, kToken, kProfile])
})

test('concurrent calls share one client and one token', async () => {
  const { run, paths } = await overServer()
  await Promise.all([run('get_full_profile'), run('get_full_profile'), run('get_full_profile')])
  assert.deepEqual(paths(), [kRegister, kToken, kProfile, kProfile, kProfile])
})

test('a refused token is renewed once', async () => {
  const { run, paths } = await overServer({ [kProfile]: [expired] })
  assert.equal((await run('get_full_profile')).value.served_with, 'Bearer token-2')
  assert.deepEqual(paths(), [kRegister, kToken, kProfile, kToken, kProfile])
})

test('concurrent calls renew a refused token once', async () => {
  const { run, paths } = await overServer({ [kProfile]: [expired, expired] })
  await Promise.all([run('get_full_profile'), run('get_full_profile')])
  assert.equal(paths().filter((path) => path === kToken).length, 2)
})

test('a refusal that arrives after another call has renewed the token does not renew it again', async () => {
  const late = Promise.withResolvers()
  const { run, paths } = await overServer({ [kProfile]: [() => late.promise, expired] })
  const slow = run('get_full_profile')
  assert.equal((await run('get_full_profile')).value.served_with, 'Bearer token-2')
  late.resolve(expired())
  assert.equal((await slow).value.served_with, 'Bearer token-2')
  assert.equal(paths().filter((path) => path === kToken).length, 2)
})

test('a token that is refused twice is reported', async () => {
  const { run, paths } = await overServer({ [kProfile]: [expired, expired] })
  assert.deepEqual(await run('get_full_profile'), { error: 'invalid_token: The access token has expired' })
  assert.deepEqual(paths(), [kRegister, kToken, kProfile, kToken, kProfile])
})

test('a refused client registers again once', async () => {
  const refusals = {}
  const { run, paths } = await overServer(refusals)
  await run('get_full_profile')
  mock.timers.tick(900_000)
  refusals[kToken] = [foreign]
  assert.equal((await run('get_full_profile')).value.served_with, 'Bearer token-2')
  assert.deepEqual(paths().slice(3), [kToken, kRegister, kToken, kProfile])
})

test('a refused new client is reported without another registration', async () => {
  const { run, paths } = await overServer({ [kToken]: [foreign] })
  assert.deepEqual(await run('get_full_profile'), { error: 'invalid_client: The client credentials are not valid' })
  assert.deepEqual(paths(), [kRegister, kToken])
})

test('any other refusal of the profile is reported unchanged', async () => {
  const { run, paths } = await overServer({ [kProfile]: [() => refuse(403, 'insufficient_scope', 'The scope is missing')] })
  assert.deepEqual(await run('get_full_profile'), { error: 'insufficient_scope: The scope is missing' })
  assert.deepEqual(paths(), [kRegister, kToken, kProfile])
})

for (const path of [kRegister, kToken, kProfile]) {
  test(`429 at ${path} reports when to retry, and the next call may succeed`, async () => {
    const { run } = await overServer({ [path]: [() => refuse(429, 'rate_limited', 'Too many requests', { 'Retry-After': '17' })] })
    assert.deepEqual(await run('get_full_profile'), { error: 'rate_limited: Too many requests. Try again in 17 seconds.' })
    assert.ok((await run('get_full_profile')).value.served_with)
  })
}

/** A ModelContext of the draft: refuses duplicates, removes on abort; with `throws` it throws instead of rejecting, as old implementations do. */
function contextOf({ isSynchronous = false } = {}) {
  const names = new Set()
  const add = ({ name }, { signal }) => {
    if (names.has(name)) throw new DOMException(`${name} exists`, 'InvalidStateError')
    names.add(name)
    signal?.addEventListener('abort', () => names.delete(name), { once: true })
  }
  return { names, registerTool: isSynchronous ? add : async (tool, options) => add(tool, options) }
}

for (const isSynchronous of [false, true]) {
  test(`registers with a context that ${isSynchronous ? 'returns nothing and throws' : 'returns promises'}`, async () => {
    const warn = mock.method(console, 'warn', () => {})
    const context = contextOf({ isSynchronous })
    const { register } = await importModule()
    const { register: registerCopy } = await importModule()
    const controller = new AbortController()
    assert.deepEqual(await register(context, { signal: controller.signal }), kToolNames)
    assert.deepEqual(await registerCopy(context), [])
    assert.deepEqual([...context.names], kToolNames)
    controller.abort()
    assert.deepEqual([...context.names], [])
    assert.equal(warn.mock.callCount(), 0)
    warn.mock.restore()
  })
}

test('a context that refuses for another reason is reported on the console, and nothing is thrown', async () => {
  const warn = mock.method(console, 'warn', () => {})
  const { register } = await importModule()
  const refuseAll = { registerTool: () => { throw new DOMException('WebMCP is disabled', 'NotAllowedError') } }
  assert.deepEqual(await register(refuseAll), [])
  assert.deepEqual(warn.mock.calls[0].arguments, ['WebMCP: WebMCP is disabled'])
  warn.mock.restore()
})
