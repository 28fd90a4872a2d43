// The first process of the namespaces: starts the fleet, lets the events happen, and writes what it saw into a file. It ends when its input
// does, and everything with it.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { eventsOf } from './events.mjs'
import { startFleet } from './fleet.mjs'

const plan = JSON.parse(process.argv[2])
process.stdin.on('end', () => process.exit(1)).resume()

/** Runs one event: its record { name, at, end } in milliseconds since 1970, and what it notes. */
async function happen(event, fleet) {
  const record = { name: event.name, at: Date.now() }
  const seconds = (since) => (Date.now() - since) / 1000
  let repairedAt
  await event.run(fleet, {
    plan,
    add: (more) => Object.assign(record, more),
    beganAt: (time) => { record.at = time },
    noticed: () => { record.noticed = seconds(record.killedAt ?? record.at) },
    repair: () => { repairedAt = Date.now() },
  })
  record.end = Date.now()
  if (repairedAt !== undefined) record.recovered = seconds(repairedAt)
  return record
}

const run = { plan, events: [], error: undefined }
let fleet
try {
  fleet = await startFleet(plan)
  run.at = Date.now()
  for (const event of eventsOf(plan)) {
    run.events.push(await happen(event, fleet))
    await pause(plan.restMs) // so that one event is seen apart from the next in the picture
  }
  run.end = Date.now()
  await fleet.crowd.stop()
  run.servers = [...await fleet.balancer.statistics()].map(([name, { stot, wretr, wredis, econ, eresp }]) => ({ name, stot, wretr, wredis, econ, eresp }))
} catch (error) {
  run.error = error.stack
}
run.requests = fleet?.crowd?.requests ?? []
run.greedy = [...fleet?.crowd?.greedy.values() ?? []]
run.epoch = fleet?.epoch
run.idle = fleet?.idle
run.steady = fleet?.steady
run.complaints = fleet?.all?.flatMap((replica) => replica.complaints()) ?? []
await fleet?.stop().catch((error) => { run.error ??= error.stack })
await mkdir(dirname(plan.result), { recursive: true })
await writeFile(plan.result, JSON.stringify(run))
process.exit(0)
