// The client of the npm package is that of Node.js, and the program's is libcurl: `try` says the same of a server that answers badly or not at all.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createServer as createSecureServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { temporaryAuthority } from '../support/certificates.mjs'
import { noNpmPackage, npmProgram } from '../support/npm_package.mjs'
import { freePort, runProgram } from '../support/server.mjs'

const skip = noNpmPackage
const kProgram = fileURLToPath(new URL('../../build/release/agent-access', import.meta.url))
const { directory, authority, pair } = await temporaryAuthority()

let answer // null: none
/** Answers whatever begins to arrive, and closes. */
function answering(socket) {
  socket.on('error', () => {}).once('data', () => { if (answer !== null) socket.end(answer) })
}
const plain = createServer(answering)
async function secure({ certificate, key }) {
  return createSecureServer({ cert: await readFile(certificate), key: await readFile(key) }, answering).on('tlsClientError', () => {})
}
const servers = {
  plain,
  trusted: await secure(pair),
  expired: await secure(await authority.issue('expired', { expired: true })),
  elsewhere: await secure(await authority.issue('elsewhere', { names: ['DNS:other.example'] })),
}
for (const server of Object.values(servers)) await once(server.listen(0, '127.0.0.1'), 'listening')
after(() => { for (const server of Object.values(servers)) server.close() })
const hostOf = (name) => `127.0.0.1:${servers[name].address().port}`

/** What `try` says first of an address, by the program and by the package. */
async function saidOf(url, ...more) {
  const args = ['try', url, '--only', 'discovery', '--json', ...more]
  const said = []
  for (const file of [kProgram, npmProgram]) {
    const { code, stdout, output } = await runProgram(args, { file })
    assert.equal(code, 1, output)
    said.push(JSON.parse(stdout).steps.find(({ ok }) => ok === false))
  }
  return said
}
async function assertSaid(detail, url, ...more) {
  for (const step of await saidOf(url, ...more)) {
    if (detail instanceof RegExp) assert.match(step.detail, detail)
    else assert.equal(step.detail, detail)
  }
}

const kHead = 'HTTP/1.1 200 OK\r\n'
const kBroken = 'no complete HTTP response from HOST: '
const kAnswers = [
  ['a head that is cut off', `${kHead}X: a`, `${kBroken}the head is cut off`],
  ['nothing', '', `${kBroken}Server returned nothing (no headers, no data)`],
  ['another protocol', 'SSH-2.0-Example\r\n\r\n', `${kBroken}Unsupported protocol`],
  ['a body that is cut off', `${kHead}Content-Length: 5\r\n\r\nfour`, `${kBroken}Transferred a partial file`],
  ['a body over the limit', `${kHead}\r\n${'a'.repeat(1_048_577)}`, 'too large a response from HOST: the body is over 1 MiB'],
  ['a body that says so', `${kHead}Content-Length: 1048577\r\n\r\n`, 'too large a response from HOST: the body is over 1 MiB'],
  ['a head over the limit', `${kHead}${`X: ${'a'.repeat(95)}\r\n`.repeat(700)}`, 'too large a response from HOST: the head is over 64 KiB'],
  ['a line over the limit', `${kHead}X: ${'a'.repeat(110_000)}`, 'too large a response from HOST: the head is over 64 KiB'],
  ['interim responses only', `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(8)}${kHead}Content-Length: 0\r\n\r\n`, 'HOST sends only interim responses'],
]
for (const [name, bytes, detail] of kAnswers) {
  test(`a server that sends ${name}`, { skip }, async () => {
    answer = bytes
    await assertSaid(detail.replace('HOST', hostOf('plain')), `http://${hostOf('plain')}`)
  })
}

test('a server that does not answer, over TLS neither', { skip }, async () => {
  answer = null
  for (const scheme of ['http', 'https']) await assertSaid(`${hostOf('plain')} did not respond within 1000 ms`, `${scheme}://${hostOf('plain')}`, '--timeout', '1')
})

test('a port at which nothing listens, and a host that does not exist', { skip }, async () => {
  const port = await freePort()
  await assertSaid(`nothing listens at 127.0.0.1:${port}: Connection refused`, `http://127.0.0.1:${port}`)
  // No label of a name is longer than 63 characters: no DNS server is queried.
  await assertSaid(/^cannot find a{64}\.test: Could(n't| not) resolve host ?name$/, `http://${'a'.repeat(64)}.test`)
})

test('certificates that are not good', { skip }, async () => {
  answer = `${kHead}Content-Length: 0\r\n\r\n`
  const known = ['--ca-file', authority.file]
  const refused = (name, reason) => `the certificate of ${hostOf(name)} is refused: ${reason}`
  await assertSaid(refused('trusted', 'unable to get local issuer certificate'), `https://${hostOf('trusted')}`)
  await assertSaid(refused('expired', 'certificate has expired'), `https://${hostOf('expired')}`, ...known)
  await assertSaid(/ is refused: no alternative certificate subject name matches target (host ?name|ipv4 address) '127\.0\.0\.1'$/, `https://${hostOf('elsewhere')}`, ...known)
  const [one, other] = await saidOf(`https://${hostOf('trusted')}`, ...known)
  assert.deepEqual([one.status, one.detail], [other.status, other.detail])
  assert.equal(one.status, 200)
})

test('no TLS, and a file of authorities that is none', { skip }, async () => {
  answer = 'HTTP/1.1 400 Bad Request\r\n\r\n'
  await assertSaid(/^no TLS with 127\.0\.0\.1:\d+: .*wrong version number$/, `https://${hostOf('plain')}`)
  const none = join(directory, 'none.pem')
  await assertSaid(new RegExp(`^cannot read the file of certificate authorities for ${hostOf('trusted')}: .*${none}`), `https://${hostOf('trusted')}`, '--ca-file', none)
})
