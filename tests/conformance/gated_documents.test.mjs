// The owner's gated documents: files below /api/agent/, streamed (decision 0044).
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { appendFile, copyFile, link, mkdir, readFile, rename, symlink, unlink, utimes, writeFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { makeAuthority } from '../support/certificates.mjs'
import { noInspection } from '../support/faults.mjs'
import { isSparse, isWithin, kGatedSettings, kMebibyte, openFilesBelow, readerOf, takePeak, writeSparse } from '../support/gated_files.mjs'
import { startNginx } from '../support/nginx.mjs'
import { freePort, run, runProgram, startServe, until, writeFiles } from '../support/server.mjs'
import { assertError, call, register, requestToken } from '../support/steps.mjs'

const kLarge = 50 * kMebibyte
const kFolder = '/api/agent/papers/'

const files = {
  'papers/one.pdf': 'the first paper', 'papers/2024/two words.md': '# Two', 'papers/page.html': '<script>alert(1)</script>',
  'papers/.hidden': 'hidden', 'data.json': '{"n":1}',
}

async function tokenOf(baseUrl, scope) {
  const answer = await requestToken(baseUrl, await register(baseUrl), scope === undefined ? {} : { scope })
  assert.equal(answer.status, 200, answer.text)
  return `Bearer ${answer.json.access_token}`
}

/** fetch() with the token of the folder. */
const read = (path, headers = {}, options = {}) =>
  fetch(`${server.baseUrl}${path}`, { ...options, headers: { Authorization: authorization, ...headers } })
const bytesOf = async (answer) => Buffer.from(await answer.arrayBuffer())

const server = await startServe({ settings: kGatedSettings, files })
await writeSparse(server.path('papers/large.bin'), kLarge)
await writeSparse(server.path('papers/huge.bin'), 1024 * kMebibyte)
await symlink('../data.json', server.path('papers/out.json'))
await server.program.stop()
await server.start()
let authorization = await tokenOf(server.baseUrl, 'read:papers')
after(() => server.stop())

test('a token with the scope reads a file, with its type, validators and no script', async () => {
  const answer = await read(`${kFolder}page.html`)
  assert.equal(answer.status, 200)
  assert.equal(await answer.text(), '<script>alert(1)</script>')
  assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'private, no-cache')
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; sandbox")
  assert.match(answer.headers.get('etag'), /^"[0-9a-f]+-19"$/)
  const again = await read(`${kFolder}page.html`, { 'If-None-Match': answer.headers.get('etag') })
  assert.equal(again.status, 304)
  assert.equal((await read(`${kFolder}2024/two%20words.md`)).headers.get('content-type'), 'text/markdown; charset=utf-8')
})

test('without the scope the response is 403 with the scope in the challenge, whether or not the file exists', async () => {
  const other = await tokenOf(server.baseUrl)
  for (const name of ['one.pdf', 'none.pdf', '']) {
    const answer = await call(`${server.baseUrl}${kFolder}${name}`, { headers: { Authorization: other } })
    assertError(answer, 403, 'insufficient_scope')
    assert.match(answer.headers.get('www-authenticate'), /, scope="read:papers"$/)
    assert.ok(answer.headers.get('www-authenticate').includes(`resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource${kFolder}${name}"`))
    assertError(await call(`${server.baseUrl}${kFolder}${name}`), 401, 'invalid_token')
  }
  const data = await fetch(`${server.baseUrl}/api/agent/data`, { headers: { Authorization: other } })
  assert.deepEqual(await data.json(), { n: 1 })
})

test('no path leads to anything but a listed file', async () => {
  for (const name of ['.hidden', 'out.json', 'none', '%2e%2e/secret', '..%2fsecret', '2024', '2024//two%20words.md', 'one.pdf/', 'one.pdf%00']) {
    const { head, end } = await readerOf(server.port, encodeURI(kFolder + name).replaceAll('%25', '%'), { Authorization: authorization })
    assert.match(head, /^HTTP\/1\.1 404 /, name)
    end()
  }
  assert.match(server.program.output, /out\.json leads out of the folder and is left out/)
})

