// Three replicas with one master secret, one configuration and one content: each serves what another one has issued or published.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { kDocumentTypes } from '../support/documents.mjs'
import { assertProblem } from '../support/raw.mjs'
import { kProfilePath } from '../support/steps.mjs'
import { assertNotModified, differences, documentsOf, publishedPaths, requestsFor, withEtags } from './documents.mjs'
import { arrangements, ask, askAll, askBytes, difference, exampleContent, kHosts, read, register, startGroup, token, ways } from './group.mjs'
import { refusalsFor } from './refusals.mjs'

const kOwnFiles = {
  'public/notes/first.html': '<!doctype html><title>Example</title>', 'public/a boat.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'public/security.txt': 'Contact: mailto:robin@example.com\n', 'public/404.html': '<!doctype html><title>Not here</title>',
}
const kSettings = { content: { site: 'site.json', faq: 'faq.json', root: 'public' } }

let other // a service with another master secret
let requests // for every document
let published // the answers of the first replica to them
const files = { ...await exampleContent(), ...kOwnFiles }
// The second replica gets the same files later and in another order.
const members = [{ files }, { files: Object.fromEntries(Object.entries(files).reverse()) }, { files }]
const group = await startGroup(members, { settings: kSettings })
other = await startGroup([{ files }], { settings: kSettings })
const replicas = group.replicas
const one = replicas[0]
requests = requestsFor(await publishedPaths(one))
published = await documentsOf(one, requests)
after(() => Promise.all([group?.stop(), other?.stop()]))

test('a client of one replica gets a token at another and reads the profile at a third', async () => {
  let count = 0
  for (const [first, second, third] of arrangements(replicas)) {
    const way = ways[count++ % ways.length]
    const client = await register(first, { host: kHosts[count % 2] })
    const jwt = await token(second, client, { way })
    const answer = await ask(third, read(jwt, { host: kHosts[count % 2] }))
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.json._meta.issued_to, client.client_id)
  }
  assert.equal(count, 27)
})

test('the answer to one token is the same at every replica', async () => {
  for (const issuer of replicas) {
    const jwt = await token(issuer, await register(one))
    const [first, ...others] = await Promise.all(replicas.map((replica) => ask(replica, read(jwt))))
    assert.equal(first.status, 200)
    assert.deepEqual(others.map((answer) => difference(first, answer)), [undefined, undefined])
  }
})

test('every replica publishes the same paths, and every document of the specification is one of them', async () => {
  const paths = await publishedPaths(one)
  for (const path of [...Object.keys(kDocumentTypes), '/', '/cv', '/notes/first.html', '/a%20boat.svg']) assert.ok(paths.includes(path), `${path} is missing`)
  for (const replica of replicas.slice(1)) assert.deepEqual(await publishedPaths(replica), paths)
})

test('every document has the same bytes, fields and ETag at every replica', async () => {
  assert.equal(published.length, requests.length)
  assert.ok(published.every(({ headers }) => headers['last-modified'] === undefined), 'no document has a time of modification')
  assert.ok(new Set(published.map(({ headers }) => headers.etag)).size > requests.length / 4, 'forms have ETags of their own')
  for (const replica of replicas.slice(1)) {
    assert.deepEqual(differences(requests, published, await documentsOf(replica, requests)), new Map())
    const heads = requests.map((each) => ({ ...each, method: 'HEAD' }))
    assert.deepEqual(differences(heads, await askAll(one, heads), await askAll(replica, heads)), new Map())
  }
})

test('the ETag of one replica gets 304 at every other, and the ETag of another document does not', async () => {
  const conditional = withEtags(requests, published)
  for (const replica of replicas.slice(1)) assertNotModified(conditional, await askAll(replica, conditional))
  const [first] = published
  const others = requests.filter((_, index) => published[index].headers.etag !== first.headers.etag)
  assert.ok(others.length > requests.length / 2)
  for (const { status } of await askAll(replicas[1], withEtags(others, others.map(() => first)))) assert.equal(status, 200)
})

test('every replica refuses in the same words', async () => {
  const client = await register(one)
  const foreign = await token(other.replicas[0], await register(other.replicas[0]))
  for (const { what, status, error, bytes } of refusalsFor({ client, jwt: await token(one, client), foreign })) {
    const [first, ...others] = await Promise.all(replicas.map((replica) => askBytes(replica, bytes)))
    assert.equal(first.status, status, `${what}: ${first.body}`)
    if (error !== undefined) assertProblem(first, status, error)
    assert.deepEqual(others.map((answer) => difference(first, answer)), [undefined, undefined], what)
  }
})

const kRestarts = [['killed', (replica) => replica.killAndRestart()], ['stopped', async (replica) => { await replica.program.stop(); await replica.start() }]]
for (const [index, [how, restart]] of kRestarts.entries()) {
  test(`a replica that was ${how} and started again serves what was issued and published before`, async () => {
    const replica = replicas[index + 1]
    const clients = await Promise.all(replicas.map((each) => register(each)))
    const tokens = await Promise.all(replicas.map((each) => token(each, clients[0])))
    const refusals = refusalsFor({ client: clients[0], jwt: tokens[0], foreign: await token(other.replicas[0], await register(other.replicas[0])) })
    const refusedBefore = await Promise.all(refusals.map(({ bytes }) => askBytes(replica, bytes)))
    const pid = replica.program.pid
    await restart(replica)
    assert.notEqual(replica.program.pid, pid)
    for (const jwt of tokens) assert.equal((await ask(replica, read(jwt))).status, 200)
    for (const client of clients) assert.equal((await ask(one, read(await token(replica, client)))).status, 200)
    assert.deepEqual(differences(requests, published, await documentsOf(replica, requests)), new Map())
    const conditional = withEtags(requests, published)
    assertNotModified(conditional, await askAll(replica, conditional))
    for (const [at, { what, bytes }] of refusals.entries()) assert.equal(difference(refusedBefore[at], await askBytes(replica, bytes)), undefined, what)
  })
}

test('the challenge of every replica names the metadata of the host that was asked', async () => {
  for (const replica of replicas) {
    for (const host of kHosts) {
      const { headers } = await ask(replica, { path: kProfilePath, host })
      assert.ok(headers['www-authenticate'].includes(`resource_metadata="https://${host}/.well-known/oauth-protected-resource"`))
    }
  }
})
