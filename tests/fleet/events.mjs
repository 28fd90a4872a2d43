// What happens to the fleet under load. Each event: { name, run(fleet, note) }. `run` returns when the fleet is whole again;
// note.noticed() says that the others know of the damage, note.repair() that the repair begins, note.add() adds values to the record.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../support/faults.mjs'
import { exampleProfile } from '../support/server.mjs'
import { newSecret } from './fleet.mjs'
import { measure } from './steady.mjs'

const kPatienceMs = 60_000
const kInFlight = 2
const kKeyPatienceMs = 45_000 // a replica looks at the clock every 30 seconds at the latest

const isDown = async (fleet, replica) => (await fleet.balancer.status(replica))?.startsWith('DOWN')
const untilDown = (fleet, replica) => eventually(() => isDown(fleet, replica), `HAProxy to see that ${replica.name} is down`, kPatienceMs)

/** SIGKILL; another process in its place after some requests without it. */
async function killAndReplace(fleet, note, replica) {
  note.add({ killedAt: Date.now() })
  await replica.program.kill()
  await untilDown(fleet, replica)
  note.noticed()
  await fleet.crowd.complete(note.plan.between)
  note.repair()
  await replica.start()
  await fleet.waitUntilWhole()
}

const kill = { name: 'a replica is killed', run: (fleet, note) => killAndReplace(fleet, note, fleet.replicas[0]) }

/**
 * Stops the process, so that requests wait in it, among them registrations, and resolves to how many; again if HAProxy saw it too soon or sent
 * no registration to it.
 */
async function stopWithRequests(fleet, replica) {
  for (;;) {
    replica.program.signal('SIGSTOP')
    const count = 2 * fleet.inUse.length // HAProxy takes turns
    const answered = fleet.crowd.registerAtOnce(count)
    const now = await eventually(async () => {
      const { scur, status } = (await fleet.balancer.statistics()).get(replica.name)
      const isOver = status.startsWith('DOWN') || answered() === count
      // Those that are not answered when half of them are wait here.
      return (isOver || (Number(scur) >= kInFlight && answered() >= count / 2)) && { scur: Number(scur), isOver }
    }, 'requests in flight', kPatienceMs)
    if (!now.isOver) return now.scur
    replica.program.signal('SIGCONT')
    await eventually(() => answered() >= count, 'the registrations', kPatienceMs)
    await fleet.waitUntilWhole()
  }
}

const killBusy = {
  name: 'a replica is killed with requests in it',
  run: async (fleet, note) => {
    const [, replica] = fleet.replicas
    note.add({ inFlight: await stopWithRequests(fleet, replica) })
    await killAndReplace(fleet, note, replica)
  },
}

const drain = {
  name: 'a replica is drained and started again',
  run: async (fleet, note) => {
    const [, , replica] = fleet.replicas
    const stopped = replica.program.stop()
    await untilDown(fleet, replica)
    note.noticed()
    assert.deepEqual(await stopped, { code: 0, signal: null })
    await fleet.crowd.complete(note.plan.between)
    note.repair()
    await replica.start()
    await fleet.waitUntilWhole()
  },
}

const addFifth = {
  name: 'a fifth replica is added',
  run: async (fleet, note) => {
    note.repair()
    await fleet.spare.start()
    await fleet.balancer.add(fleet.spare)
    fleet.inUse.push(fleet.spare)
    await fleet.waitUntilWhole()
    const served = async () => Number((await fleet.balancer.statistics()).get(fleet.spare.name).stot)
    await eventually(async () => (await served()) > 0, 'requests at the fifth replica', kPatienceMs)
  },
}

const configure = {
  name: 'a new configuration, one by one',
  run: async (fleet) => {
    for (const replica of fleet.inUse) {
      await replica.writeProfile({ ...exampleProfile, edition: 2 })
      await replica.writeConfig({ content: { not_found_page: true } })
      await replica.reload()
      await fleet.crowd.complete(fleet.inUse.length)
      assert.equal((await replica.read(await replica.token(await replica.register()))).edition, 2)
    }
    await fleet.waitUntilWhole()
  },
}

/** Every replica, one after the other, with another build of the program, or with that under test. */
const restartEach = (name, fileOf) => ({
  name,
  run: async (fleet, note) => {
    for (const replica of fleet.inUse) {
      await replica.restart(fileOf(note.plan))
      await fleet.waitUntilWhole()
      await fleet.crowd.complete(note.plan.between / 4)
    }
  },
})
const older = restartEach('the version before, one by one', ({ olderFile }) => olderFile)
const newer = restartEach('this version, one by one', () => undefined)
const again = restartEach('the same version started again, one by one', () => undefined)

/** One step of the change on all replicas, before the next step. */
async function stepOnAll(fleet, secrets) {
  for (const replica of fleet.inUse) {
    await replica.writeSecrets(secrets)
    await replica.writeConfig()
    await replica.reload()
    await fleet.crowd.complete(2 * fleet.inUse.length)
  }
  await fleet.waitUntilWhole()
}

const rotate = {
  name: 'the master secret is changed',
  run: async (fleet, note) => {
    const [one, two] = fleet.inUse
    const before = { client: await one.register(), key: await one.signingKey() }
    before.token = await one.token(before.client)
    const next = newSecret()
    const budget = fleet.crowd.beGreedy('during the change of the master secret', { ...note.plan.greedy, replicas: fleet.inUse.length })
    // In this order a client of the new secret is known everywhere before there is one.
    await stepOnAll(fleet, { file: fleet.secret, previous: [next] })
    await stepOnAll(fleet, { file: next, previous: [fleet.secret] })
    await budget
    fleet.secret = next
    assert.notEqual(await two.signingKey(), before.key)
    assert.equal((await two.read(before.token))._meta.issued_to, before.client.client_id)
    assert.notEqual(await two.token(before.client), before.token)
  },
}

const crossEpoch = {
  name: 'an epoch of the signing keys begins',
  // The record has the time at which it begins, also if that was during an earlier event.
  run: async (fleet, note) => {
    const begins = fleet.epoch.begins * 1000
    await pause(Math.max(0, begins - Date.now()))
    note.beganAt(begins)
    const { keys } = await fleet.inUse[0].request({ path: '/.well-known/jwks.json' })
    const expected = await eventually(async () => {
      const signing = new Set(await Promise.all(fleet.inUse.map((replica) => replica.signingKey())))
      return signing.size === 1 && [...signing][0]
    }, 'all replicas to sign with one key', kKeyPatienceMs)
    assert.notEqual(expected, fleet.firstKey)
    assert.ok(keys.some(({ kid }) => kid === expected), 'the key was not published before')
    await fleet.crowd.complete(note.plan.between)
  },
}

const calm = {
  name: 'nothing',
  run: async (fleet, note) => {
    fleet.firstKey = await fleet.inUse[0].signingKey()
    await fleet.crowd.complete(note.plan.between)
    fleet.steady = await measure(fleet, note.plan.steadyMs)
    await fleet.crowd.beGreedy('with nothing else', { ...note.plan.greedy, replicas: fleet.inUse.length })
  },
}

/** The events of a plan in their order: the long form has more of them. */
export const eventsOf = ({ olderFile, isLong }) => [
  calm, ...(isLong ? [kill] : []), killBusy, drain, addFifth, configure, ...(olderFile ? [older, newer] : [again]), rotate, crossEpoch,
]
