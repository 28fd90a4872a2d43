// Runs the attacks on its own thread, one at a time, each on every target that it applies to. A message { name, seconds }
// starts one; the reply is { opened, answered } when all its connections are closed.
import { parentPort, workerData } from 'node:worker_threads'
import { authAttacks } from './attacks_auth.mjs'
import { connectionAttacks } from './attacks_connection.mjs'
import { httpAttacks } from './attacks_http.mjs'
import { slowAttacks } from './attacks_slow.mjs'
import { Crowd } from './crowd.mjs'

const attacks = [...slowAttacks, ...httpAttacks, ...authAttacks, ...connectionAttacks]
const concerns = (attack, target) => attack.on === undefined || attack.on(target)

/** The names of the attacks that apply to at least one target. */
export const attackNames = (targets) =>
  attacks.filter((attack) => targets.some((target) => concerns(attack, target))).map(({ name }) => name)

async function attackOne(attack, target, seconds) {
  const crowd = new Crowd(target, seconds)
  try {
    await attack.run(crowd)
  } finally {
    crowd.end()
  }
  return { target: target.name, opened: crowd.opened, answered: crowd.answered }
}

if (workerData?.attacker) {
  parentPort.on('message', async ({ name, seconds }) => {
    if (name === undefined) {
      parentPort.close()
      return
    }
    const attack = attacks.find((candidate) => candidate.name === name)
    const concerned = workerData.targets.filter((target) => concerns(attack, target))
    parentPort.postMessage(await Promise.all(concerned.map((target) => attackOne(attack, target, seconds))))
  })
  parentPort.postMessage('running')
}
