// Where the memory of the process contains secrets.
import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { test } from 'node:test'
import { makeAuthority } from '../support/certificates.mjs'
import { everyRequest } from '../support/every_request.mjs'
import { noInspection, statusOf } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { isSanitized } from '../support/sanitizer.mjs'
import { startServe } from '../support/server.mjs'

/** Each place of `needle` in the writable memory of the process, with its mapping. */
function findInMemory(pid, needle) {
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const found = []
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'latin1').trim().split('\n')) {
      const [, start, end, rights, name] = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \d+ *(.*)$/.exec(line)
      if (!rights.startsWith('rw') || name === '[vvar]') continue
      const size = Number.parseInt(end, 16) - Number.parseInt(start, 16)
      if (size > 256 * 1024 * 1024) continue
      const bytes = Buffer.alloc(size)
      let read = 0
      try {
        read = readSync(memory, bytes, 0, size, Number.parseInt(start, 16))
      } catch {
        continue // a guard page
      }
      for (let at = bytes.indexOf(needle); at >= 0 && at < read; at = bytes.indexOf(needle, at + 1)) found.push({ start, name, size })
    }
  } finally {
    closeSync(memory)
  }
  return found
}

/** The flags of the mapping that begins at `start`. */
function flagsOf(pid, start) {
  const text = readFileSync(`/proc/${pid}/smaps`, 'latin1')
  const at = text.search(new RegExp(`^${start}-`, 'm'))
  return /^VmFlags: (.*)$/m.exec(text.slice(at))[1].trim().split(' ')
}

/** Every copy of `text` in the memory of a process is in locked pages that are in no core file. */
function assertNoOtherCopy(pid, text, what) {
  const places = findInMemory(pid, Buffer.from(text))
  for (const { start, name } of places) {
    const flags = flagsOf(pid, start)
    assert.ok(flags.includes('lo') && flags.includes('dd'), `${what}: a copy in ${start} ${name || 'anonymous memory'} with ${flags.join(' ')}`)
  }
  return places
}

/** The same, and there is at least one copy. */
const assertLocked = (pid, text, what) => assert.ok(assertNoOtherCopy(pid, text, what).length >= 1, `the search finds ${what}`)

// AddressSanitizer keeps freed memory on purpose.
const noMemory = noInspection || (isSanitized ? 'skipped: a sanitizer keeps copies' : false)

test('the master secret is only in locked pages that are in no core file', { skip: noMemory }, async () => {
  const secret = randomBytes(32)
  await using server = await startServe({ secret })
  const { pid } = server.program
  await everyRequest(server)
  await server.program.reload()
  await everyRequest(server)
  // The bytes of the file are the secret, so its text must be in memory and other encodings must not.
  const text = Buffer.from(secret.toString('base64url'))
  assertLocked(pid, text, 'the master secret')
  for (const form of [secret, Buffer.from(secret.toString('hex')), Buffer.from(text.toString('hex'))]) assert.deepEqual(findInMemory(pid, form), [])
  assert.equal(Number.parseInt(statusOf(pid, 'VmSwap'), 10), 0)
})

const makePem = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
/** A part of the private part of a PEM key. */
const keyPart = (pem) => pem.split('\n')[1].slice(0, 60)

test('the secret of the environment and PEM keys are only in locked pages', { skip: noMemory }, async () => {
  const secret = randomBytes(32).toString('base64url')
  const pem = makePem()
  await using server = await startServe({ settings: { keys: { pem_files: ['key.pem'] } }, files: { 'key.pem': pem }, environment: { AGENT_ACCESS_SECRET: secret } })
  const { pid } = server.program
  await everyRequest(server)
  await server.program.reload()
  await everyRequest(server)
  assertLocked(pid, secret, 'the master secret')
  assertLocked(pid, keyPart(pem), 'the PEM key')
  const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
  assert.ok(environment.includes('AGENT_ACCESS_SECRET='), 'the environment is what was given')
  assert.ok(!environment.includes(secret), 'the environment still contains it')
})

test('no text of the TLS key remains outside locked pages, also if one file has key and certificate', { skip: noMemory }, async () => {
  const folder = temporaryFolder('both')
  const authority = await makeAuthority(folder)
  const { certificate, key } = await authority.read(await authority.issue('server'))
  const both = `${certificate}${key}`
  await using server = await startServe({ scheme: 'https', settings: { tls: { certificate: 'both.pem', key: 'both.pem' } }, files: { 'both.pem': both } })
  const { pid } = server.program
  const signedPart = new X509Certificate(certificate).raw.subarray(8, 200) // which OpenSSL keeps as it was read
  assert.ok(findInMemory(pid, signedPart).length >= 1, 'the search finds the certificate')
  assertNoOtherCopy(pid, keyPart(key.toString()), 'the TLS key')
})

test('neither arguments nor environment contain a secret that is read from a file', { skip: noInspection }, async () => {
  const secret = randomBytes(32)
  await using server = await startServe({ secret })
  for (const file of ['cmdline', 'environ']) {
    assert.ok(!readFileSync(`/proc/${server.program.pid}/${file}`, 'latin1').includes(secret.toString('base64url')))
  }
})
