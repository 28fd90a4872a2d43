// How the published cases of the h2spec suite are written and run: over TLS, each on a connection of its own. After
// each case another client is served. Importing this starts the server before the tests of the file and ends it afterwards.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { after, before, test } from 'node:test'
import { makeAuthority } from './certificates.mjs'
import { block, headers, join, kError, kFlag, openFrames, settings } from './http2_frames.mjs'
import { askHttp2, openHttp2 } from './http2.mjs'
import { startServe } from './server.mjs'

export const kText = '/llms.txt'
const kForm = ['content-type', 'application/x-www-form-urlencoded']
export const kWindowSetting = 4

let directory
export let ca
export let server
before(async () => {
  directory = await mkdtemp(joinPath(tmpdir(), 'agent-access-frames-'))
  const authority = await makeAuthority(directory)
  ca = await readFile(authority.file)
  const pair = await authority.issue('server')
  const tls = { certificate: pair.certificate, key: pair.key }
  server = await startServe({ scheme: 'https', settings: { tls, limits: { trusted_proxies: [] } } })
  server.good = await openHttp2(server.baseUrl, { ca })
})
after(async () => {
  server?.good?.destroy()
  await server?.stop()
  await rm(directory, { recursive: true, force: true })
})

/** The requests from which cases are composed, for this server. */
export function wordsFor(server) {
  const authority = `127.0.0.1:${server.port}`
  const request = (method = 'GET', path = kText, more = []) =>
    [[':method', method], [':scheme', 'https'], [':path', path], [':authority', authority], ...more]
  const post = (more = []) => request('POST', '/oauth/token', [kForm, ...more])
  return {
    authority,
    request,
    get: (stream) => headers(stream, request()),
    /** A request without its body. The stream stays open, so that the case can send more on it. */
    post: (stream, more = []) => headers(stream, post(more), kFlag.endHeaders),
    /** A GET without END_HEADERS. */
    opened: (...more) => join(headers(1, request(), kFlag.endStream), ...more),
    /** A GET whose block ends with `bytes`. */
    raw: (stream, ...bytes) => headers(stream, join(block(request()), ...bytes)),
  }
}

// Expected outcomes of a case.
/** A response on the stream, and the connection stays open. */
export const answered = (stream, status) => async (peer, server) => {
  const answer = await peer.answered(stream)
  assert.equal(answer.status, status, answer.body.toString())
  assert.equal(answer.reset, undefined)
  return goesOn(peer, server)
}
/** No fault: the next request gets a response. */
export async function goesOn(peer, server) {
  await peer.echo('next one')
  peer.send(settings([[kWindowSetting, 60_000]]), wordsFor(server).get(1_001))
  assert.equal((await peer.answered(1_001)).status, 200)
  assert.equal(peer.goaway, undefined)
}
/** GOAWAY with one of the codes, then the connection is closed. */
export const broken = (...codes) => async (peer) => {
  await peer.gone()
  assert.ok(codes.includes(peer.goaway), `goaway ${peer.goaway}`)
}
/** RST_STREAM with the code; as RFC 9113 section 5.4.2 allows, the connection may be closed with it instead. */
export const refused = (stream, ...codes) => async (peer, server) => {
  await peer.until(() => peer.answer(stream).reset !== undefined || peer.goaway !== undefined, `the end of stream ${stream}`)
  assert.equal(peer.answer(stream).status, undefined, 'no answer')
  if (peer.goaway !== undefined) return broken(...codes)(peer)
  assert.ok(codes.includes(peer.answer(stream).reset), `reset ${peer.answer(stream).reset}`)
  return goesOn(peer, server)
}
/** The action itself has checked the outcome. */
export const checkedByAction = async () => {}

export const E = kError
export const F = kFlag
export const closedWindow = settings([[kWindowSetting, 0]])
export const byte = (value) => Buffer.from([value])
export const bothFlags = F.endStream | F.endHeaders

/** Declares a test of each [section, name, action, outcome]. */
export function testCases(cases) {
  for (const [section, name, action, outcome] of cases) {
    test(`h2spec ${section}, ${name}`, async () => {
      const words = wordsFor(server)
      const peer = await openFrames(server.port, ca)
      try {
        if (action.constructor === Function) peer.send(action(words))
        else await action(peer, words)
        await outcome(peer, server)
      } finally {
        peer.destroy()
      }
      assert.equal((await askHttp2(server.good, kText)).status, 200, 'another client is served')
    })
  }
}
