// A full disk under what is written besides the log: the first files of init, an export.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { missing } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { binary, startServe } from '../support/server.mjs'

const noUnshare = missing('unshare', '-rm', 'sh', '-c', 'mount -t tmpfs -o size=4k none /mnt && mount -o remount,size=1m /mnt')

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
