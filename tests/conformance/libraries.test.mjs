// The shared libraries of the process: libcurl is loaded only by the commands that test a running deployment.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { noInspection } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { runProgram, startDev } from '../support/server.mjs'

const librariesOf = (pid) => new Set([...readFileSync(`/proc/${pid}/maps`, 'latin1').matchAll(/ (\/\S+\.so[.\d]*)$/gm)].map(([, path]) => path))

test('a server maps neither libcurl nor the libraries that Debian builds it on', { skip: noInspection }, async () => {
  await using server = await startDev()
  const libraries = [...librariesOf(server.program.pid)]
  assert.ok(libraries.some((path) => /\/libcrypto\.so/.test(path)), libraries.join(' '))
  assert.deepEqual(libraries.filter((path) => /lib(curl|gnutls|ldap|krb5|gssapi|ssh2|rtmp|psl)/.test(path)), [])
})

test('without libcurl a command says which package it needs', async () => {
  const folder = temporaryFolder('libraries')
  await using server = await startDev()
  const normal = await runProgram(['try', server.baseUrl])
  assert.equal(normal.code, 0, normal.output)
  await writeFile(join(folder, 'libcurl.so.4'), '') // the loader does not look further
  const { code, output } = await runProgram(['try', server.baseUrl], { environment: { LD_LIBRARY_PATH: folder } })
  assert.notEqual(code, 0)
  assert.match(output, /cannot load libcurl\.so\.4; install the package libcurl4/)
})
