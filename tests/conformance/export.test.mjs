// `export` behind a real nginx: files and generated configuration give the same responses as the service.
import assert from 'node:assert/strict'
import { cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { filled } from '../support/filled.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { startNginx } from '../support/nginx.mjs'
import { assertProblem, exchangeOne, request } from '../support/raw.mjs'
import { Program, freePort, runProgram } from '../support/server.mjs'
import { assertError, call, readProfile, register, token } from '../support/steps.mjs'

/** Fields that differ between two servers of one document. */
const kOfTheServer = ['accept-ranges', 'connection', 'content-length', 'date', 'etag', 'last-modified', 'server', 'x-request-id']
const kNegotiated = ['text/markdown', 'text/markdown, text/html, */*', 'text/html, text/markdown;q=0.9', 'text/markdown;q=0.9, */*;q=0.1',
  'Text/Markdown', 'text/markdown;q=0', 'text/markdownish', '*/*']

const directory = temporaryFolder('export')

const configFile = () => join(directory, 'site', 'agent-access.toml')
const runExport = (...args) => runProgram(['export', '--config', configFile(), ...args], { environment })

const out = join(directory, 'out')
const port = await freePort()
const servicePort = await freePort()
const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
const environment = { AGENT_ACCESS_LISTEN_ADDRESS: `127.0.0.1:${servicePort}`, AGENT_ACCESS_LISTEN_ADMIN: `127.0.0.1:${await freePort()}`,
  AGENT_ACCESS_LIMITS_REQUESTS: '0' } // the remaining budget differs between responses
const urls = hosts.flatMap((host) => ['--base-url', `http://${host}`])
const made = await runProgram(['init', join(directory, 'site'), ...urls])
assert.equal(made.code, 0, made.output)
await mkdir(join(directory, 'site', 'public', 'pictures'), { recursive: true })
await writeFile(join(directory, 'site', 'public', 'pictures', 'a boat.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
const exported = await runExport(out)
assert.equal(exported.code, 0, exported.output)
const service = new Program(['serve', '--config', configFile()], environment)
await service.waitFor(servicePort)
const includes = ['127.0.0.1', 'localhost'].map((name) => join(out, `${name}.nginx.conf`))
const nginx = await startNginx({ directory: join(directory, 'nginx'), includes, port })
after(async () => {
  await nginx.stop()
  await service.stop()
})

/** One request to nginx and the same to the service. */
async function askBoth(method, path, { host = hosts[0], fields = [] } = {}) {
  const head = method === 'HEAD'
  const ask = async (to) => (await exchangeOne(request(method, path, { port: to, host, fields }), { port: to, head })).answer
  return { proxied: await ask(port), direct: await ask(servicePort) }
}

const fieldsOf = ({ headers }) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !kOfTheServer.includes(name)))

function assertAlike({ proxied, direct }, what) {
  assert.equal(proxied.status, direct.status, what)
  assert.deepEqual(fieldsOf(proxied), fieldsOf(direct), what)
  assert.ok(proxied.body.equals(direct.body), `${what}: another body`)
}

async function exportedPaths(name) {
  const text = await readFile(join(out, name, '_headers'), 'utf8')
  return text.split('\n').filter((line) => line.startsWith('/'))
}

describe('what is exported', () => {
  for (const name of ['127.0.0.1', 'localhost']) {
    test(`${name}: every document from a file is the response of the service`, async () => {
      const paths = await exportedPaths(name)
      assert.ok(paths.length >= 10, `${paths}`)
      for (const path of ['/', '/openapi.json', '/.well-known/oauth-protected-resource/api/agent/full-profile',
        '/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server', '/cv', '/pictures/a%20boat.svg']) {
        assert.ok(paths.includes(path), `${path} is missing`)
      }
      for (const path of paths) {
        const both = await askBoth('GET', path, { host: `${name}:${port}` })
        assertAlike(both, path)
        // A Markdown form without its own path is selected by Accept only.
        if (both.direct.status === 404) continue
        assert.equal(both.proxied.status, 200, path)
        assert.equal(both.proxied.headers['x-request-id'], undefined, `${path} came from the service`)
      }
    })
  }

  test('bodies name the host they are served from', async () => {
    const { proxied } = await askBoth('GET', '/.well-known/oauth-authorization-server', { host: hosts[1] })
    assert.equal(JSON.parse(proxied.body).issuer, `http://${hosts[1]}`)
  })

  test('_headers lists the fields of each document', async () => {
    const text = await readFile(join(out, 'localhost', '_headers'), 'utf8')
    for (const line of text.trimEnd().split('\n')) assert.match(line, /^(\/\S*|  [A-Za-z-]+: \S.*)$/)
    const [, openapi] = /^\/openapi\.json\n((?:  .*\n)+)/m.exec(text)
    assert.match(openapi, /^  Content-Type: application\/\S*json$/m)
    assert.match(openapi, /^  Access-Control-Allow-Origin: \*$/m)
    assert.match(openapi, /^  Cache-Control: public, max-age=\d+$/m)
    assert.doesNotMatch(text, /^ {2}(ETag|Content-Length|Content-Encoding):/im)
  })

  test('the key set is in no file, nor is the profile or the secret', async () => {
    const secret = (await readFile(join(directory, 'site', 'secret'), 'utf8')).trim()
    const names = await readdir(out, { recursive: true })
    assert.equal(names.some((name) => /jwks|full-profile\/|secret|profile\.json/.test(name)), false, `${names}`)
    for (const name of filled(names)) {
      if ((await stat(join(out, name))).isDirectory()) continue
      assert.equal((await readFile(join(out, name), 'utf8')).includes(secret), false, name)
    }
  })
})

describe('behind nginx', () => {
  test('Accept chooses the form of the home page by the rules of the service', async () => {
    for (const accept of kNegotiated) {
      assertAlike(await askBoth('GET', '/', { fields: [`Accept: ${accept}`] }), accept)
    }
    const { proxied } = await askBoth('GET', '/', { fields: ['Accept: text/markdown'] })
    assert.match(proxied.headers['content-type'], /^text\/markdown\b/)
    assert.equal(proxied.headers['x-request-id'], undefined)
  })

  test('HEAD has the fields of GET', async () => {
    for (const path of ['/', '/openapi.json']) {
      const both = await askBoth('HEAD', path)
      assertAlike(both, path)
      assert.equal(both.proxied.headers['content-length'], both.direct.headers['content-length'])
    }
  })

  test('an unchanged document is 304', async () => {
    const got = await fetchWhole(`http://${hosts[0]}/openapi.json`)
    const again = await fetch(got.url, { headers: { 'If-None-Match': got.headers.get('etag') } })
    assert.equal(again.status, 304)
    assert.equal(again.headers.get('access-control-allow-origin'), '*')
    assert.equal(again.headers.get('cache-control'), got.headers.get('cache-control'))
  })

  test('preflights, wrong methods and unknown paths are proxied to the service', async () => {
    const preflight = ['Origin: https://app.example', 'Access-Control-Request-Method: GET', 'Access-Control-Request-Headers: mcp-protocol-version']
    for (const path of ['/', '/openapi.json', '/.well-known/oauth-protected-resource', '/oauth/token', '/nowhere']) {
      for (const method of ['OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH']) {
        assertAlike(await askBoth(method, path, { fields: method === 'OPTIONS' ? preflight : [] }), `${method} ${path}`)
      }
    }
    for (const path of ['/index.html', '/cv.html', '/_headers', '/_redirects', '/.well-known/', '/openapi.json/', '/api/agent/no-such-path', '/pictures']) {
      const { proxied } = await askBoth('GET', path)
      assertProblem(proxied, 404, 'not_found')
    }
    const { proxied } = await askBoth('OPTIONS', '/openapi.json', { fields: preflight })
    assert.equal(proxied.status, 204)
    assertError(await call(`http://${hosts[0]}/openapi.json`, { method: 'POST', body: '{}' }), 405, 'method_not_allowed')
  })

  test('an unknown host is refused', async () => {
    const { proxied } = await askBoth('GET', '/openapi.json', { host: 'foreign.example' })
    assertProblem(proxied, 421, 'misdirected_request')
  })

  test('refusals of nginx itself are JSON, too', async () => {
    const ask = async (bytes) => (await exchangeOne(bytes, { port })).answer
    assertProblem(await ask(request('GET', '/', { port, fields: ['Bad Field'] }).replace('HTTP/1.1', 'HTTP/x')), 400, 'invalid_request')
    assertProblem(await ask(request('GET', '/..%2f..%2fetc/passwd', { port })), 400, 'invalid_request')
    assertProblem(await ask(request('GET', `/${'a'.repeat(40_000)}`, { port })), 414, 'uri_too_long')
    assertProblem(await ask(request('POST', '/oauth/token', { port, fields: ['Content-Length: 9000000'] })), 413, 'payload_too_large')
  })

  test('an agent registers, gets a token and reads the profile', async () => {
    for (const host of hosts) {
      const baseUrl = `http://${host}`
      const client = await register(baseUrl, { client_name: 'Example agent' })
      const profile = await readProfile(baseUrl, await token(baseUrl, client))
      assert.equal(profile.status, 200, profile.text)
      assert.equal(profile.json._meta.issued_to, client.client_id)
      const keys = await call(`${baseUrl}/.well-known/jwks.json`)
      assert.ok(keys.json.keys.length >= 1)
    }
  })

  test('every step of try passes', async () => {
    const { code, output } = await runProgram(['try', `http://${hosts[0]}`])
    assert.equal(code, 0, output)
  })

  test('nginx logs no error', async () => {
    assert.doesNotMatch(await nginx.log(), /\[(emerg|alert|crit|warn)\]/)
  })

  test('without the service documents are served and everything else is a JSON 502', async () => {
    await service.stop()
    const ask = async (path) => (await exchangeOne(request('GET', path, { port, host: hosts[0] }), { port })).answer
    assert.equal((await ask('/openapi.json')).status, 200)
    assertProblem(await ask('/.well-known/jwks.json'), 502, 'temporarily_unavailable')
    assertProblem(await ask('/nowhere'), 502, 'temporarily_unavailable')
  })
})

async function fetchWhole(url) {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  assert.equal(answer.status, 200)
  return answer
}

describe('the command', () => {
  test('reports the written files, the paths that need the service and how to serve them', async () => {
    const { code, output } = await runExport(join(directory, 'again'))
    assert.equal(code, 0, output)
    for (const line of ['POST /oauth/register', 'POST /oauth/token', 'GET /oauth/authorize', 'GET /api/agent/full-profile', 'GET /.well-known/jwks.json']) {
      assert.ok(output.includes(`  ${line}\n`), output)
    }
    assert.ok(output.includes(`include ${join(directory, 'again', 'localhost.nginx.conf')};`), output)
    assert.match(output, /\d+ files with those for hosts, \d+ KiB/)
    assert.ok(!output.includes('/mcp\n'), output)
  })

  test('names the MCP endpoint among the paths that need the service if it is on', async () => {
    const args = ['export', '--config', configFile(), '--json', join(directory, 'with-mcp')]
    const { code, stdout } = await runProgram(args, { environment: { ...environment, AGENT_ACCESS_MCP_ENABLED: 'true' } })
    assert.equal(code, 0)
    assert.deepEqual(JSON.parse(stdout).dynamic.filter(({ path }) => path === '/mcp'), [{ method: 'POST', path: '/mcp' }])
  })

  test('refuses a folder that is not empty, and replaces files in it only with --overwrite', async () => {
    const copy = join(directory, 'copy')
    await cp(out, copy, { recursive: true })
    const openapi = join(copy, 'localhost', 'openapi.json')
    await writeFile(openapi, 'edited')
    await writeFile(join(copy, 'mine'), 'kept')
    const refused = await runExport(copy)
    assert.equal(refused.code, 1)
    assert.ok(refused.output.includes(`${copy} is not empty`), refused.output)
    assert.equal(await readFile(openapi, 'utf8'), 'edited')
    const replaced = await runExport('--overwrite', copy)
    assert.equal(replaced.code, 0, replaced.output)
    assert.deepEqual(await readFile(openapi), await readFile(join(out, 'localhost', 'openapi.json')))
    assert.equal(await readFile(join(copy, 'mine'), 'utf8'), 'kept')
  })

  test('names a file that cannot be written and reports that the export is incomplete', async () => {
    const blocked = join(directory, 'blocked')
    await mkdir(join(blocked, 'localhost', 'openapi.json'), { recursive: true })
    const { code, output } = await runExport('--overwrite', blocked)
    assert.equal(code, 1)
    assert.ok(output.includes(`${join(blocked, 'localhost', 'openapi.json')} is in the way`), output)
    assert.match(output, /the export is incomplete: \d+ files were written/)
  })
})
