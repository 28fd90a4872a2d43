// A full disk under what is written besides the log: the first files of init, an export, the counters in report.file.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settableClock } from '../support/clock.mjs'
import { eventually, missing, noFaketime, onlyRoot, startVictim } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { binary, startServe } from '../support/server.mjs'

const noUnshare = missing('unshare', '-rm', 'sh', '-c', 'mount -t tmpfs -o size=4k none /mnt && mount -o remount,size=1m /mnt')
const { setClock, jumping } = await settableClock()

/** Runs shell commands with the program as $1 and a new, nearly full disk as $2: { status, stdout, stderr }. */
function onSmallDisk(size, commands, ...args) {
  const folder = temporaryFolder('disk')
  return spawnSync('unshare', ['-rm', 'sh', '-c', `mount -t tmpfs -o size=${size} none "$2" && { ${commands}; }`, 'sh', binary, folder, ...args], { encoding: 'utf8' })
}

test('init on a full disk leaves nothing, says why, and succeeds when there is space', { skip: noUnshare }, () => {
  for (const size of ['4k', '16k', '40k']) {
    const { status, stdout, stderr } = onSmallDisk(size, '"$1" init "$2/site"; find "$2" -type f; mount -o remount,size=1m "$2"; "$1" init "$2/site"')
    assert.match(stderr, /^agent-access: cannot write \S+\/site\/\S+: No space left on device; no file was kept, remove the cause and try again\n$/, size)
    assert.equal(status, 0, stderr)
    assert.match(stdout, /^Wrote /, size)
  }
})

test('an export to a full disk says that it is incomplete and how to go on, has no partial file, and is completed when there is space', { skip: noUnshare }, async () => {
  await using server = await startServe()
  for (const size of ['8k', '100k']) {
    const { status, stdout, stderr } = onSmallDisk(size,
      '"$1" export --config "$3" "$2/out"; find "$2" -name ".agent-access-*" -o -type f -empty; mount -o remount,size=8m "$2"; "$1" export --overwrite --config "$3" "$2/out"', server.configFile)
    assert.match(stderr, /No space left on device\nagent-access: the export is incomplete: \d+ files were written; remove the cause and export again with --overwrite\n/, size)
    assert.equal(status, 0, stderr)
    assert.doesNotMatch(stdout, /^\/\S+$/m, size)
  }
})

test('with a full disk the last report.file stays, it is told once, and counters are saved again when there is space', { skip: noUnshare || noFaketime || onlyRoot }, async () => {
  const folder = temporaryFolder('disk')
  const before = '{"version":1,"days":[]}'
  const commands = `mount -t tmpfs -o size=16k none '${folder}' && printf '${before}' >'${folder}/report.json' && cat /dev/zero >'${folder}/rest' 2>/dev/null; exec "$@"`
  await using server = await startVictim({ environment: jumping(), wrap: ['unshare', '-m', 'sh', '-c', commands, 'sh'], settings: { report: { file: join(folder, 'report.json') } } })
  // The folder as the process sees it.
  const inside = `/proc/${server.program.pid}/root${folder}`
  const told = () => server.program.logged('report_file')
  await setClock(3600)
  await eventually(() => told().length === 1, 'the warning')
  assert.match(told()[0].problem, /report\.json\.next: No space left on device/)
  assert.equal(readFileSync(join(inside, 'report.json'), 'utf8'), before)
  await setClock(7200)
  await eventually(() => server.metric('agent_access_snapshot_age_seconds').then((age) => age > 7000), 'the clock')
  rmSync(join(inside, 'rest'))
  await setClock(10_800)
  await eventually(() => told().some(({ text }) => text === 'counters are saved again'), 'the saved file')
  assert.equal(told().length, 2)
  assert.ok(JSON.parse(readFileSync(join(inside, 'report.json'), 'utf8')).days[0].registrations === 1)
})
