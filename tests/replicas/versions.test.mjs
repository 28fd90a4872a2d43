// Two replicas side by side: this program and that of the release before, as during an upgrade (fleet/older.mjs), or this program twice if that one is not
// built. OLDER builds it.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { olderPlace, olderProgram } from '../fleet/older.mjs'
import { ca, pair } from '../support/tls.mjs'
import { assertNotModified, differences, documentsOf, publishedPaths, requestsFor, withEtags } from './documents.mjs'
import { arrangements, ask, askAll, askBytes, difference, exampleContent, read, register, startGroup, token, ways } from './group.mjs'
import { refusalsFor } from './refusals.mjs'
import { kVersions, resumes, ticketOf, tlsSettings } from './tickets.mjs'

/** What this version publishes otherwise than the one before: path → why. */
const kChanged = new Map()
/** Refusals that it words otherwise: what refusals.mjs calls them → why. */
const kReworded = new Map()

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The program of the version before; undefined, which is this one, if it is not built. */
function findOlder() {
  if (process.env.OLDER) return olderProgram(root).olderFile
  try {
    const { olderFile } = olderPlace(root)
    return existsSync(olderFile) ? olderFile : undefined
  } catch {
    return undefined // a tree without its history
  }
}
const olderFile = findOlder()
const listed = (map) => (olderFile === undefined ? [] : [...map.keys()])

let group
let replicas // of the version before and of this one
before(async () => {
  const files = await exampleContent()
  group = await startGroup([{ file: olderFile }, {}], { files, settings: { content: { site: 'site.json', faq: 'faq.json' } } })
  replicas = group.replicas
})
after(() => group?.stop())

test('clients and tokens of each are valid at the other, whatever each of them does', async () => {
  let count = 0
  for (const [first, second, third] of arrangements(replicas)) {
    for (const way of ways) {
      const client = await register(first)
      const answer = await ask(third, read(await token(second, client, { way })))
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.json._meta.issued_to, client.client_id)
      ++count
    }
  }
  assert.equal(count, 24)
})

test('the answer to one token is the same', async () => {
  for (const issuer of replicas) {
    const jwt = await token(issuer, await register(issuer))
    const [older, newer] = await Promise.all(replicas.map((replica) => ask(replica, read(jwt))))
    assert.equal(older.status, 200)
    assert.equal(difference(older, newer), undefined)
  }
})

test('both publish the same documents with the same ETags, except those that are listed', async () => {
  const paths = await Promise.all(replicas.map(publishedPaths))
  const changedPaths = listed(kChanged)
  const [older, newer] = paths.map((each) => each.filter((path) => !changedPaths.includes(path)))
  assert.ok(older.length > 30)
  assert.deepEqual(newer, older)
  const requests = requestsFor(older)
  const answers = await Promise.all(replicas.map((replica) => documentsOf(replica, requests)))
  assert.deepEqual(differences(requests, ...answers), new Map())
  for (const [at, replica] of replicas.entries()) {
    const conditional = withEtags(requests, answers[1 - at])
    assertNotModified(conditional, await askAll(replica, conditional))
  }
  // What is listed differs indeed.
  if (changedPaths.length === 0) return
  const changed = requestsFor(changedPaths)
  const both = await Promise.all(replicas.map((replica) => askAll(replica, changed)))
  assert.deepEqual([...differences(changed, ...both).keys()], changedPaths)
})

test('both refuse in the same words, except those that are listed', async () => {
  await using foreign = await startGroup([{}])
  const [other] = foreign.replicas
  const client = await register(replicas[0])
  const known = { client, jwt: await token(replicas[0], client), foreign: await token(other, await register(other)) }
  const reworded = []
  for (const { what, status, bytes } of refusalsFor(known)) {
    const [older, newer] = await Promise.all(replicas.map((replica) => askBytes(replica, bytes)))
    assert.equal(newer.status, status, what)
    if (difference(older, newer) !== undefined) reworded.push(what)
  }
  assert.deepEqual(reworded, listed(kReworded))
})

test('an upgrade and the way back, or two restarts, lose neither clients nor tokens', async () => {
  const [replica, other] = replicas
  const client = await register(replica)
  const jwt = await token(replica, client)
  for (const file of [undefined, olderFile]) {
    await replica.program.stop()
    replica.file = file
    await replica.start()
    assert.equal((await ask(replica, read(jwt))).status, 200)
    const fresh = await token(replica, client)
    assert.equal((await ask(other, read(fresh))).status, 200)
  }
})
for (const version of kVersions) {
  test(`a ticket of ${version} of each is resumed at the other`, async () => {
    await using withTls = await startGroup([{ file: olderFile }, {}], tlsSettings(pair))
    const [older, newer] = withTls.replicas
    for (const [from, to] of [[older, newer], [newer, older]]) {
      const session = await ticketOf(from, { version, ca })
      assert.equal(await resumes(to, { version, ca, session }), true)
    }
  })
}
