// Processes of the program that are one service, as behind one load balancer that terminates TLS: one master secret, one configuration and one
// content, each with a folder and ports of its own. Requests go to one of them by its port, for one of the hosts by `Host`.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../support/folder.mjs'
import { exchange, request } from '../support/raw.mjs'
import { disposable, runProgram, startEach, startServe } from '../support/server.mjs'
import { basic, form, kForm, kJson, kProfilePath, tokenFields } from '../support/steps.mjs'

export const kHosts = ['example.com', 'www.example.com']
const kBaseUrls = kHosts.map((host) => `https://${host}`)

/** The fields that no two responses share. */
const kOfOneResponse = ['date', 'x-request-id']

/** The content that `init` writes, with another name, because the example itself counts as missing: { 'site.json': text, 'faq.json': text }. */
export async function exampleContent() {
  const folder = temporaryFolder('content')
  const { code, output } = await runProgram(['init', join(folder, 'site'), ...kBaseUrls.flatMap((url) => ['--base-url', url])])
  assert.equal(code, 0, output)
  const names = ['site.json', 'faq.json']
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await readFile(join(folder, 'site', name), 'utf8')).replaceAll('Robin', 'Alex')])))
}

/**
 * Starts a replica for each of `members`, which have options of startServe of their own, such as `environment` or `file`. The others are
 * for all. { replicas, stop }
 */
export async function startGroup(members, { settings = {}, ...shared } = {}) {
  const secret = randomBytes(32)
  const start = (own) => startServe({ secret, ...shared, ...own, settings: { base_urls: kBaseUrls, ...settings } })
  const replicas = await startEach(members.map((own) => () => start(own)))
  return disposable({ replicas, stop: replicas.stop })
}

/** The bytes of a request: { path, method, host, fields, body }. */
const bytesOf = ({ port }, { path, method = 'GET', host = kHosts[0], ...more }) => request(method, path, { port, host, ...more })

/** The answers to `requests`, which are sent at once on one connection; all of them are HEAD or none. */
export async function askAll(replica, requests) {
  const head = requests[0].method === 'HEAD'
  const { answers } = await exchange(requests.map((each) => bytesOf(replica, each)).join(''), { port: replica.port, expected: requests.length, head })
  assert.equal(answers.length, requests.length)
  return answers
}

/** The answer to these bytes on a connection of their own. */
export async function askBytes(replica, bytes) {
  const { answers } = await exchange(bytes, { port: replica.port })
  assert.equal(answers.length, 1, bytes.slice(0, 100))
  return answers[0]
}

/** One answer with its body as text, and as JSON if it is. */
export async function ask(replica, one) {
  const [answer] = await askAll(replica, [one])
  const text = answer.body.toString()
  return { ...answer, text, json: /^application\/json\b/.test(answer.headers['content-type'] ?? '') ? JSON.parse(text) : undefined }
}

export const posted = (path, body, type, fields = []) => ({ method: 'POST', path, body, fields: [`Content-Type: ${type}`, ...fields] })
export const read = (jwt, more) => ({ path: kProfilePath, fields: [`Authorization: Bearer ${jwt}`], ...more })

export async function register(replica, more = {}) {
  const answer = await ask(replica, { ...posted('/oauth/register', '{"client_name":"Example agent"}', kJson), ...more })
  assert.equal(answer.status, 201, answer.text)
  return answer.json
}

/** The three ways to send the secret of a client. */
const kWays = {
  form: (client) => posted('/oauth/token', form(tokenFields(client)), kForm),
  json: (client) => posted('/oauth/token', JSON.stringify(tokenFields(client)), kJson),
  basic: ({ client_id, client_secret }) =>
    posted('/oauth/token', 'grant_type=client_credentials', kForm, [`Authorization: ${basic(client_id, client_secret)}`]),
}
export const ways = Object.keys(kWays)

export async function token(replica, client, { way = 'form', ...more } = {}) {
  const answer = await ask(replica, { ...kWays[way](client), ...more })
  assert.equal(answer.status, 200, answer.text)
  return answer.json.access_token
}

/** The fields of an answer that are the same at all replicas. */
const fieldsOf = ({ headers }) => Object.entries(headers).filter(([name]) => !kOfOneResponse.includes(name)).map(([name, value]) => `${name}: ${value}`)

/** In what two answers differ that must be equal at all replicas: status, fields, bytes. Undefined if in nothing. */
export function difference(one, other) {
  if (one.status !== other.status) return `${one.status}, ${other.status}`
  const [fields, others] = [one, other].map(fieldsOf)
  const single = [...fields.filter((line) => !others.includes(line)), ...others.filter((line) => !fields.includes(line))]
  if (single.length > 0) return single.join(', ')
  if (one.body.equals(other.body)) return undefined
  const [text, another] = [one, other].map(({ body }) => body.toString('latin1'))
  const at = [...text].findIndex((character, index) => character !== another[index])
  return `from byte ${at} on: ${text.slice(at, at + 80)} / ${another.slice(at, at + 80)}`
}

/** Every arrangement of replicas for registration, token and profile: with three replicas, 27. */
export const arrangements = (replicas) =>
  replicas.flatMap((first) => replicas.flatMap((second) => replicas.map((third) => [first, second, third])))
