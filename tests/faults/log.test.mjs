// A log that cannot be written: a full disk, a pipe that nobody reads. Requests never wait for it. What else a descriptor refuses is in tests/unit/ops.
import assert from 'node:assert/strict'
import { openSync, closeSync, constants, readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually, missing, startVictim, whileServing } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { exchange, request } from '../support/raw.mjs'

const kDropped = 'agent_access_log_lines_dropped_total'

/** Makes enough requests to fill the queue, so that further lines are dropped. */
async function flood(server, count) {
  const options = { port: server.port }
  for (let done = 0; done < count; done += 500) {
    const text = request('GET', '/.well-known/jwks.json', options).repeat(500)
    const { answers } = await exchange(text, { ...options, expected: 500, timeout: 20_000 })
    assert.equal(answers.length, 500)
  }
}

const noUnshare = missing('unshare', '-rm', '/bin/true')
test('with a full disk requests are served, lost lines are counted, and logging resumes when there is space', { skip: noUnshare }, async () => {
  const folder = temporaryFolder('disk')
  const wrap = ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs -o size=64k none '${folder}' && exec "$@" 2>>'${folder}/log'`, 'sh']
  await using server = await startVictim({ wrap })
  // The folder as the process sees it; only root may read it.
  const inside = `/proc/${server.program.pid}/root${folder}/log`
  await whileServing(server, async () => {
    await flood(server, 2_000)
    await eventually(async () => (await server.metric(kDropped)) > 0, 'lost lines to be counted')
  })
  if (process.getuid() === 0) {
    const text = readFileSync(inside, 'utf8')
    assert.ok(text.length > 10_000 && text.length <= 65_536)
    spawnSync('truncate', ['-s', '0', inside]) // like log rotation with copytruncate
    await flood(server, 500)
    await eventually(() => readFileSync(inside, 'utf8').includes('jwks'), 'lines again')
  }
})

test('with a log pipe that nobody reads requests are served, lines are dropped, and the process ends in time', async () => {
  const folder = temporaryFolder('pipe')
  const pipe = join(folder, 'pipe')
  assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(pipe, constants.O_WRONLY)
  await using server = await startVictim({ stderr: writer })
  closeSync(writer)
  try {
    await whileServing(server, async () => {
      await flood(server, 20_000)
      await eventually(async () => (await server.metric(kDropped)) > 0, 'dropped lines')
    })
    const begun = performance.now()
    assert.deepEqual(await server.program.stop(), { code: 0, signal: null })
    assert.ok(performance.now() - begun < 8_000, 'the log does not hold the end up')
  } finally {
    closeSync(reader)
  }
})
