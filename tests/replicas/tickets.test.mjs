// TLS session tickets of one replica at the others, also after a restart, and when clocks differ where the ticket keys change.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { settableClock } from '../support/clock.mjs'
import { noFaketime } from '../support/faults.mjs'
import { ca, pair } from '../support/tls.mjs'
import { startGroup } from './group.mjs'
import { kVersions, resumes, ticketOf, tlsSettings } from './tickets.mjs'

const skip = noFaketime
const kTicketEpoch = 12 * 3600 // the time for which one ticket key is used, in seconds
const kChange = (Math.floor(Date.now() / 1000 / kTicketEpoch) + 1) * kTicketEpoch // when the next one begins
const kSkews = [30, -30]
const clocks = [await settableClock(), await settableClock()]
const kTls = tlsSettings(pair)

describe('with one clock', () => {
  let group
  let other
  before(async () => {
    group = await startGroup([{}, {}, {}], kTls)
    other = await startGroup([{}], kTls)
  })
  after(() => Promise.all([group?.stop(), other?.stop()]))

  for (const version of kVersions) {
    test(`a ticket of ${version} is resumed at every replica, and not with another master secret`, async () => {
      for (const issuer of group.replicas) {
        const session = await ticketOf(issuer, { version, ca })
        for (const replica of group.replicas) assert.equal(await resumes(replica, { version, ca, session }), true)
        assert.equal(await resumes(other.replicas[0], { version, ca, session }), false)
      }
    })

    test(`a ticket of ${version} is resumed after a restart of the replica that issued it and of the one that resumes it`, async () => {
      const [one, two] = group.replicas
      const session = await ticketOf(one, { version, ca })
      await two.killAndRestart()
      assert.equal(await resumes(two, { version, ca, session }), true)
      await one.program.stop()
      await one.start()
      assert.equal(await resumes(one, { version, ca, session }), true)
      await two.program.stop()
      await two.start()
      assert.equal(await resumes(two, { version, ca, session }), true)
    })
  }
})

describe('with clocks that differ by a minute', () => {
  let group
  before(async () => { if (!skip) group = await startGroup(clocks.map(({ jumping }) => ({ environment: jumping() })), kTls) })
  after(() => group?.stop())

  /** Sets all clocks to `seconds` after the ticket keys change, each with its skew. */
  const setTime = async (seconds) => {
    const toChange = kChange - Math.floor(Date.now() / 1000)
    for (const [index, { setClock }] of clocks.entries()) await setClock(toChange + seconds + kSkews[index])
  }

  // Exactly at the change one replica is 30 s behind it, the other 30 s before it.
  for (const [seconds, when] of [[-300, 'before the ticket keys change'], [0, 'while one of them has changed its ticket key'], [300, 'after the change']]) {
    for (const version of kVersions) {
      test(`a ticket of ${version} is resumed in both directions ${when}`, { skip }, async () => {
        await setTime(seconds)
        const [ahead, behind] = group.replicas
        for (const [from, to] of [[ahead, behind], [behind, ahead]]) {
          const session = await ticketOf(from, { version, ca })
          assert.equal(await resumes(to, { version, ca, session }), true)
        }
      })
    }
  }

  for (const version of kVersions) {
    test(`a ticket of ${version} from before the change is resumed in both directions for twelve hours, and not in the next epoch`, { skip }, async () => {
      await setTime(-300)
      const sessions = await Promise.all(group.replicas.map((replica) => ticketOf(replica, { version, ca })))
      for (const [seconds, expected] of [[300, true], [kTicketEpoch - 600, true], [kTicketEpoch + 120, false]]) {
        await setTime(seconds)
        for (const session of sessions) {
          for (const replica of group.replicas) assert.equal(await resumes(replica, { version, ca, session }), expected, `${seconds} s after the change`)
        }
      }
    })
  }
})
