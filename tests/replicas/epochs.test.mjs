// An epoch of the signing keys begins at three replicas whose clocks differ by up to a minute: no token is refused before it expires, and
// what has ended is refused. The clocks are moved; keys.rotation is an hour, its shortest value. Each test continues the one before.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { compactVerify, createLocalJWKSet } from 'jose'
import { settableClock } from '../support/clock.mjs'
import { eventually, noFaketime } from '../support/faults.mjs'
import { decode } from '../support/steps.mjs'
import { kKeySetPath } from './documents.mjs'
import { ask, read, register, startGroup, token } from './group.mjs'

const skip = noFaketime
const kEpoch = 3600
const kSkews = [30, 0, -30]
const kPatienceMs = 40_000
const seconds = () => Math.floor(Date.now() / 1000)
const kBoundary = (Math.floor(seconds() / kEpoch) + 2) * kEpoch
const clocks = []
for (const skew of kSkews) clocks.push({ skew, offset: 0, ...await settableClock() })

/** The time of a clock. */
const timeAt = ({ offset }) => seconds() + offset

async function setOffset(clock, offset) {
  clock.offset = offset
  await clock.setClock(offset)
}

/** Sets all clocks to `time` seconds after the boundary and their skew. */
async function setTime(time) {
  const toTime = kBoundary + time - seconds()
  for (const clock of clocks) await setOffset(clock, toTime + clock.skew)
}