test('a document whose path is declared in another spelling is found in each of them', async () => {
  const settings = { documents: [{ path: '/api/agent/%c3%bc%281%29', source: 'data.json', title: 'Data', description: 'A file.' }] }
  await using other = await startServe({ settings, files })
  const headers = { Authorization: await tokenOf(other.baseUrl) }
  for (const path of ['%C3%BC(1)', '%c3%bc%281%29', '%c3%BC(1%29']) {
    const url = `${other.baseUrl}/api/agent/${path}`
    assert.equal((await fetch(url)).status, 401, path)
    assert.equal(await (await fetch(url, { headers })).text(), '{"n":1}', path)
    const metadata = await fetch(`${other.baseUrl}/.well-known/oauth-protected-resource/api/agent/${path}`)
    assert.equal((await metadata.json()).resource, url)
  }
})

test('check names what of a folder is left out, and why', async () => {
  const { output } = await runProgram(['check', '--config', server.configFile])
  assert.match(output, /warn +access .*papers\/\.hidden has a name that starts with a dot and is left out/)
  assert.match(output, /warn +access .*papers\/out\.json leads out of the folder and is left out/)
})

test('a file that becomes a hard link to a confidential one is not sent, neither alone nor in a folder nor by its list', async () => {
  const lists = async () => (await (await read(kFolder)).json()).files.map(({ path }) => path)
  const kNames = [['secret', 'papers/2024/two words.md', `${kFolder}2024/two%20words.md`], ['agent-access.toml', 'data.json', '/api/agent/data']]
  for (const [confidential, name, path] of kNames) {
    await rename(server.path(name), server.path('kept'))
    await link(server.path(confidential), server.path(name))
    try {
      const token = name === 'data.json' ? await tokenOf(server.baseUrl) : authorization
      assertError(await call(`${server.baseUrl}${path}`, { headers: { Authorization: token } }), 404, 'not_found')
      assert.ok(!(await lists()).includes(path))
      await unlink(server.path(name))
      await copyFile(server.path('kept'), server.path(name))
      assert.equal((await fetch(`${server.baseUrl}${path}`, { headers: { Authorization: token } })).status, 200, 'a new file is sent')
    } finally {
      await rename(server.path('kept'), server.path(name))
    }
  }
})

test('a folder lists its files', async () => {
  const answer = await read(kFolder)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  const list = await answer.json()
  assert.deepEqual(list.files.map(({ path, size }) => [path.slice(kFolder.length), size]),
    [['2024/two%20words.md', 5], ['huge.bin', 1024 * kMebibyte], ['large.bin', kLarge], ['one.pdf', 15], ['page.html', 25]])
  for (const { path, media_type: type, modified } of list.files) {
    const head = await read(path, {}, { method: 'HEAD' })
    assert.equal(head.headers.get('content-type'), type)
    assert.equal(new Date(head.headers.get('last-modified')).getTime(), new Date(modified).getTime())
  }
})

test('parts of a file of 1 GiB are read without the rest, 100 at a time', { skip: noInspection }, async () => {
  const size = 1024 * kMebibyte
  await takePeak(server.program.pid)
  const before = await takePeak(server.program.pid)
  const firsts = Array.from({ length: 100 }, (_, index) => Math.floor(index * (size - 100_000) / 99))
  await Promise.all(firsts.map(async (first) => {
    const part = await read(`${kFolder}huge.bin`, { Range: `bytes=${first}-${first + 99_999}` })
    assert.equal(part.status, 206)
    assert.equal(part.headers.get('content-range'), `bytes ${first}-${first + 99_999}/${size}`)
    const bytes = await bytesOf(part)
    assert.equal(bytes.length, 100_000)
    assert.ok(isSparse(bytes, first), `from ${first} on`)
  }))
  assert.ok(isWithin(await takePeak(server.program.pid) - before, 10 * kMebibyte))
  const last = await read(`${kFolder}huge.bin`, { Range: 'bytes=-3' })
  assert.equal(last.headers.get('content-range'), `bytes ${size - 3}-${size - 1}/${size}`)
  const behind = await read(`${kFolder}huge.bin`, { Range: `bytes=${size}-` })
  assert.equal(behind.status, 416)
  assert.equal(behind.headers.get('content-range'), `bytes */${size}`)
  await until(async () => (await openFilesBelow(server.program.pid, server.path('papers'))) === 0, 'the files to be closed')
})

