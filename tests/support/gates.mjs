// Sites with gates: their settings, questions of proxies as bytes on a connection, and tokens with a scope.
import { once } from 'node:events'
import { request } from 'node:http'
import { register, requestToken } from './steps.mjs'

export const kReadScope = 'read:papers'

/** Settings with a folder for reading, an inbox inside of it for writing, and an API with the scope of the profile. */
export const kGateSettings = {
  scopes: [{ name: kReadScope, meaning: 'Read the papers and their data.' }],
  gates: [
    { prefix: '/data/', scope: kReadScope, title: 'Data', description: 'Measurements as CSV.' },
    { prefix: '/data/inbox/', title: 'Inbox', description: 'Reports from agents.', methods: ['GET', 'PUT', 'OPTIONS'] },
    { prefix: '/api/v1/', title: 'API', description: 'Prices.', methods: ['GET', 'POST'] },
  ],
}

/** A token with these scopes; without any: read:extended. */
export async function tokenWith(baseUrl, scope, client) {
  client ??= await register(baseUrl)
  const answer = await requestToken(baseUrl, client, scope === undefined ? {} : { scope })
  return { client, token: answer.json.access_token }
}

/** One request: { status, headers, text }. `fields` is a list of names and values in turn; Host is the first. */
export async function send(port, path, fields, { method = 'GET', host = `127.0.0.1:${port}`, agent = false, localAddress, body } = {}) {
  const call = request({ host: '127.0.0.1', port, path, method, agent, localAddress, headers: ['Host', host, ...fields] })
  call.end(body)
  const [answer] = await once(call, 'response')
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part
  return { status: answer.statusCode, headers: answer.headers, text }
}

/** The question of a proxy about a request, as nginx, Caddy and Traefik ask it. */
export function ask(port, target, { method = 'GET', token, fields = [], ...options } = {}) {
  const bearer = token === undefined ? [] : ['Authorization', `Bearer ${token}`]
  return send(port, '/oauth/gate', ['X-Forwarded-Method', method, 'X-Forwarded-Uri', target, ...bearer, ...fields], options)
}

export const errorOf = ({ text }) => JSON.parse(text).error
