// HTTP/2 connections that send what no client library sends, beside a client that must be served meanwhile. Import it once in a
// test file: the server's certificate is removed after the tests of that file.
import assert from 'node:assert/strict'
import { temporaryAuthority } from './certificates.mjs'
import { headers, join, kFlag, openFrames } from './http2_frames.mjs'
import { askHttp2, openHttp2 } from './http2.mjs'
import { exampleProfile, startServe } from './server.mjs'

export const kText = '/llms.txt'
export const kProfile = '/api/agent/full-profile'
export const kForm = ['content-type', 'application/x-www-form-urlencoded']
const kPolls = 10

const { ca, pair } = await temporaryAuthority()

export async function withServer({ settings: more = {}, profile = exampleProfile }, use) {
  const tls = { certificate: pair.certificate, key: pair.key }
  const limits = { trusted_proxies: [], ...more.limits } // a proxy would get HTTP/1.1
  await using server = await startServe({ scheme: 'https', profile, settings: { ...more, tls, limits } })
  server.ca = ca
  return await use(server)
}

export const request = (server, method = 'GET', path = kText, more = []) =>
  [[':method', method], [':scheme', 'https'], [':path', path], [':authority', `127.0.0.1:${server.port}`], ...more]
export const get = (server, stream) => headers(stream, request(server))
export const post = (server, stream, more = []) => headers(stream, request(server, 'POST', '/oauth/token', [kForm, ...more]), kFlag.endHeaders)

/** Runs `attack` on a new connection while another client polls; all responses to that client are 200. */
export async function whileServing(server, attack, entries = []) {
  const good = await openHttp2(server.baseUrl, { ca })
  let isOver = false
  const polling = (async () => {
    let count = 0
    for (; !isOver || count < kPolls; ++count) assert.equal((await askHttp2(good, kText)).status, 200)
    return count
  })()
  const peer = await openFrames(server.port, server.ca, entries)
  try {
    await attack(peer)
  } finally {
    isOver = true
    peer.destroy()
    await polling
    good.destroy()
  }
}

/** The bytes of each(0) to each(count - 1). */
export const repeated = (count, each) => join(Array.from({ length: count }, (_, index) => each(index)))
/** The stream identifier of the client's request number `index`. */
export const odd = (index) => 2 * index + 1

/** A new client and its token. */
export async function newToken(server) {
  const session = await openHttp2(server.baseUrl, { ca })
  try {
    const client = JSON.parse((await askHttp2(session, '/oauth/register', { method: 'POST' })).text)
    const body = `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${client.client_secret}`
    return { client, token: JSON.parse((await askHttp2(session, '/oauth/token', { method: 'POST', headers: Object.fromEntries([kForm]), body })).text).access_token }
  } finally {
    session.destroy()
  }
}