test('50 MB with and without TLS cost little memory', { skip: noInspection }, async () => {
  const authority = await makeAuthority(server.path('.'))
  const { certificate, key } = await authority.issue('server')
  const secure = await startServe({ scheme: 'https', settings: { ...kGatedSettings, tls: { certificate, key }, limits: { trusted_proxies: [] } }, files })
  try {
    await writeSparse(secure.path('papers/large.bin'), kLarge)
    await secure.program.stop()
    await secure.start()
    const curl = async (baseUrl, pid, ...args) => {
      const { stdout } = await run('curl', ['-sS', '--cacert', authority.file, '-H', `Authorization: ${authorization}`, '-o', '/dev/null',
        '-w', '%{http_version} %{http_code} %{size_download}', ...args, `${baseUrl}${kFolder}large.bin`])
      return [stdout, await takePeak(pid)]
    }
    for (const each of [server, secure]) {
      const pid = each.program.pid
      if (each === secure) {
        const client = JSON.parse((await run('curl', ['-sS', '--cacert', authority.file, '-X', 'POST', `${secure.baseUrl}/oauth/register`])).stdout)
        const granted = await run('curl', ['-sS', '--cacert', authority.file, '-d',
          `grant_type=client_credentials&client_id=${client.client_id}&client_secret=${client.client_secret}&scope=read:papers`, `${secure.baseUrl}/oauth/token`])
        authorization = `Bearer ${JSON.parse(granted.stdout).access_token}`
      }
      await curl(each.baseUrl, pid, '-r', '0-99999')
      const before = await takePeak(pid)
      const [text, peak] = await curl(each.baseUrl, pid)
      assert.equal(text, `1.1 200 ${kLarge}`)
      assert.ok(isWithin(peak - before, 4 * kMebibyte), `${each.baseUrl}: ${peak - before} bytes more`)
    }
  } finally {
    await secure.stop()
    authorization = await tokenOf(server.baseUrl, 'read:papers')
  }
})

test('a download that was interrupted is resumed: curl -C -, and If-Range with the entity tag or an older date', async () => {
  const target = server.path('resumed.bin')
  const whole = await readFile(server.path('papers/large.bin'))
  await writeFile(target, whole.subarray(0, 20_000_001))
  await run('curl', ['-sS', '-C', '-', '-H', `Authorization: ${authorization}`, '-o', target, `${server.baseUrl}${kFolder}large.bin`])
  assert.ok(whole.equals(await readFile(target)))
  const etag = (await read(`${kFolder}large.bin`, {}, { method: 'HEAD' })).headers.get('etag')
  const part = await read(`${kFolder}large.bin`, { Range: 'bytes=52428000-', 'If-Range': etag })
  assert.equal(part.status, 206)
  assert.ok(whole.subarray(52_428_000).equals(await bytesOf(part)))
  await utimes(server.path('papers/one.pdf'), 1_700_000_000, 1_700_000_000)
  const dated = await read(`${kFolder}one.pdf`, { Range: 'bytes=4-', 'If-Range': 'Tue, 14 Nov 2023 22:13:20 GMT' })
  assert.deepEqual([dated.status, await dated.text()], [206, 'first paper'])
  const older = await read(`${kFolder}one.pdf`, { Range: 'bytes=4-', 'If-Range': 'Tue, 14 Nov 2023 22:13:19 GMT' })
  assert.deepEqual([older.status, await older.text()], [200, 'the first paper'])
  const changed = await read(`${kFolder}one.pdf`, { Range: 'bytes=4-', 'If-Range': etag })
  assert.equal(changed.status, 200)
  assert.equal(await changed.text(), 'the first paper')
})

test('a file that is replaced or grows while it is sent is sent as it was', async () => {
  const path = server.path('papers/changing.bin')
  await writeSparse(path, kLarge)
  await server.program.stop()
  await server.start()
  const replaced = await readerOf(server.port, `${kFolder}changing.bin`, { Authorization: authorization })
  assert.ok(isSparse(await replaced.read(kMebibyte), 0))
  await writeFile(server.path('new'), 'a new file')
  await rename(server.path('new'), path)
  const rest = await replaced.read(kLarge - kMebibyte)
  assert.equal(rest.length, kLarge - kMebibyte)
  assert.ok(isSparse(rest, kMebibyte))
  replaced.end()
  assert.equal(await (await read(`${kFolder}changing.bin`)).text(), 'a new file')

  await writeSparse(path, kLarge)
  const grown = await readerOf(server.port, `${kFolder}changing.bin`, { Authorization: authorization, Connection: 'close' })
  assert.ok(isSparse(await grown.read(kMebibyte), 0))
  await appendFile(path, 'more')
  assert.equal((await grown.read(kLarge)).length, kLarge - kMebibyte)
})

