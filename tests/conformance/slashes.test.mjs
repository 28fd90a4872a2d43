// A slash too many before or behind the path of an open document: pages redirect, so that their relative references hold, other documents are
// served. Nothing that a token opens, and no endpoint, is at such a path.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { exchangeOne, request } from '../support/raw.mjs'
import { startServe } from '../support/server.mjs'
import { assertError, call, kProfilePath, register, token } from '../support/steps.mjs'

const kBlog = '<!doctype html><title>Blog</title>'
const server = await startServe({
  settings: {
    discovery: { page_markdown: true },
    documents: [{ path: '/api/agent/data', source: 'data.json', title: 'Data', description: 'Numbers.' }],
  },
  files: {
    'site.json': {
      title: 'Robin Example', tagline: 'Listening to invented oceans', owner: { kind: 'person', name: 'Robin Example' }, contact: { email: 'robin@example.com' },
      publications: [{ slug: 'buoys', title: 'Quiet buoys', date: '2033-09' }],
    },
    'data.json': '{"n":1}',
    'public/about.html': '<!doctype html><title>About</title>',
    'public/blog/index.html': kBlog,
    'public/notes/a boat.txt': 'A boat.\n',
  },
})
after(() => server.stop())
const { port, baseUrl } = server
const at = (path, options) => call(baseUrl + path, options)

const pages = {
  '//': '/', '///': '/', '/about.html/': '/about.html', '//about.html': '/about.html', '//about.html//': '/about.html', '//blog': '/blog/', '//blog/': '/blog/',
  '/blog//': '/blog/', '//agent-access': '/agent-access', '/publications/buoys/': '/publications/buoys', '/%70ublications//': '/publications',
}
for (const [path, location] of Object.entries(pages)) {
  test(`${path} redirects to ${location} and keeps the query`, async () => {
    for (const method of ['GET', 'HEAD']) {
      for (const query of ['', '?a=b&c=//evil.example', '?']) {
        const { status, headers, text } = await at(path + query, { method })
        const kept = query === '?' ? '' : query
        assert.deepEqual([status, headers.get('location'), text], [308, location + kept, ''], method + query)
      }
    }
    assert.equal((await at(location)).status, 200)
  })
}

const documents = ['/openapi.json', '/llms.txt', '/auth.md', '/.well-known/oauth-authorization-server', '/.well-known/jwks.json', '/notes/a%20boat.txt', '/index.md', '/agent-access.md', '/ai/faq.json']
for (const path of documents) {
  test(`${path} is served with slashes too many`, async () => {
    const { status, text, headers } = await at(path)
    assert.equal(status, 200)
    for (const spelled of [`/${path}`, `${path}/`, `//${path}//`]) {
      const answer = await at(spelled)
      assert.deepEqual([answer.status, answer.text, answer.headers.get('etag')], [200, text, headers.get('etag')], spelled)
      const head = await at(spelled, { method: 'HEAD' })
      assert.deepEqual([head.status, head.text, head.headers.get('content-type')], [200, '', headers.get('content-type')], spelled)
      assert.equal((await at(spelled, { headers: { 'If-None-Match': headers.get('etag') } })).status, 304, spelled)
    }
  })
}

test('other methods get the answer of the path without them', async () => {
  for (const path of ['//about.html', '/about.html/', '//llms.txt', '/llms.txt/', '//']) {
    const refused = await at(path, { method: 'POST' })
    assertError(refused, 405, 'method_not_allowed')
    assert.equal(refused.headers.get('allow'), 'GET, HEAD, OPTIONS')
    const options = await at(path, { method: 'OPTIONS' })
    assert.deepEqual([options.status, options.headers.get('allow')], [204, 'GET, HEAD, OPTIONS'])
  }
})

test('neither an endpoint nor what a token opens is at such a path, with and without a token', async () => {
  const authorization = `Bearer ${await token(baseUrl, await register(baseUrl))}`
  for (const path of [kProfilePath, '/api/agent/data', '/api/site.json', '/oauth/token', '/oauth/register', '/oauth/authorize']) {
    for (const spelled of [`/${path}`, `${path}/`, `//${path}`, `${path}//`]) {
      for (const headers of [{}, { Authorization: authorization }]) {
        assertError(await at(spelled, { headers }), 404, 'not_found')
      }
      assertError(await at(spelled, { method: 'POST' }), 404, 'not_found')
    }
  }
})

test('no spelling of a path leads to another host, or to another path than the one it names', async () => {
  const paths = ['//evil.example', '//evil.example/about.html', '///evil.example//', '/%2Fabout.html', '//%2Fabout.html', '/about.html%2F', '/\\about.html', '//\\evil.example',
    '/blog//index.html', '/notes//a%20boat.txt', '//about.html/x', '/about.html/..', '/x/..//about.html', '/..//', '/..//about.html', '/.//', '/%2e%2e//', '/%2E%2E//about.html', '//..//']
  for (const path of paths) {
    const { answer } = await exchangeOne(request('GET', path, { port }), { port })
    assert.equal(answer.status, 404, path)
    assert.equal(answer.headers.location, undefined, path)
  }
})
