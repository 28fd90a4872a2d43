// Links below content.root where the kernel has no openat2, or a filter forbids it; strace injects the error.
import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { test } from 'node:test'
import { missing } from '../support/faults.mjs'
import { startServe } from '../support/server.mjs'

for (const error of ['ENOSYS', 'EPERM']) {
  test(`without openat2 (${error}) no link is followed, and everything else is served`, { skip: missing('strace', '-V') }, async () => {
    await using running = await startServe({
      settings: { content: { root: 'public' } }, files: { 'public/a.txt': 'a', 'public/deep/b.txt': 'b' },
      wrap: ['strace', '-D', '-f', '-qq', '-o', '/dev/null', '-e', 'trace=openat2', '-e', `inject=openat2:error=${error}`],
    })
    assert.equal(await (await fetch(`${running.baseUrl}/deep/b.txt`)).text(), 'b')
    await symlink('a.txt', running.path('public/link.txt'))
    await running.program.reload()
    assert.match(running.program.output, /link\.txt is a link, which this kernel cannot follow safely \(no openat2\), and is left out/)
    assert.equal((await fetch(`${running.baseUrl}/link.txt`)).status, 404)
    assert.equal((await fetch(`${running.baseUrl}/a.txt`)).status, 200)
  })
}
