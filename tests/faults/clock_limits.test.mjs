// The wall clock, which the limiter must not follow and clients that cache the key set must follow exactly, and
// a clock that is wrong at the start.
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { settableClock } from '../support/clock.mjs'
import { eventually, noFaketime } from '../support/faults.mjs'
import { startServe } from '../support/server.mjs'
import { call, decode, readProfile, register, token } from '../support/steps.mjs'

const skip = noFaketime
const { setClock, jumping } = await settableClock()
const offsetOf = async (server) => Date.parse((await call(`${server.baseUrl}/llms.txt`)).headers.get('date')) / 1000 - Date.now() / 1000

test('the rate limit does not follow a wall clock that jumps', { skip }, async () => {
  await using server = await startServe({ environment: jumping(), settings: { limits: { requests: 10, window: '1h' } } })
  const remaining = async () => Number((await call(`${server.baseUrl}/api/site.json`)).headers.get('ratelimit-remaining'))
  try {
    assert.equal(await remaining(), 9)
    for (const [index, jump] of [3600, -3600, 86_400, 0].entries()) {
      await setClock(jump)
      await eventually(async () => Math.abs((await offsetOf(server)) - jump) < 10, 'the clock to jump')
      assert.equal(await remaining(), 8 - index, `after a jump of ${jump} s`)
    }
  } finally {
    await setClock(0)
  }
})

// Node's clock is moved with the server's, so that the age of the client's cache is correct.
test('a client that caches the key set verifies every token through five rotations', { skip }, async () => {
  const kHour = 3600
  await using server = await startServe({ environment: jumping(), settings: { keys: { rotation: '1h' } } })
  const began = Date.now()
  mock.timers.enable({ apis: ['Date'], now: began })
  try {
    const keySet = createRemoteJWKSet(new URL(`${server.baseUrl}/.well-known/jwks.json`), { cacheMaxAge: 600_000, cooldownDuration: 30_000 })
    const client = await register(server.baseUrl)
    const kids = new Set()
    // Steps of different lengths relative to the epochs, each longer than the cache of the client.
    for (let ahead = 0; ahead <= 5 * kHour + 900; ahead += 900) {
      await setClock(ahead)
      mock.timers.setTime(began + ahead * 1000)
      const reloads = () => server.program.output.split('"event":"reload"').length
      const seen = reloads()
      // The clock moves faster than a real one: the main loop checks again after 30 s at the latest, or at a reload.
      server.program.signal('SIGHUP')
      await eventually(() => reloads() > seen, 'a reload')
      const jwt = await eventually(async () => {
        const issued = await token(server.baseUrl, client)
        return Math.abs(decode(issued).payload.iat - (began / 1000 + ahead)) < 100 && issued
      }, 'the clock to move', 40_000)
      const { protectedHeader } = await jwtVerify(jwt, keySet, { typ: 'at+jwt' })
      kids.add(protectedHeader.kid)
      assert.equal((await readProfile(server.baseUrl, jwt)).status, 200)
    }
    assert.ok(kids.size >= 6, `${kids.size} keys`)
  } finally {
    mock.timers.reset()
    await setClock(0)
  }
})

for (const year of [1971, 2019, 2101]) {
  test(`a start in the year ${year} has keys and tokens of that time, which are refused after the correction`, { skip }, async () => {
    await setClock(Math.floor(Date.UTC(year, 5, 1) / 1000 - Date.now() / 1000))
    await using server = await startServe({ environment: jumping() })
    try {
      const client = await register(server.baseUrl)
      const jwt = await token(server.baseUrl, client)
      assert.equal(new Date(decode(jwt).payload.iat * 1000).getUTCFullYear(), year)
      assert.equal((await readProfile(server.baseUrl, jwt)).status, 200)
      await setClock(0)
      server.program.signal('SIGHUP')
      await eventually(async () => {
        const fresh = await token(server.baseUrl, client)
        return Math.abs(decode(fresh).payload.iat - Date.now() / 1000) < 10 && (await readProfile(server.baseUrl, fresh)).status === 200
      }, 'tokens of today', 40_000)
      assert.equal((await readProfile(server.baseUrl, jwt)).status, 401)
    } finally {
      await setClock(0)
    }
  })
}
