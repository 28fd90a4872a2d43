// Replicas whose clocks differ from the time by up to 30 seconds, in both directions, so from each other by up to a minute.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { faketime, noFaketime } from '../support/faults.mjs'
import { decode } from '../support/steps.mjs'
import { differences, documentsOf, publishedPaths, requestsFor } from './documents.mjs'
import { arrangements, ask, askAll, read, register, startGroup, token } from './group.mjs'

const skip = noFaketime
const kWeek = 7 * 86_400 // keys.rotation
const kSkews = [30, 0, -30]
const kFurtherAhead = 85
const kPatience = 5 // between a time that a replica writes and the one that this process compares it with

const seconds = () => Math.floor(Date.now() / 1000)
/** In the middle of an epoch of the signing keys, so that none begins during the tests. */
const kOffset = Math.floor(seconds() / kWeek) * kWeek + kWeek / 2 - seconds()
const withClock = (skew) => ({ environment: faketime({ FAKETIME: `${kOffset + skew < 0 ? '' : '+'}${kOffset + skew}s` }) })
const isNear = (time, skew) => Math.abs(time - (seconds() + kOffset + skew)) <= kPatience

describe('clocks that differ by a minute', () => {
  let group
  let replicas
  let stray // its clock is a further minute ahead
  before(async () => {
    if (skip) return
    group = await startGroup([...kSkews, kFurtherAhead].map(withClock))
    stray = group.replicas.at(-1)
    replicas = group.replicas.slice(0, kSkews.length)
  })
  after(() => group?.stop())

  test('a client of every replica gets tokens at every other, and every token is accepted at once at all of them', { skip }, async () => {
    let accepted = 0
    const differencesOfClocks = new Set()
    // Many times, so that requests come at each part of a second.
    for (let round = 0; round < 8; ++round) {
      const issuedAt = new Map()
      for (const [first, second, third] of arrangements(replicas)) {
        const jwt = await token(second, await register(first))
        const answer = await ask(third, read(jwt))
        assert.equal(answer.status, 200, answer.text)
        ++accepted
        issuedAt.set(second, decode(jwt).payload.iat)
      }
      differencesOfClocks.add(issuedAt.get(replicas[0]) - issuedAt.get(replicas[2]))
    }
    assert.equal(accepted, 8 * 27)
    for (const difference of differencesOfClocks) assert.ok(difference >= 30 && difference <= 60, `${difference} s`)
  })

  test('a token of a clock that is further ahead is refused where it is issued more than a minute later', { skip }, async () => {
    const jwt = await token(stray, await register(replicas[2]))
    const statuses = []
    for (const replica of replicas) statuses.push((await ask(replica, read(jwt))).status)
    assert.deepEqual(statuses, [200, 401, 401])
    // The client is valid everywhere: it has no time.
    for (const replica of replicas) assert.ok(await token(replica, await register(stray)))
  })

  test('every document is the same at all replicas, the key set too', { skip }, async () => {
    const requests = requestsFor(await publishedPaths(replicas[0]))
    const [first, ...others] = await Promise.all(replicas.map((replica) => documentsOf(replica, requests)))
    for (const answers of others) assert.deepEqual(differences(requests, first, answers), new Map())
  })

  test('every time that a replica writes is that of its clock, and durations are those of the specification', { skip }, async () => {
    for (const [index, replica] of replicas.entries()) {
      const skew = kSkews[index]
      const { headers } = await ask(replica, { path: '/llms.txt' })
      assert.ok(isNear(Date.parse(headers.date) / 1000, skew), headers.date)
      assert.equal(headers['cache-control'], 'public, max-age=300')
      const client = await register(replica)
      assert.ok(isNear(client.client_id_issued_at, skew), `${client.client_id_issued_at}`)
      assert.equal(client.client_secret_expires_at, 0)
      const { payload } = decode(await token(replica, client))
      assert.ok(isNear(payload.iat, skew), `${payload.iat}`)
      assert.equal(payload.exp - payload.iat, 900)
    }
  })

  test('every replica states the same expiry for one token', { skip }, async () => {
    for (const issuer of replicas) {
      const jwt = await token(issuer, await register(issuer))
      const expected = new Date(decode(jwt).payload.exp * 1000).toISOString().replace('.000', '')
      for (const replica of replicas) assert.equal((await ask(replica, read(jwt))).json._meta.expires_at, expected)
    }
  })
})

test('a client that is refused for its rate waits no longer at a clock that is ahead or behind', { skip }, async () => {
  const kLimit = 5
  await using group = await startGroup([30, -30].map(withClock), { settings: { limits: { requests: kLimit, window: '60s' } } })
  for (const replica of group.replicas) {
    const answers = await askAll(replica, Array(kLimit + 1).fill({ path: '/api/site.json' }))
    assert.deepEqual(answers.map(({ status }) => status), [...Array(kLimit).fill(200), 429])
    const { headers } = answers.at(-1)
    // One request is paid back in 12 seconds.
    for (const name of ['retry-after', 'ratelimit-reset']) assert.ok(Number(headers[name]) >= 1 && Number(headers[name]) <= 60, `${name}: ${headers[name]}`)
    assert.ok(Number(headers['retry-after']) <= 12, headers['retry-after'])
  }
})
