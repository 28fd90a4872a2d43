// What documents, pages and responses say about what the service keeps: no list of clients, and a log as its settings say.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { startServe, until } from '../support/server.mjs'

const kDocuments = ['/ai/faq.json', '/faq', '/agent-access', '/openapi.json', '/llms-full.txt']
const kOthers = ['/', '/auth.md', '/AGENTS.md', '/llms.txt', '/.well-known/agent-skills/read-site-profile/SKILL.md']
const servers = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())))

async function serve(log = {}) {
  const server = await startServe({ settings: { log } })
  servers.push(server)
  return server
}

const readText = async (server, path) => (await fetch(`${server.baseUrl}${path}`)).text()
const readAll = async (server, paths) => Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await readText(server, path)])))

/** The built-in answer about what is stored. */
async function answerOf(server) {
  const { faqs } = JSON.parse(await readText(server, '/ai/faq.json'))
  return faqs.find(({ question }) => question === 'What does the site store about an agent?').answer
}

const kAnswer = 'No list of clients or tokens is kept. The client secret is derived from the client id whenever it is needed, so a lost client id means registering again.'

test('no document says that nothing is stored, and those that speak of it say that requests are logged', async () => {
  const server = await serve()
  const texts = await readAll(server, [...kDocuments, ...kOthers])
  for (const [path, text] of Object.entries(texts)) {
    assert.doesNotMatch(text, /nothing (is )?(stored|kept|recorded)|no record|stores (nothing|neither)\b(?! in the browser)/i, path)
    assert.equal(/\blogged\b/.test(text), kDocuments.includes(path), path)
  }
  assert.match(texts['/agent-access'], /No account, no approval\. No list of clients is kept\. Requests are logged\./)
  assert.match(texts['/openapi.json'], /No list of clients is kept; requests are logged\./)
  const registered = await (await fetch(`${server.baseUrl}/oauth/register`, { method: 'POST' })).json()
  assert.match(registered.note, /^The server keeps no list of clients\. Keep client_id and client_secret together; if client_id is lost, register again\. /)
})

test('the answer names what log.client_address lets into the log', async () => {
  for (const [form, logged] of [
    ['full', 'Requests are logged, with client_id, client_name, jti, User-Agent and address.'],
    ['prefix', 'Requests are logged, with client_id, client_name, jti, User-Agent and network.'],
    ['none', 'Requests are logged, with client_id, client_name, jti and User-Agent.'],
  ]) assert.equal(await answerOf(await serve({ client_address: form })), `${kAnswer} ${logged}`)
})

test('where log.level leaves requests out, no document says that they are logged, and none is', async () => {
  for (const level of ['warn', 'error']) {
    const server = await serve({ level })
    for (const [path, text] of Object.entries(await readAll(server, [...kDocuments, ...kOthers]))) assert.doesNotMatch(text, /\blogged\b/, path)
    assert.equal(await answerOf(server), kAnswer)
    assert.doesNotMatch(server.program.output, /"access"/)
  }
})

test('what is said after a reload is what the log then does', async () => {
  const server = await serve()
  await server.writeConfig({ log: { level: 'warn' } })
  await server.program.reload()
  const isSaid = /Requests are logged/.test(await answerOf(server))
  await fetch(`${server.baseUrl}/llms.txt`, { headers: { 'User-Agent': 'after-the-reload' } })
  const isLogged = () => server.program.output.includes('after-the-reload')
  if (isSaid) await until(isLogged, 'the line of the request')
  assert.equal(isLogged(), isSaid)
})
