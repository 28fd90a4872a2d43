// Rows of [[scopes]], [[documents]] and [[gates]] in the configuration: where mistakes are, what commands show of them, what a reload changes, and which sources are refused.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { runProgram, startServe } from '../support/server.mjs'

const secret = randomBytes(32)
const scopes = [{ name: 'read:papers', meaning: 'Read the papers.' }]
const paper = { path: '/api/agent/paper.pdf', source: 'paper.pdf', scope: 'read:papers', title: 'Paper', description: 'One paper.' }
const table = { path: '/api/agent/table', source: 'a.csv', title: 'Table', description: 'A table.' }
const data = { prefix: '/data/', scope: 'read:papers', title: 'Data', description: 'As CSV.' }
const files = { 'paper.pdf': 'a paper', 'a.csv': 'a,b\n', 'public/a.txt': 'a' }

const server = await startServe({ secret, files, settings: { content: { root: 'public' } } })
after(async () => { await server.stop() })

const rows = { scopes, documents: [paper, table], gates: [data] }

async function write(settings) {
  await server.writeConfig(settings)
  return server.configFile
}

/** The grades and texts of `check` about a subject. */
async function checked(settings, subject = 'access') {
  const { stdout } = await runProgram(['check', '--json', '--config', await write(settings)])
  return JSON.parse(stdout).results.filter((line) => line.subject === subject).map(({ grade, text }) => [grade, text])
}

/** The number of the line that begins with `text`, for the `nth` time. */
async function lineOf(text, nth = 1) {
  const lines = (await readFile(server.configFile, 'utf8')).split('\n')
  const found = lines.map((line, index) => [line, index + 1]).filter(([line]) => line.startsWith(text))
  return found[nth - 1][1]
}

async function statusOfToken(scope) {
  const client = await (await fetch(`${server.baseUrl}/oauth/register`, { method: 'POST' })).json()
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: client.client_secret, scope })
  const response = await fetch(`${server.baseUrl}/oauth/token`, { method: 'POST', body })
  return [response.status, (await response.json()).scope]
}

async function reload(settings, event) {
  await write(settings)
  await server.program.reload(event)
}

test('check counts what is declared, and says nothing of it otherwise', async () => {
  assert.deepEqual(await checked({}), [])
  assert.deepEqual(await checked(rows), [['ok', '2 scopes, 2 documents, 1 gate']])
})

test('config shows each value with the line that it is from', async () => {
  const { stdout } = await runProgram(['config', '--json', '--config', await write(rows)])
  const shown = new Map(JSON.parse(stdout).settings.map(({ name, value, from }) => [name, [value, from]]))
  assert.deepEqual(shown.get('scopes[0].name'), ['read:papers', `${server.configFile}:${await lineOf('name =')}`])
  assert.deepEqual(shown.get('documents[1].source'), [server.path('a.csv'), `${server.configFile}:${await lineOf('source =', 2)}`])
  assert.deepEqual(shown.get('documents[1].scope'), ['read:extended', 'default'])
  assert.deepEqual(shown.get('gates[0].methods'), [['GET'], 'default'])
  const text = (await runProgram(['config', '--config', server.configFile])).stdout
  assert.match(text, new RegExp(`^gates\\[0\\]\\.prefix +"/data/" +${server.configFile}:\\d+$`, 'm'))
})

test('serve names every mistake with its line', async () => {
  const settings = { scopes, documents: [{ ...paper, scope: 'read:paper' }], gates: [{ ...data, prefix: '/' }, { ...data, method: ['GET'] }] }
  const { code, output } = await runProgram(['serve', '--config', await write(settings)])
  assert.equal(code, 1)
  assert.deepEqual(output.trim().split('\n').map((line) => line.replace('agent-access: ', '').replace(`${server.configFile}:`, '')), [
    `${await lineOf('prefix =')}: gates.prefix: "/" is the whole site: agents would need a token to read how they get one; name the part that needs a token, as in "/data/"`,
    `${await lineOf('method =')}: unknown key "gates.method"; did you mean "gates.methods"?`,
    `${await lineOf('scope =')}: documents.scope: "read:paper" is not declared; did you mean "read:papers"?`,
  ])
})

test('the environment cannot have rows', async () => {
  const { code, output } = await runProgram(['config', '--config', await write({})], { environment: { AGENT_ACCESS_DOCUMENTS_0_PATH: '/a' } })
  assert.equal(code, 1)
  assert.equal(output, 'agent-access: environment AGENT_ACCESS_DOCUMENTS_0_PATH: no such setting; only the configuration file can have rows of [[documents]]\n')
})

test('check refuses sources that are missing, public or secret', async () => {
  const place = async () => `${server.configFile}:${await lineOf('source =')}: documents.source: `
  const settings = (source) => ({ documents: [{ ...paper, scope: 'read:extended', source }] })
  assert.deepEqual(await checked(settings('none.pdf')), [['fail', `${await place()}cannot read ${server.path('none.pdf')}: No such file or directory`]])
  assert.deepEqual(await checked(settings('public/a.txt')), [['fail', `${await place()}${server.path('public/a.txt')} is below content.root, where everybody can read it without a token; move it`]])
  assert.deepEqual(await checked(settings('secret')), [['fail', `${await place()}${server.path('secret')} is the file that secret.file names, which must never be published; name another file`]])
})

test('serve does not start with a document that is secret, and prints no part of it', async () => {
  const { code, output } = await runProgram(['serve', '--config', await write({ documents: [{ ...paper, scope: 'read:extended', source: 'secret' }] })])
  assert.equal(code, 1)
  assert.match(output, /secret is the file that secret\.file names, which must never be published/)
  assert.ok(!output.includes(secret.toString('base64url')))
})

test('check refuses a gate that holds what everybody can read', async () => {
  assert.deepEqual(await checked({ scopes, gates: [{ ...data, prefix: '/ai/' }] }), [
    ['fail', `${server.configFile}:${await lineOf('prefix =')}: gates.prefix: "/ai/" holds /ai/faq.json, which this program serves; choose another prefix`]])
})

test('check warns of a scope that nothing needs', async () => {
  assert.deepEqual(await checked({ scopes }), [
    ['warn', `${server.configFile}:${await lineOf('name =')}: scopes.name: "read:papers" is the scope of no document and no gate`],
    ['ok', '2 scopes, 0 documents, 0 gates']])
})

test('a reload declares and removes rows, and a mistake leaves all as it was', async () => {
  await reload({}, 'reload')
  assert.deepEqual(await statusOfToken('read:papers'), [200, 'read:extended'])
  await reload(rows, 'reload')
  assert.deepEqual(await statusOfToken('read:papers'), [200, 'read:papers'])
  await reload({ scopes: [{ name: 'read papers', meaning: 'Read the papers.' }] }, 'reload_failed')
  assert.deepEqual(await statusOfToken('read:papers'), [200, 'read:papers'])
  await reload({ ...rows, documents: [{ ...paper, source: 'none.pdf' }] }, 'reload_failed')
  assert.deepEqual(await statusOfToken('read:papers'), [200, 'read:papers'])
  await reload({ scopes: [{ name: 'read:more', meaning: 'Read more.' }] }, 'reload')
  assert.deepEqual(await statusOfToken('read:papers'), [400, undefined])
})

test('export leaves gated documents to the service', async () => {
  const out = server.path('exported')
  const { code, stdout } = await runProgram(['export', out, '--config', await write(rows)])
  assert.equal(code, 0)
  assert.match(stdout, /^ {2}GET \/api\/agent\/paper\.pdf$/m)
  assert.match(stdout, /^ {2}GET \/api\/agent\/table$/m)
})