describe('an epoch begins', () => {
  let group
  let replicas
  const clients = []
  const tokens = [] // { jwt, kid, exp }
  const keys = new Map() // epoch → id of the key that signs in it
  const firstEpoch = kBoundary / kEpoch // the one that begins
  before(async () => {
    if (skip) return
    await setTime(-400)
    group = await startGroup(clocks.map(({ jumping }) => ({ environment: jumping() })), { settings: { keys: { rotation: '1h' } } })
    replicas = group.replicas
  })
  after(() => group?.stop())

  const keySet = async (replica) => (await ask(replica, { path: kKeySetPath })).json
  const kidsOf = async (replica) => (await keySet(replica)).keys.map(({ kid }) => kid)

  /** A token, which the key of the epoch at the clock of the replica has signed, the same key at every replica. */
  async function issue(replica, client) {
    const jwt = await token(replica, client)
    const { header: { kid }, payload: { iat, exp } } = decode(jwt)
    const epoch = Math.floor(iat / kEpoch)
    if (!keys.has(epoch)) keys.set(epoch, kid)
    assert.equal(kid, keys.get(epoch))
    const issued = { jwt, kid, exp }
    tokens.push(issued)
    return issued
  }

  /** A new client and one of before get tokens at every replica, which all key sets verify. The ids of the keys that signed. */
  async function serve() {
    const issued = []
    for (const replica of replicas) {
      clients.push(await register(replica))
      for (const client of [clients[0], clients.at(-1)]) issued.push(await issue(replica, client))
    }
    for (const replica of replicas) {
      const verify = createLocalJWKSet(await keySet(replica))
      for (const { jwt } of issued) await compactVerify(jwt, verify)
    }
    return [...new Set(issued.map(({ kid }) => kid))]
  }

  /** Reads with every token at every replica: 200 before it expires there, 401 after. How often each was seen. */
  async function readAll() {
    const seen = { accepted: 0, expired: 0 }
    for (const { jwt, exp } of tokens) {
      for (const [index, replica] of replicas.entries()) {
        const left = exp - timeAt(clocks[index])
        const answer = await ask(replica, read(jwt))
        if (timeAt(clocks[index]) < exp) {
          assert.equal(answer.status, 200, `${answer.text} ${left} s before it expires`)
          ++seen.accepted
        } else if (left <= 0) {
          assert.equal(answer.status, 401)
          ++seen.expired
        }
      }
    }
    return seen
  }

  /** The reason in the log for the refusal of a token. */
  async function reasonOf(replica, jwt) {
    const { status, headers } = await ask(replica, read(jwt))
    assert.equal(status, 401)
    const line = () => replica.program.output.split('\n').find((each) => each.includes(`"request_id":"${headers['x-request-id']}"`))
    return JSON.parse(await eventually(line, 'the line in the log', kPatienceMs)).reason
  }

  let publishedBefore
  test('before it, all replicas sign with one key and publish the same keys', { skip }, async () => {
    const signing = await serve()
    assert.deepEqual(signing, [keys.get(firstEpoch - 1)])
    publishedBefore = await Promise.all(replicas.map(kidsOf))
    for (const kids of publishedBefore) assert.deepEqual(kids.slice(-2), publishedBefore[0].slice(-2))
    assert.deepEqual(await readAll(), { accepted: tokens.length * 3, expired: 0 })
  })

  // The clocks of the others are 30 seconds ahead and behind: at -25 the first has begun it, at 0 half of them, at 25 all but the last.
  for (const [time, signing] of [[-60, 1], [-25], [0, 2], [25], [60, 1], [400, 1]]) {
    test(`${Math.abs(time)} s ${time < 0 ? 'before it begins' : 'after it has begun'} no token is refused`, { skip }, async () => {
      await setTime(time)
      const kids = await serve()
      if (signing !== undefined) assert.equal(kids.length, signing)
      assert.deepEqual(await readAll(), { accepted: tokens.length * 3, expired: 0 })
      if (time !== 0) return
      // One that is started on the other side of the boundary than others serves as they do.
      for (const replica of [replicas[2], replicas[0]]) {
        await replica.killAndRestart()
        assert.deepEqual((await serve()).toSorted(), [keys.get(firstEpoch - 1), keys.get(firstEpoch)].toSorted())
      }
      assert.deepEqual(await readAll(), { accepted: tokens.length * 3, expired: 0 })
    })
  }

  test('the key that signs now was published at every replica longer before than a key set is cached', { skip }, () => {
    assert.notEqual(keys.get(firstEpoch), keys.get(firstEpoch - 1))
    for (const kids of publishedBefore) assert.ok(kids.includes(keys.get(firstEpoch)))
  })

  test('tokens of the key before are accepted until they expire and refused from then on', { skip }, async () => {
    await setTime(520)
    await serve()
    const { accepted, expired } = await readAll()
    assert.ok(accepted > 100 && expired > 0, `${accepted} accepted, ${expired} expired`)
  })

  test('the key before is published until each of its tokens has expired, and then no more', { skip }, async () => {
    await setTime(880)
    for (const replica of replicas) assert.ok((await kidsOf(replica)).includes(keys.get(firstEpoch - 1)))
    await readAll()
    await setTime(1000)
    for (const replica of replicas) {
      await eventually(async () => !(await kidsOf(replica)).includes(keys.get(firstEpoch - 1)), 'the key to go', kPatienceMs)
    }
    assert.ok((await readAll()).accepted > 0)
  })

  test('two epochs later every earlier token is refused for its key, and every earlier client gets tokens', { skip }, async () => {
    await setTime(2 * kEpoch + 100)
    const earlier = tokens.splice(0)
    const old = [keys.get(firstEpoch - 1), keys.get(firstEpoch)]
    // A clock jumps here, which a clock in use does not: replicas look at it once a second.
    for (const replica of replicas) await eventually(async () => !(await kidsOf(replica)).some((kid) => old.includes(kid)), 'the new keys', kPatienceMs)
    for (const { jwt, kid } of [earlier[0], earlier.at(-1)]) {
      assert.ok(old.includes(kid))
      for (const replica of replicas) assert.equal(await reasonOf(replica, jwt), 'invalid_signature')
    }
    for (const { jwt } of earlier) for (const replica of replicas) assert.equal((await ask(replica, read(jwt))).status, 401)
    for (const client of clients.slice()) for (const replica of replicas) await issue(replica, client)
    assert.deepEqual(await serve(), [keys.get(firstEpoch + 2)])
    assert.deepEqual(await readAll(), { accepted: tokens.length * 3, expired: 0 })
  })

  test('a replica whose clock is two epochs late and the others refuse the tokens of each other, until it is corrected', { skip }, async () => {
    const [one, , late] = replicas
    const [present] = tokens
    const { offset } = clocks[2]
    await setOffset(clocks[2], offset - 2 * kEpoch)
    await eventually(async () => (await kidsOf(late)).includes(keys.get(firstEpoch)), 'the keys of its time', kPatienceMs)
    const wrong = await token(late, clients[0])
    assert.equal(decode(wrong).header.kid, keys.get(firstEpoch))
    assert.equal(await reasonOf(one, wrong), 'invalid_signature')
    assert.equal(await reasonOf(late, present.jwt), 'invalid_signature')
    await setOffset(clocks[2], offset)
    await eventually(async () => (await kidsOf(late)).includes(present.kid), 'the keys of the present', kPatienceMs)
    await serve()
    assert.deepEqual(await readAll(), { accepted: tokens.length * 3, expired: 0 })
  })
})
