// Well-behaved agents, each with its own address: register, get a token, read several times with pauses, rest, and again. Every second one
// registers only once and keeps its client; every third one opens a connection for each request. A process of its own, in the namespace of
// the clients; it takes orders and reports each request as a line of JSON, and never repeats a request that failed.
//
// Orders: {"greedy": NAME, "from": ADDRESS, "rate": R, "seconds": S, "replicas": N}, and {"burst": N, "from": ADDRESS} for N
// registrations at once; the end of the input ends it.
import https from 'node:https'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { form, kForm, kJson, kProfilePath, tokenFields } from '../support/steps.mjs'
import { agentAddress } from './hosts.mjs'
import { kVisit } from './plan.mjs'

const kTimeoutMs = 30_000 // failures are counted, not delays
const kDocuments = ['/llms.txt', '/openapi.json', '/api/site.json', '/.well-known/jwks.json']

const { address, host, ca, agents } = JSON.parse(process.argv[2])
const authority = readFileSync(ca)
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const now = () => performance.timeOrigin + performance.now()

/** One request: { status, text }. */
function exchange(agent, localAddress, { path, method = 'GET', headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const length = method === 'POST' ? { 'Content-Length': Buffer.byteLength(body ?? '') } : {}
    const options = {
      host: address, port: 443, servername: host, ca: authority, agent, localAddress, path, method, timeout: kTimeoutMs,
      headers: { Host: host, ...headers, ...length },
    }
    const sent = https.request(options, (answer) => {
      const pieces = []
      answer.on('data', (piece) => pieces.push(piece)).once('error', reject)
      answer.once('end', () => resolve({ status: answer.statusCode, text: Buffer.concat(pieces).toString() }))
    })
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.once('error', reject)
    sent.end(body)
  })
}

/** The same, reported; undefined if it failed. `isRight` is a check of the text. */
async function ask(agent, from, request, isRight = () => true) {
  const begun = now()
  let what
  let answer
  try {
    answer = await exchange(agent, from, request)
    if (answer.status >= 300) what = `${answer.status} ${answer.text.slice(0, 200)}`
    else if (!isRight(answer.text)) what = `not the right document: ${answer.text.slice(0, 200)}`
  } catch (error) {
    what = `${error.code ?? ''} ${error.message}`
  }
  const ended = now()
  say({ at: begun, ms: ended - begun, method: request.method ?? 'GET', path: request.path, from, ...(what === undefined ? {} : { what }) })
  return what === undefined ? answer.text : undefined
}

const registration = () => ({ path: '/oauth/register', method: 'POST', headers: { 'Content-Type': kJson }, body: '{"client_name":"Example agent"}' })
const tokenRequest = (client) => ({ path: '/oauth/token', method: 'POST', headers: { 'Content-Type': kForm }, body: form(tokenFields(client)) })

/** What an agent does before it rests; resolves to its client and its token, if it has them. */
async function visit(agent, from, index, known) {
  const registered = known.client ?? JSON.parse((await ask(agent, from, registration())) ?? 'null')
  if (registered === null) return {}
  await pause(kVisit.pauseMs * Math.random())
  const granted = await ask(agent, from, tokenRequest(registered))
  // The token of the visit before is valid for 15 minutes, also if another replica issued it under another key.
  const fresh = granted === undefined ? undefined : JSON.parse(granted).access_token
  for (let count = 0; count < kVisit.reads; ++count) {
    await pause(kVisit.pauseMs * (0.5 + Math.random()))
    const token = count % 2 === 0 ? fresh : (known.token ?? fresh)
    if (token === undefined) continue
    const owner = token === fresh ? registered : known.owner
    const read = { path: kProfilePath, headers: { Authorization: `Bearer ${token}` } }
    await ask(agent, from, read, (text) => JSON.parse(text)._meta.issued_to === owner.client_id)
  }
  await ask(agent, from, { path: kDocuments[index % kDocuments.length] }, (text) => text.length > 0)
  return { client: index % 2 === 0 ? registered : undefined, token: fresh, owner: registered }
}

let isOver = false
async function live(index) {
  const from = agentAddress(index)
  const agent = new https.Agent({ keepAlive: index % 3 !== 0, maxSockets: 1, maxCachedSessions: 0 })
  await pause((2_000 * index) / agents)
  for (let known = {}; !isOver; await pause(kVisit.restMs)) known = { ...known, ...await visit(agent, from, index, known) }
  agent.destroy()
}

/** One client that asks as fast as `rate` says and ignores refusals: how much of it is admitted. */
async function beGreedy({ greedy, from, rate, seconds, replicas }) {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 8 })
  const result = { greedy, rate, replicas, sent: 0, admitted: 0, refused: 0, others: [] }
  const begun = performance.now()
  const open = []
  for (; performance.now() - begun < seconds * 1000; await pause(10)) {
    for (; result.sent < ((performance.now() - begun) / 1000) * rate; ++result.sent) {
      open.push(exchange(agent, from, { path: '/api/site.json' }).then(({ status, text }) => {
        if (status === 200) ++result.admitted
        else if (status === 429) ++result.refused
        else result.others.push(`${status} ${text.slice(0, 200)}`)
      }, (error) => { result.others.push(String(error)) }))
    }
  }
  await Promise.all(open)
  result.seconds = (performance.now() - begun) / 1000
  agent.destroy()
  say(result)
}

const lives = Promise.all(Array.from({ length: agents }, (_, index) => live(index)))
const orders = createInterface({ input: process.stdin })
orders.on('line', (line) => {
  const order = JSON.parse(line)
  if (order.greedy) beGreedy(order)
  else for (let count = 0; count < order.burst; ++count) ask(new https.Agent(), order.from, registration())
})
orders.once('close', async () => {
  isOver = true
  await lives
  say({ ended: true })
})
