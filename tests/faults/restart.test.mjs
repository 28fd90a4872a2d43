// Stops and restarts under load: only requests in flight in a killed process are lost.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { assertNoSecret, assertServedAsEver, eventually, missing, startComparedClient, startVictim } from '../support/faults.mjs'
import { binary, runProgram } from '../support/server.mjs'
import { readProfile, register, token } from '../support/steps.mjs'

const running = new Set() // loops; stopped after a failed test
const kLoad = 15 // rounds of the loops after which there is load
const kPatience = 60_000

/** Loops that register, get a token and read the profile, each request on a new connection: { stop } → { rounds, errors }. */
function startLoops(baseUrl, loops) {
  const result = { rounds: 0, errors: [] }
  let stopping = false
  const close = { headers: { Connection: 'close' } }
  const loop = async () => {
    while (!stopping) {
      try {
        const client = await register(baseUrl)
        const jwt = await token(baseUrl, client)
        assert.equal((await readProfile(baseUrl, jwt, close)).status, 200)
        ++result.rounds
      } catch (error) {
        result.errors.push(`${error} ${error.cause ?? ''}`)
      }
    }
  }
  const all = Array.from({ length: loops }, loop)
  const load = { result, stop: async () => { stopping = true; await Promise.all(all); return result } }
  running.add(load)
  return load
}

afterEach(async () => {
  for (const loops of running) await loops.stop()
  running.clear()
})

test('after SIGKILL under load the next process accepts clients and tokens of the last one', async () => {
  await using server = await startVictim()
  const loops = startLoops(server.baseUrl, 4)
  await eventually(() => loops.result.rounds > kLoad, 'load', kPatience)
  const begun = performance.now()
  await server.killAndRestart()
  assert.ok(performance.now() - begun < 15_000, 'ready again')
  await loops.stop()
  assert.equal((await readProfile(server.baseUrl, server.token)).status, 200, 'a token from before')
  const again = await token(server.baseUrl, server.client)
  const good = await startComparedClient({ port: server.port, token: again })
  const second = startLoops(server.baseUrl, 2)
  await eventually(() => second.result.rounds > kLoad, 'load', kPatience)
  assert.deepEqual((await second.stop()).errors, [])
  assertServedAsEver(await good.stop())
  for (const line of server.program.output.trim().split('\n')) assert.doesNotThrow(() => JSON.parse(line), line)
  assertNoSecret(server)
})

test('a second process on the same ports ends with the reason and the remedy, and the first serves on', async () => {
  await using server = await startVictim()
  const { code, output } = await runProgram(['serve', '--config', server.configFile])
  assert.equal(code, 1)
  assert.match(output, new RegExp(`^agent-access: cannot listen on 127\\.0\\.0\\.1:${server.port}: Address already in use; choose another with listen\\.address`, 'm'))
  assert.match(output, new RegExp(`^agent-access: cannot listen on 127\\.0\\.0\\.1:${server.adminPort}: Address already in use; choose another with listen\\.admin$`, 'm'))
  assert.equal((await readProfile(server.baseUrl, server.token)).status, 200)
  assert.equal((await readProfile(server.baseUrl, await token(server.baseUrl, await register(server.baseUrl)))).status, 200)
})

const noPerl = missing('perl', '-MSocket', '-MPOSIX', '-e', '1')
test('a socket-activated process is replaced under load and loses no request', { skip: noPerl }, async () => {
  await using server = await startVictim() // for its files; stopped before the socket holder binds the port
  await server.program.stop()
  const args = [fileURLToPath(new URL('../support/socket_holder.pl', import.meta.url)), String(server.port), binary, 'serve', '--config', server.configFile]
  const holder = spawn('perl', args, { stdio: ['pipe', 'pipe', 'pipe'] })
  const heard = []
  let unfinished = ''
  holder.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (unfinished + text).split('\n')
    unfinished = lines.pop()
    heard.push(...lines)
  })
  let log = ''
  holder.stderr.setEncoding('utf8').on('data', (text) => { log += text })
  const ended = once(holder, 'close')
  let current
  const start = async () => {
    const seen = heard.length
    holder.stdin.write('start\n')
    const line = await eventually(() => heard.slice(seen).find((text) => text.startsWith('started ')), 'a process')
    current = Number(line.split(' ')[1])
  }
  process.once('exit', () => holder.kill('SIGKILL'))
  try {
    await eventually(() => heard.includes('listening') || log, 'the listening socket')
    await start()
    const { baseUrl } = server
    const jwt = await token(baseUrl, await register(baseUrl))
    const good = await startComparedClient({ port: server.port, token: jwt })
    const loops = startLoops(baseUrl, 4)
    for (let round = 0; round < 2; ++round) {
      const { rounds } = loops.result
      await eventually(() => loops.result.rounds > rounds + kLoad, 'load', kPatience)
      const last = current
      process.kill(last, 'SIGTERM')
      const line = await eventually(() => heard.find((text) => text.startsWith(`ended ${last} `)), 'the drain', 30_000)
      assert.equal(line, `ended ${last} 0 0`)
      await start() // connections of the meantime wait in the accept queue
    }
    const before = loops.result.rounds
    await eventually(() => loops.result.rounds > before + kLoad, 'load on the last process', kPatience)
    assert.deepEqual((await loops.stop()).errors, [])
    assertServedAsEver(await good.stop(), 15_000) // new connections wait for the next process
  } finally {
    if (current !== undefined && !heard.some((text) => text.startsWith(`ended ${current} `))) process.kill(current, 'SIGTERM')
    holder.stdin.end()
    await ended
  }
})
