// resources/read of gated documents: results by the schema of MCP, tokens, sizes, and what the owner sees of the reads.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ask, askFor, assertFault, messageOf, resultOf } from '../support/mcp.mjs'
import { runProgram, startServe, until, untilItHolds } from '../support/server.mjs'
import { challengeIn, register, remedyAt, requestToken } from '../support/steps.mjs'

const kMebibyte = 1024 * 1024
const kText = 'ä "quoted" line\n'
const kSettings = {
  mcp: { enabled: true },
  scopes: [{ name: 'read:papers', meaning: 'Read the papers.' }],
  documents: [
    ...['a.md', 'b.bin', 'large.txt', 'latin.txt'].map((name) => ({ path: `/api/agent/${name}`, source: name, scope: 'read:papers', title: name, description: 'A paper.' })),
    { path: '/api/agent/report', source: 'report.json', title: 'Report', description: 'Of the year.', media_type: 'application/json' },
  ],
  listen: { threads: 1 },
}

const kFiles = { 'a.md': kText, 'latin.txt': Buffer.from([0xe4]), 'b.bin': Buffer.alloc(kMebibyte, 0xfe), 'large.txt': 'x'.repeat(kMebibyte + 1), 'report.json': '{}' }

const server = await startServe({ files: kFiles, settings: kSettings })
const papers = `${server.baseUrl}/api/agent/`
const bearer = await bearerOf('read:papers')
after(() => server.stop())

async function bearerOf(scope) {
  const { json } = await requestToken(server.baseUrl, await register(server.baseUrl), { scope })
  return { Authorization: `Bearer ${json.access_token}` }
}
const read = (uri, headers = bearer) => ask(server.baseUrl, messageOf('resources/read', { uri }), headers)
const contentsOf = (answer) => {
  const { contents, ttlMs, cacheScope } = resultOf(answer, 'ReadResourceResult')
  assert.deepEqual([contents.length, ttlMs, cacheScope], [1, 0, 'private'])
  return contents[0]
}

test('a text is read as text, in every spelling of its address and at no other', async () => {
  for (const uri of [`${papers}a.md`, `${papers}%61.md`, `${papers}a%2Emd`, `${server.baseUrl}/%61pi/agent/a.md`, papers.replace('http:', 'HTTP:') + 'a.md']) {
    assert.deepEqual(contentsOf(await read(uri)), { uri, mimeType: 'text/markdown', text: kText })
  }
  for (const more of ['/', '?x=1', '#x', '%00']) assertFault(await read(`${papers}a.md${more}`), 200, -32602, 'Resource not found')
  assertFault(await read(`${server.otherBaseUrl}/api/agent/a.md`), 200, -32602, 'Resource not found')
})

test('other files, and texts that are not UTF-8, are read as bytes up to 1 MiB', async () => {
  const { blob, mimeType, text } = contentsOf(await read(`${papers}b.bin`))
  assert.deepEqual([mimeType, text], ['application/octet-stream', undefined])
  assert.ok(Buffer.from(blob, 'base64').equals(Buffer.alloc(kMebibyte, 0xfe)))
  assert.deepEqual(contentsOf(await read(`${papers}latin.txt`)), { uri: `${papers}latin.txt`, mimeType: 'text/plain; charset=utf-8', blob: '5A==' })
})

test('a larger file is refused, and read at its address with the same token', async () => {
  assertFault(await read(`${papers}large.txt`), 200, -32602, 'Files of more than 1 MiB are read over HTTP: GET the address with the same access token')
  assert.equal((await (await fetch(`${papers}large.txt`, { headers: bearer })).text()).length, kMebibyte + 1)
})

test('without the scope the refusal names it', async () => {
  const other = await bearerOf('read:extended')
  for (const [headers, status, error, description] of [[{}, 401, 'invalid_token', `The access token is missing${remedyAt(server.baseUrl, 'read:papers')}`], [other, 403, 'insufficient_scope', 'The access token lacks the scope read:papers']]) {
    const answer = await read(`${papers}a.md`, headers)
    assert.equal(answer.status, status)
    assert.equal(challengeIn(answer), `Bearer error="${error}", error_description="${description}", resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource/mcp", scope="read:papers"`)
    assert.deepEqual(answer.json.error, { code: status, message: description, data: { error, error_description: description } })
  }
  assertFault(await read(`${papers}none.md`), 200, -32602, 'Resource not found')
  assert.equal((await read(`${papers}report`)).status, 403)
  assert.equal(contentsOf(await read(`${papers}report`, other)).text, '{}')
})

test('the metadata of the endpoint name the scopes of the documents', async () => {
  const metadata = await (await fetch(`${server.baseUrl}/.well-known/oauth-protected-resource/mcp`)).json()
  assert.deepEqual(metadata.scopes_supported, ['read:extended', 'read:papers'])
})

test('reads are counted by document, in the metrics and in the report', async () => {
  await using own = await startServe({ files: kFiles, settings: kSettings })
  const { json } = await requestToken(own.baseUrl, await register(own.baseUrl), { scope: 'read:papers' })
  const headers = { Authorization: `Bearer ${json.access_token}` }
  assert.equal((await askFor(own.baseUrl, 'resources/read', { uri: `${own.baseUrl}/api/agent/a.md` }, headers)).status, 200)
  assertFault(await askFor(own.baseUrl, 'resources/read', { uri: `${own.baseUrl}/api/agent/large.txt` }, headers), 200, -32602, 'Files of more than 1 MiB')
  await untilItHolds(async () => {
    const of = (line) => own.metric(`agent_access_resource_${line}`)
    assert.equal(await of('responses_total{resource="/api/agent/a.md",http_response_status_class="2xx"}'), 1)
    assert.equal(await of('responses_total{resource="/api/agent/large.txt",http_response_status_class="4xx"}'), 1)
    assert.equal(await of('refusals_total{resource="/api/agent/large.txt",reason="large_resource"}'), 1)
  })
  const lines = () => own.program.output.split('\n').filter((line) => line.includes('"resource":'))
  await until(() => lines().length === 2, 'the lines of the log')
  const log = join(own.directory, 'access.log')
  await writeFile(log, own.program.output)
  const report = JSON.parse((await runProgram(['report', '--json', log])).stdout)
  assert.deepEqual(report.resources, [{ path: '/api/agent/a.md', reads: 1, refused: 0 }, { path: '/api/agent/large.txt', reads: 0, refused: 1 }])
})
