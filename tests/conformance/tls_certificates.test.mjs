// Certificates: which one is served, what a reload and a start make of a bad one, what `check` and `try` say of it.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { kVersions, visit } from '../replicas/tickets.mjs'
import { filled } from '../support/filled.mjs'
import { runProgram, until } from '../support/server.mjs'
import { authority, ca, directory, pair, run, startTls, withTls } from '../support/tls.mjs'

async function serial(port, servername = 'localhost') {
  const socket = connectTls({ host: '127.0.0.1', port, ca, servername, checkServerIdentity: () => undefined })
  try {
    await once(socket, 'secureConnect')
    return socket.getPeerCertificate().serialNumber
  } finally {
    socket.destroy()
  }
}

const serialOf = async (file) =>
  /serial=([0-9A-F]+)/.exec((await run('openssl', ['x509', '-in', file, '-noout', '-serial'])).output)[1]

test('try refuses a certificate of no known authority or of another host', async () => {
  const refusal = async (url, ...more) => {
    const { code, output } = await runProgram(['try', url, ...more])
    assert.equal(code, 1, output)
    return output
  }
  await withTls({}, async (server) => {
    const output = await refusal(server.baseUrl)
    assert.match(output, /the certificate of \S+ is refused: unable to get local issuer certificate/)
    // The server's own certificate is no authority, though it is in the file.
    assert.match(await refusal(server.baseUrl, '--ca-file', pair.certificate), /the certificate of \S+ is refused: unable to get/)
    assert.match(await refusal(server.baseUrl, '--ca-file', join(directory, 'none.pem')), /cannot read the file of certificate authorities for/)
  })
  const other = await authority.issue('other', { names: ['DNS:other.test'] })
  await withTls({ tls: { certificate: other.certificate, key: other.key } }, async (server) => {
    for (const url of [server.baseUrl, server.otherBaseUrl]) {
      assert.match(await refusal(url, '--ca-file', authority.file), /the certificate of \S+ is refused: \S.*subject name/)
    }
  })
})

test('SNI selects the certificate', async () => {
  const one = await authority.issue('one', { names: ['DNS:one.test'] })
  const two = await authority.issue('two', { names: ['DNS:two.test'], kind: 'rsa' })
  await withTls({ tls: { more: [`${one.certificate}:${one.key}`, `${two.certificate}:${two.key}`] } }, async (server) => {
    assert.equal(await serial(server.port, 'one.test'), await serialOf(one.certificate))
    assert.equal(await serial(server.port, 'two.test'), await serialOf(two.certificate))
    assert.equal(await serial(server.port, 'localhost'), await serialOf(pair.certificate))
    assert.equal(await serial(server.port, 'unknown.test'), await serialOf(pair.certificate))
  })
})

test('a ticket of one host opens no session of another', async () => {
  const one = await authority.issue('one', { names: ['DNS:one.test'] })
  const two = await authority.issue('two', { names: ['DNS:two.test'] })
  await withTls({ tls: { more: [`${one.certificate}:${one.key}`, `${two.certificate}:${two.key}`] } }, async (server) => {
    for (const version of filled(kVersions)) {
      const at = (servername, session) => visit(server, { version, ca, session, servername, host: `127.0.0.1:${server.port}` })
      const { session } = await at('one.test')
      assert.equal((await at('one.test', session)).isResumed, true, version)
      const { isResumed, subject } = await at('two.test', (await at('one.test')).session)
      assert.deepEqual([isResumed, subject], [false, 'two'], version)
    }
  })
})

test('a reload loads a valid pair and keeps the old one instead of an invalid one', async () => {
  const good = await authority.issue('good')
  const other = await authority.issue('other')
  const expired = await authority.issue('expired', { expired: true })
  const certificate = join(directory, 'live.pem')
  const key = join(directory, 'live.key')
  const put = (from, keyFrom = from) => Promise.all([copyFile(from.certificate, certificate), copyFile(keyFrom.key, key)])
  await put(pair)
  await withTls({ tls: { certificate, key } }, async (server) => {
    const reload = async (event) => JSON.stringify(await server.program.reload(event))
    await put(good)
    await reload('reload')
    const live = await serialOf(good.certificate)
    await until(async () => (await serial(server.port)) === live, 'the new certificate')

    await put(other, good)
    assert.match(await reload('reload_failed'), /does not belong to the first certificate/)
    assert.equal(await serial(server.port), live)

    await writeFile(certificate, '')
    assert.match(await reload('reload_failed'), /contains no PEM certificate chain/)
    assert.equal(await serial(server.port), live)

    await rm(certificate)
    assert.match(await reload('reload_failed'), /cannot read/)
    assert.equal(await serial(server.port), live)

    await put(expired)
    assert.match(await reload('certificate_kept'), /has expired/)
    assert.equal(await serial(server.port), live)

    await put(other)
    await reload('reload')
    const last = await serialOf(other.certificate)
    await until(async () => (await serial(server.port)) === last, 'the last certificate')
  })
})

test('a start with an invalid pair fails and reports why', async () => {
  const other = await authority.issue('stranger')
  await assert.rejects(startTls({ tls: { key: other.key } }), /does not belong to the first certificate/)
  await assert.rejects(startTls({ tls: { key: '' } }), /belong together/)
})

test('check validates the certificates', async () => {
  const foreign = await authority.issue('foreign', { names: ['DNS:elsewhere.test'] })
  const old = await authority.issue('old', { expired: true })
  const soon = await authority.issue('soon', { days: 10 })
  await withTls({}, async (server) => {
    const check = async (tls) => {
      await server.writeConfig({ tls: { certificate: tls.certificate, key: tls.key } })
      return runProgram(['check', '--config', server.configFile])
    }
    const good = await check(pair)
    assert.equal(good.code, 0, good.output)
    assert.match(good.output, /^ok +tls +.*EC 256, localhost, 127\.0\.0\.1, until /m)
    const unnamed = await check(foreign)
    assert.equal(unnamed.code, 1)
    assert.match(unnamed.output, /^FAIL +tls +no certificate is for localhost/m)
    const expired = await check(old)
    assert.equal(expired.code, 1)
    assert.match(expired.output, /^FAIL +tls +.*expired at/m)
    const expiring = await check(soon)
    assert.equal(expiring.code, 0, expiring.output)
    assert.match(expiring.output, /^warn +tls +.*in less than 21 days/m)
    const mixed = await check({ certificate: pair.certificate, key: soon.key })
    assert.equal(mixed.code, 1)
    assert.match(mixed.output, /^FAIL +tls +.*does not belong/m)
  })
})
