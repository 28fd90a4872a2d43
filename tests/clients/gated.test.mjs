// Unmodified clients that know only the URL of a file: from its 401 to the token with its scope (RFC 9728), for gated
// documents, which the service sends, and for gated paths of a proxy.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { discoverOAuthProtectedResourceMetadata, extractWWWAuthenticateParams, selectResourceURL } from '@modelcontextprotocol/sdk/client/auth.js'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { exampleFile } from '../support/examples.mjs'
import { missing } from '../support/faults.mjs'
import { kCsv, kPaper, startGatedSite } from '../support/gate_proxy.mjs'

const insecure = { [oauth.allowInsecureRequests]: true } // plain HTTP on loopback
const kCases = [
  ['/api/agent/report.txt', 'read:extended', 'The sea rose.\n'],
  ['/api/agent/tides.txt', 'read:papers', kPaper],
  ['/data/2034/tides.csv', 'read:data', kCsv],
  ['/notes/a.txt', 'read:extended', 'A note.'],
]

const site = await startGatedSite()
after(async () => {
  await site.stop()
})

/** The parameters of the challenge to a request without a token, as oauth4webapi reads them. */
async function challengeOf(url) {
  const answer = oauth.protectedResourceRequest('not-a-token', 'GET', url, undefined, undefined, insecure)
  const error = await answer.then(() => assert.fail('was not refused'), (failure) => failure)
  assert.ok(error instanceof oauth.WWWAuthenticateChallengeError, String(error))
  return error.cause[0].parameters
}

for (const [path, scope, text] of kCases) {
  test(`oauth4webapi, which compares resource with the URL, reads ${path}`, async () => {
    const url = new URL(path, site.baseUrl)
    const metadata = await oauth.processResourceDiscoveryResponse(url, await oauth.resourceDiscoveryRequest(url, insecure))
    assert.deepEqual(metadata.scopes_supported, [scope])
    const challenge = await challengeOf(url)
    assert.equal(challenge.resource_metadata, `${site.baseUrl}/.well-known/oauth-protected-resource${path}`)
    assert.equal(challenge.scope, scope)
    const issuer = new URL(metadata.authorization_servers[0])
    const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }))
    assert.ok(as.scopes_supported.includes(scope))
    const registered = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(as, { client_name: 'oauth4webapi' }, insecure))
    const granted = await oauth.processClientCredentialsResponse(as, registered,
      await oauth.clientCredentialsGrantRequest(as, registered, oauth.ClientSecretPost(registered.client_secret), { scope: metadata.scopes_supported.join(' ') }, insecure))
    assert.equal(granted.scope, scope)
    const answer = await oauth.protectedResourceRequest(granted.access_token, 'GET', url, undefined, undefined, insecure)
    assert.equal(await answer.text(), text)
  })
}

test('openid-client reads a gated path with the scope of its challenge, and not with another one', async () => {
  const url = new URL('/data/2034/tides.csv', site.baseUrl)
  const { scope } = await challengeOf(url)
  const config = await client.dynamicClientRegistration(new URL(site.baseUrl), { client_name: 'openid-client' }, undefined, {
    execute: [client.allowInsecureRequests],
  })
  const granted = await client.clientCredentialsGrant(config, { scope })
  const answer = await client.fetchProtectedResource(config, granted.access_token, url, 'GET')
  assert.equal(await answer.text(), kCsv)
  const other = await client.clientCredentialsGrant(config, { scope: 'read:papers' })
  await assert.rejects(client.fetchProtectedResource(config, other.access_token, url, 'GET'), (error) => {
    assert.equal(error.status, 403)
    assert.equal(error.cause[0].parameters.error, 'insufficient_scope')
    assert.equal(error.cause[0].parameters.scope, 'read:data')
    return true
  })
})

test('one token with several scopes reads resources of each of them', async () => {
  const config = await client.dynamicClientRegistration(new URL(site.baseUrl), { client_name: 'openid-client' }, undefined, {
    execute: [client.allowInsecureRequests],
  })
  const granted = await client.clientCredentialsGrant(config, { scope: 'read:papers read:data' })
  assert.equal(granted.scope, 'read:papers read:data')
  for (const [path, text] of [['/api/agent/tides.txt', kPaper], ['/data/2034/tides.csv', kCsv]]) {
    const answer = await client.fetchProtectedResource(config, granted.access_token, new URL(path, site.baseUrl), 'GET')
    assert.equal(await answer.text(), text)
  }
  await assert.rejects(client.fetchProtectedResource(config, granted.access_token, new URL('/notes/a.txt', site.baseUrl), 'GET'), { status: 403 })
})

for (const [path, scope] of kCases) {
  test(`the authorization helper of the MCP SDK finds metadata and scope of ${path}`, async () => {
    const url = new URL(path, site.baseUrl)
    const { resourceMetadataUrl, scope: asked, error } = extractWWWAuthenticateParams(await fetch(url))
    assert.equal(error, 'invalid_token')
    assert.equal(asked, scope)
    const metadata = await discoverOAuthProtectedResourceMetadata(url, { resourceMetadataUrl })
    assert.deepEqual(metadata.scopes_supported, [scope])
    assert.equal((await selectResourceURL(url, {}, metadata)).href, url.href)
  })
}

test('without a challenge the MCP SDK finds the same metadata by the URL', async () => {
  const metadata = await discoverOAuthProtectedResourceMetadata(new URL('/data/2034/tides.csv', site.baseUrl))
  assert.equal(metadata.resource, `${site.baseUrl}/data/2034/tides.csv`)
})

test('a resource with a query has metadata of its own', async () => {
  const url = new URL('/data/2034/tides.csv?from=1&to=%202', site.baseUrl)
  const metadata = await oauth.processResourceDiscoveryResponse(url, await oauth.resourceDiscoveryRequest(url, insecure))
  assert.equal(metadata.resource, url.href)
})

const run = (command, ...args) => new Promise((resolve) => {
  execFile(command, args, { timeout: 60_000 }, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }))
})

for (const [name, command, skip] of [['read-url.mjs', process.execPath, false], ['read_url.py', 'python3', missing('python3', '--version')]]) {
  test(`examples/${name} reads any URL`, { skip }, async () => {
    const file = exampleFile(name)
    for (const [path, , text] of kCases) {
      assert.deepEqual(await run(command, file, `${site.baseUrl}${path}`), { code: 0, stdout: text, stderr: '' })
    }
    const profile = await run(command, file, `${site.baseUrl}/api/agent/full-profile`)
    assert.equal(JSON.parse(profile.stdout)._meta.scope, 'read:extended')
    assert.notEqual((await run(command, file, `${site.baseUrl}/data/none.csv`)).code, 0)
  })
}
