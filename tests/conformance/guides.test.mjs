// What the Markdown guides for agents contain, auth.md, llms.txt and AGENTS.md: specification sections 4.5, 5.1, 5.2, 7.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filled } from '../support/filled.mjs'
import { kErrors, publishedByDemo } from '../support/published.mjs'

const site = publishedByDemo()
const { hosts, readText, readJson } = site

/** Headings outside of fenced code, each as { mark, text, offset in bytes }. */
function headings(markdown) {
  const found = []
  let isCode = false
  let offset = 0
  for (const line of markdown.split('\n')) {
    if (/^\s*```/.test(line)) isCode = !isCode
    const match = isCode ? null : /^(#+) (.*)$/.exec(line)
    if (match) found.push({ mark: match[1], text: match[2], offset })
    offset += Buffer.byteLength(line) + 1
  }
  assert.ok(!isCode, 'a fence stays open')
  return found
}

const sections = (markdown) => headings(markdown).filter(({ mark }) => mark === '##').map(({ text }) => text)

test('4.5 auth.md: the sections of its convention within the first 4800 bytes', async () => {
  for (const base of hosts()) {
    const text = await readText('/auth.md', base)
    const [title, ...rest] = headings(text)
    assert.equal(title.mark, '#')
    assert.match(title.text, /auth\.md/)
    assert.deepEqual(rest.map((heading) => heading.text), [
      'Discover', 'Pick a method', 'Register', 'Claim', 'Use the credential', 'Errors', 'Revocation',
    ])
    assert.ok(rest.at(-1).offset < 4800)
    assert.ok(Buffer.byteLength(text) < 5000)
  }
})

test('5.1, 5.2, 7 auth.md names the anonymous method, unsupported methods, and every error', async () => {
  const text = await readText('/auth.md')
  for (const word of ['agent_auth', 'register_uri', 'claim_uri', 'identity_assertion', 'id-jag', 'WWW-Authenticate', 'https://workos.com/auth-md', 'HTTP Basic']) {
    assert.ok(text.includes(word), word)
  }
  for (const error of kErrors) assert.ok(text.includes(`\`${error}\``), error)
  assert.match(text, /`identity_assertion` is not supported/)
})

test('the agent_auth block in auth.md is that of the metadata', async () => {
  const block = /```json\n([^`]+)```/.exec(await readText('/auth.md'))[1]
  const { agent_auth } = await readJson('/.well-known/oauth-authorization-server')
  assert.deepEqual(JSON.parse(block), { agent_auth })
})

test('4.5 llms.txt: heading, summary, lists of absolute links, below 30,000 characters', async () => {
  const text = await readText('/llms.txt')
  assert.match(text, /^# [^\n]+\n\n> [^\n]+\n/)
  assert.ok(text.length < 30_000)
  assert.deepEqual(sections(text).slice(0, 1), ['When to use this site'])
  assert.deepEqual(sections(text).slice(-3), ['Authentication', 'API', 'Optional'])
  const lists = text.slice(text.indexOf('\n## ')).split('\n').filter((line) => line !== '' && !line.startsWith('## '))
  for (const line of filled(lists)) assert.match(line, /^- \[.+\]\(https?:\/\/[^)\s]+\)/)
})

test('4.5 llms-full.txt contains the content, the flow, the endpoints and the tools', async () => {
  const text = await readText('/llms-full.txt')
  assert.ok(text.length > 1000)
  for (const section of ['About', 'Contact', 'FAQ', 'Agent Access API', 'Endpoints', 'Browser tools (WebMCP)']) {
    assert.ok(sections(text).includes(section), section)
  }
  for (const { question } of filled((await readJson('/ai/faq.json')).faqs)) assert.ok(headings(text).some(({ text }) => text === question), question)
  for (const path of ['/oauth/register', '/oauth/token', '/api/agent/full-profile', '/.well-known/jwks.json']) {
    assert.ok(text.includes(`| ${site.server.baseUrl}${path} |`), path)
  }
})

test('4.5 AGENTS.md: getting started, tools, rules and errors, also at /agents.md', async () => {
  const text = await readText('/AGENTS.md')
  assert.deepEqual(sections(text), ['What this site offers', 'Getting started', 'API reference', 'Browser tools (WebMCP)', 'MCP endpoint', 'Rules', 'Errors'])
  assert.equal(await readText('/agents.md'), text)
  for (const error of kErrors) assert.ok(text.includes(`\`${error}\``), error)
})

test('the list of all errors is the same on the page, in its Markdown form and in the guides', async () => {
  const errorsOf = (text) => [...text.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => `${status} ${code}`)
  const page = (await readText('/agent-access')).replaceAll(/<tr><td>([^<]+)<\/td><td>(.+?)<\/td>/g, (_, status, code) => `\n| ${status} | ${code.replaceAll(/<\/?code>/g, '`')} |\n`)
  const wanted = errorsOf(page)
  assert.deepEqual(wanted.filter((row) => /^4(00|01|03|08|29)/.test(row)), [
    '400 invalid_request', '400 unsupported_grant_type', '400 invalid_client_metadata', '400 unsupported_response_type', '401 invalid_client',
    '401 invalid_token', '403 https_required', '403 insufficient_scope', '408 request_timeout', '429 rate_limited',
  ])
  assert.deepEqual([...wanted].sort((one, other) => one.slice(0, 3) - other.slice(0, 3)), wanted)
  for (const path of ['/agent-access.md', '/auth.md', '/AGENTS.md', '/llms-full.txt']) assert.deepEqual(errorsOf(await readText(path)), wanted, path)
})
