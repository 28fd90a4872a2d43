// The shared libraries of the process: libcurl is loaded only by the commands that test a running deployment.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { onlyRoot } from '../support/faults.mjs'
import { Program, runProgram, startDev } from '../support/server.mjs'

const librariesOf = (pid) => new Set([...readFileSync(`/proc/${pid}/maps`, 'latin1').matchAll(/ (\/\S+\.so[.\d]*)$/gm)].map(([, path]) => path))

test('a server maps neither libcurl nor the libraries that Debian builds it on', async () => {
  const server = await startDev()
  try {
    const libraries = [...librariesOf(server.program.pid)]
    assert.ok(libraries.some((path) => /\/libcrypto\.so/.test(path)), libraries.join(' '))
    assert.deepEqual(libraries.filter((path) => /lib(curl|gnutls|ldap|krb5|gssapi|ssh2|rtmp|psl)/.test(path)), [])
  } finally {
    await server.stop()
  }
})

test('without libcurl a command says which package it needs', { skip: onlyRoot }, async () => {
  const server = await startDev()
  try {
    const normal = await runProgram(['try', server.baseUrl])
    assert.equal(normal.code, 0, normal.output)
    // An empty file in the place of the library, in a name space of mounts of this process alone.
    const hide = 'file=$(ldconfig -p | sed -n "s/.*libcurl\\.so\\.4 .*=> //p" | head -n 1) && mount --bind /dev/null "$(realpath "$file")" && exec "$0" "$@"'
    const program = new Program(['try', server.baseUrl], {}, { wrap: ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', hide] })
    const { code } = await program.ended
    assert.notEqual(code, 0)
    assert.match(program.output, /cannot load libcurl\.so\.4; install the package libcurl4/)
  } finally {
    await server.stop()
  }
})
