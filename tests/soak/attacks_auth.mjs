// Clients without valid credentials or tokens, or with forged addresses. Each attack: { name, run(crowd) }.
import { randomBytes, randomUUID } from 'node:crypto'
import { altered, basic, form, kForm, kJson, kProfilePath } from '../support/steps.mjs'
import { anyAddress } from './addresses.mjs'

const kPeers = 40
const kPeriod = 100 // milliseconds between the requests of a peer: 400 requests a second

/** `kPeers` connections that are reopened when closed; each sends the next `requestOf(index)` each period. */
async function ask(crowd, requestOf, options) {
  let sent = 0
  await crowd.openMany(kPeers, options)
  await crowd.repeat(kPeriod, async () => {
    if (crowd.sockets.length < kPeers) await crowd.openMany(Math.min(10, kPeers - crowd.sockets.length), options)
    for (const socket of crowd.sockets) crowd.send(socket, requestOf(sent++))
  })
}

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Invalid tokens, made from a valid one. */
function forge(token) {
  const [header, payload, signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url'))
  const kid = JSON.parse(Buffer.from(header, 'base64url')).kid
  return [
    altered(token, token.length - 20),
    `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    `${encode({ alg: 'HS256', typ: 'at+jwt', kid })}.${payload}.${signature}`,
    `${encode({ alg: 'ES256', typ: 'at+jwt', kid: 'nobody' })}.${payload}.${signature}`,
    `${encode({ alg: 'ES256', typ: 'at+jwt', kid, jwk: { kty: 'EC' } })}.${payload}.${signature}`,
    `${header}.${encode({ ...claims, exp: claims.exp + 1e6 })}.${signature}`,
    `${header}.${encode({ ...claims, scope: 'admin' })}.${signature}`,
    `${header}.${payload}.${'A'.repeat(86)}`,
    `${header}.${payload}.${randomBytes(64).toString('base64url')}`,
    `${header}.${payload}`,
    `${'a.'.repeat(1_000)}a`,
    randomBytes(3_000).toString('base64url'),
    '..',
  ]
}

const forgedTokens = {
  name: 'forged tokens',
  run(crowd) {
    const tokens = forge(crowd.target.sample.token)
    return ask(crowd, (index) =>
      `GET ${kProfilePath} HTTP/1.1\r\n${crowd.hostLine}Authorization: Bearer ${tokens[index % tokens.length]}\r\n\r\n`)
  },
}

const wrongSecrets = {
  name: 'wrong secrets',
  run(crowd) {
    const { client_id, client_secret } = crowd.target.sample.client
    const post = (type, body, more = '') =>
      `POST /oauth/token HTTP/1.1\r\n${crowd.hostLine}Content-Type: ${type}\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`
    const fields = (id, secret) => ({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
    return ask(crowd, (index) => {
      const wrong = altered(client_secret, index % client_secret.length)
      if (index % 4 === 0) return post(kForm, form(fields(client_id, wrong)))
      if (index % 4 === 1) return post(kJson, JSON.stringify(fields(randomUUID(), client_secret)))
      if (index % 4 === 2) return post(kForm, 'grant_type=client_credentials', `Authorization: ${basic(client_id, wrong)}\r\n`)
      return post(kForm, form(fields(client_id, '')))
    })
  },
}

const spoofedAddresses = {
  name: 'spoofed X-Forwarded-For',
  run(crowd) {
    // Half of the peers of the plain process come through the proxy that it trusts, like a botnet. The others only pretend to.
    let next = 0
    const options = { get from() { return !crowd.target.tls && next++ % 2 === 0 ? `127.1.9.${1 + (next % 200)}` : crowd.nextAddress() } }
    return ask(crowd, (index) => {
      const claims = index % 3 === 0 ? `Forwarded: for="[${anyAddress()}]";proto=https` : `X-Forwarded-For: ${anyAddress()}, ${anyAddress()}`
      return `GET /api/site.json HTTP/1.1\r\n${crowd.hostLine}${claims}\r\n\r\n`
    }, options)
  },
}

const floodFromOne = {
  name: 'requests of one address',
  run(crowd) {
    const from = crowd.nextAddress()
    return ask(crowd, () => `POST /oauth/register HTTP/1.1\r\n${crowd.hostLine}Content-Length: 0\r\n\r\n`, { from })
  },
}

export const authAttacks = [forgedTokens, wrongSecrets, spoofedAddresses, floodFromOne]