test('readers that do not read hold no memory to speak of and share one descriptor', { skip: noInspection }, async () => {
  const before = await takePeak(server.program.pid)
  const readers = await Promise.all(Array.from({ length: 60 }, () =>
    readerOf(server.port, `${kFolder}huge.bin`, { Authorization: authorization })))
  assert.ok(isWithin(await takePeak(server.program.pid) - before, 8 * kMebibyte))
  assert.equal(await openFilesBelow(server.program.pid, server.path('papers')), 1)
  for (const reader of readers) reader.end()
  await until(async () => (await openFilesBelow(server.program.pid, server.path('papers'))) === 0, 'the file to be closed')
})

test('a reload takes new files, and a response that is being sent ends with the file of before', async () => {
  const slow = await readerOf(server.port, `${kFolder}large.bin`, { Authorization: authorization })
  await slow.read(1000)
  await writeFiles(server.directory, { 'papers/later.txt': 'later' })
  assert.equal((await read(`${kFolder}later.txt`)).status, 404)
  server.program.signal('SIGHUP')
  await until(async () => (await read(`${kFolder}later.txt`)).status === 200, 'the reload')
  assert.equal((await slow.read(kLarge - 1000)).length, kLarge - 1000)
  slow.end()
})

test('a folder that disappeared fails the reload, and the rest is served as before', async () => {
  await rename(server.path('papers'), server.path('elsewhere'))
  server.program.signal('SIGHUP')
  await until(() => /reload_failed/.test(server.program.output), 'the failed reload')
  assert.equal(await (await read(`${kFolder}one.pdf`)).text(), 'the first paper', 'the folder was opened before')
  await rename(server.path('elsewhere'), server.path('papers'))
})

test('the log has one line for each document, with its route, when the last byte was sent', async () => {
  const lines = () => server.program.output.split('\n').filter((line) => line.includes('/page.html"'))
    .map((line) => JSON.parse(line)).filter(({ event }) => event === 'access')
  const before = lines().length
  assert.equal((await read(`${kFolder}page.html`, { Range: 'bytes=0-3' })).status, 206)
  assert.equal((await read(`${kFolder}page.html`, { Range: 'bytes=25-' })).status, 416)
  await until(() => lines().length === before + 2, 'the lines')
  const [sent, refused] = lines().slice(before)
  assert.deepEqual([sent.route, sent.path, sent.status], ['document', `${kFolder}page.html`, 206])
  assert.match(sent.client_id, /^[0-9a-f-]{36}$/)
  assert.deepEqual([refused.route, refused.status, refused.error, refused.reason], ['document', 416, 'range_not_satisfiable', 'range_not_satisfiable'])
})

test('nginx in front passes parts on as they come', { skip: existsSync('/usr/sbin/nginx') ? false : 'skipped: nginx is not installed' }, async () => {
  const port = await freePort()
  await mkdir(server.path('nginx'))
  const file = server.path('front.conf')
  await writeFile(file, `server {
  listen 127.0.0.1:${port};
  location / {
    proxy_pass http://127.0.0.1:${server.port};
    proxy_http_version 1.1;
    proxy_set_header Host $proxy_host;
    proxy_buffering off;
  }
}
`)
  await using nginx = await startNginx({ directory: server.path('nginx'), includes: [file], port })
  const whole = await readFile(server.path('papers/large.bin'))
  const fetched = await fetch(`http://127.0.0.1:${port}${kFolder}large.bin`, { headers: { Authorization: authorization } })
  assert.ok(whole.equals(await bytesOf(fetched)))
  const part = await fetch(`http://127.0.0.1:${port}${kFolder}large.bin`, { headers: { Authorization: authorization, Range: 'bytes=16777216-16777217' } })
  assert.equal(part.status, 206)
  assert.deepEqual([...await bytesOf(part)], [2, 0])
})
