// Clients behind one proxy: whatever others do through it, an honest client gets every response.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { behindFront, kFronts } from '../support/fronts.mjs'
import { startAttackers } from '../support/front_attackers.mjs'
import { runVictims, victimFiles } from '../support/victims.mjs'

const isLong = process.env.AGENT_ACCESS_PROXIES === 'long'
const kVictims = 6
const kRounds = isLong ? 150 : 12
const kAnswersOfARound = 5
const kLeastCancels = 400 // many times more than one connection may cancel

describe('attackers', { concurrency: 3 }, () => kFronts.forEach((kind) => {
  test(`behind ${kind.name} attackers do not make other clients lose a response`, { skip: kind.skip, timeout: 600_000 }, async (context) => {
    await behindFront(kind, { files: victimFiles }, async ({ server, front, ca }) => {
      const attackers = startAttackers({ front, ca })
      let done
      let result
      try {
        result = await runVictims({ front, ca, victims: kVictims, rounds: kRounds })
      } finally {
        done = await attackers.stop()
      }
      context.diagnostic(`${result.answers} answers, ${result.faults.length} lost; attacks: ${JSON.stringify(done)}`)
      assert.deepEqual(result.faults.slice(0, 5), [], `${result.faults.length} of ${result.answers} lost`)
      assert.equal(result.answers, kVictims * kRounds * kAnswersOfARound)
      assert.ok(done.cancelStreams >= kLeastCancels, `only ${done.cancelStreams} cancels`)
      for (const [name, count] of Object.entries(done)) assert.ok(count > 0, `${name} was never done`)
      assert.equal(server.program.exited, null)
    })
  })
}))
