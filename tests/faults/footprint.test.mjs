// What the process touches: system calls of a request, files, memory that holds the secret, its own binary and crypto.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { makeAuthority } from '../support/certificates.mjs'
import { eventually, missing, noStrace, onlyRoot, startVictim, statusOf } from '../support/faults.mjs'
import { askHttp2, closed, openHttp2 } from '../support/http2.mjs'
import { exchange, request } from '../support/raw.mjs'
import { startRedis } from '../support/redis.mjs'
import { binary, Program, startServe } from '../support/server.mjs'
import { form, kForm, kProfilePath, post, readProfile, register, token } from '../support/steps.mjs'

/** strace on a running process: { stop }. stop() resolves to the lines that it wrote. */
async function trace(pid, ...args) {
  const tracer = spawn('strace', ['-f', '-p', String(pid), ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  tracer.stderr.setEncoding('utf8').on('data', (piece) => { text += piece })
  const ended = once(tracer, 'close')
  await eventually(() => /attached/.test(text), 'strace to attach')
  return { stop: async () => { tracer.kill('SIGINT'); await ended; return text } }
}

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = { alg: 'ES256', typ: 'at+jwt', kid: 'x' }
const kHostile = [
  { ...header, jku: 'http://127.0.0.1:9/jwks.json' }, { ...header, x5u: 'http://127.0.0.1:9/cert.pem' },
  { ...header, kid: '../../../../../../etc/passwd' }, { ...header, kid: '|sleep 10' }, { ...header, kid: "' OR '1'='1" },
]
const kPaths = ['/..%2f..%2fetc%2fpasswd', '/%2e%2e/%2e%2e/etc/passwd', '/../../etc/passwd', '/\\..\\secret', '//etc/passwd', '/%00',
  '/%c0%ae%c0%ae/secret', '/.git/config', '/.env', '/secret', '/profile.json', '/agent-access.toml', '/debug', '/server-status']

/** Every kind of request once, the hostile ones among them; each of those is refused. */
async function everyRequest(server) {
  const { baseUrl, port } = server
  const client = await register(baseUrl, { client_name: 'Example Agent' })
  const jwt = await token(baseUrl, client)
  assert.equal((await readProfile(baseUrl, jwt)).status, 200)
  await post(`${baseUrl}/oauth/token`, form({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: 'x' }), kForm)
  for (const head of kHostile) {
    const forged = `${part(head)}.${jwt.split('.')[1]}.${jwt.split('.')[2]}`
    assert.equal((await readProfile(baseUrl, forged)).status, 401)
  }
  for (const target of [...kPaths, '/llms.txt', '/.well-known/jwks.json', '/', kProfilePath]) {
    const { answers } = await exchange(request('GET', target, { port }), { port })
    const wanted = kPaths.includes(target) ? [400, 404] : [200, 401]
    assert.ok(wanted.includes(answers[0].status), `${target}: ${answers[0].status}`)
    assert.doesNotMatch(answers[0].body.toString(), /root:|base_urls/)
  }
}

// close and shutdown end connections; brk, mmap, munmap, madvise and mprotect are the allocator's.
const kSteady = new Set(['epoll_wait', 'epoll_pwait', 'epoll_ctl', 'accept4', 'accept', 'recvfrom', 'recvmsg', 'sendto', 'sendmsg', 'read', 'readv',
  'write', 'writev', 'close', 'shutdown', 'futex', 'clock_gettime', 'getrandom', 'setsockopt', 'getsockopt', 'getpeername',
  'getsockname', 'ioctl', 'fcntl', 'poll', 'ppoll', 'rt_sigtimedwait', 'restart_syscall', 'sched_yield', 'clock_nanosleep', 'gettid', 'getpid',
  'brk', 'mmap', 'munmap', 'madvise', 'mprotect'])

test('a request opens no file, connects to nobody, starts nothing: its system calls are a short list', { skip: onlyRoot || noStrace }, async () => {
  const server = await startVictim()
  try {
    await everyRequest(server) // what is done once is done
    const tracer = await trace(server.program.pid)
    await everyRequest(server)
    const text = await tracer.stop()
    const calls = new Set([...text.matchAll(/^(?:\[pid +\d+\] )?([a-z_0-9]+)\(/gm)].map((match) => match[1]))
    assert.ok(calls.has('accept4') || calls.has('recvmsg') || calls.has('recvfrom'), `seen: ${[...calls]}`)
    assert.deepEqual([...calls].filter((name) => !kSteady.has(name)), [])
  } finally {
    await server.stop()
  }
})

test('a request over HTTP/2 and TLS makes no other system calls', { skip: onlyRoot || noStrace }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-access-footprint-'))
  const authority = await makeAuthority(folder)
  const { certificate, key } = await authority.issue('server')
  const ca = readFileSync(authority.file)
  const server = await startServe({ scheme: 'https', settings: { tls: { certificate, key } } })
  /** A connection with every kind of request, a hostile one and the end of the peer among them. */
  const everyKind = async () => {
    const session = await openHttp2(server.baseUrl, { ca })
    const ask = (...args) => askHttp2(session, ...args)
    const client = JSON.parse((await ask('/oauth/register', { method: 'POST' })).text)
    const body = form({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: client.client_secret })
    const granted = JSON.parse((await ask('/oauth/token', { method: 'POST', headers: { 'content-type': kForm }, body })).text)
    assert.equal((await ask(kProfilePath, { headers: { authorization: `Bearer ${granted.access_token}` } })).status, 200)
    for (const head of kHostile) {
      const [, claims, signature] = granted.access_token.split('.')
      assert.equal((await ask(kProfilePath, { headers: { authorization: `Bearer ${part(head)}.${claims}.${signature}` } })).status, 401)
    }
    for (const path of ['/llms.txt', '/', '/.env', '/secret']) assert.ok([200, 404].includes((await ask(path)).status))
    const gone = closed(session)
    session.close()
    await gone
  }
  try {
    await everyKind() // what is done once is done
    const tracer = await trace(server.program.pid)
    await everyKind()
    const text = await tracer.stop()
    const calls = new Set([...text.matchAll(/^(?:\[pid +\d+\] )?([a-z_0-9]+)\(/gm)].map((match) => match[1]))
    assert.ok(calls.has('accept4') && calls.has('epoll_wait'), `seen: ${[...calls]}`)
    // mlock: the key of a session ticket is derived for each, in a locked page of its own.
    assert.deepEqual([...calls].filter((name) => !kSteady.has(name) && name !== 'mlock'), [])
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

/** How often `needle` is in the writable memory of the process, and which of its mappings hold it. */
function findInMemory(pid, needle) {
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const found = []
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'latin1').trim().split('\n')) {
      const [, start, end, rights, name] = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \d+ *(.*)$/.exec(line)
      if (!rights.startsWith('rw') || name === '[vvar]') continue
      const size = Number.parseInt(end, 16) - Number.parseInt(start, 16)
      if (size > 256 * 1024 * 1024) continue
      const bytes = Buffer.alloc(size)
      let read = 0
      try {
        read = readSync(memory, bytes, 0, size, Number.parseInt(start, 16))
      } catch {
        continue // a guard page
      }
      for (let at = bytes.indexOf(needle); at >= 0 && at < read; at = bytes.indexOf(needle, at + 1)) found.push({ start, name, size })
    }
  } finally {
    closeSync(memory)
  }
  return found
}

/** The flags of the mapping that begins at `start`. */
function flagsOf(pid, start) {
  const text = readFileSync(`/proc/${pid}/smaps`, 'latin1')
  const at = text.search(new RegExp(`^${start}-`, 'm'))
  return /^VmFlags: (.*)$/m.exec(text.slice(at))[1].trim().split(' ')
}

// Binaries under AddressSanitizer keep freed memory on purpose.
const isSanitized = /__asan_|__tsan_/.test(spawnSync('nm', ['-D', binary], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout)
const noMemory = onlyRoot || (isSanitized ? 'skipped: a sanitizer keeps copies' : false)

test('the master secret is in locked pages that no core holds, and nowhere else', { skip: noMemory }, async () => {
  const secret = randomBytes(32)
  const server = await startServe({ secret })
  try {
    const { pid } = server.program
    await everyRequest(server)
    server.program.signal('SIGHUP')
    await eventually(() => server.program.output.includes('"event":"reload"'), 'a reload')
    await everyRequest(server)
    // The bytes of the file are the secret: its text is what is used.
    const text = Buffer.from(secret.toString('base64url'))
    const places = findInMemory(pid, text)
    assert.ok(places.length >= 1, 'the search finds what must be there')
    for (const { start, name } of places) {
      const flags = flagsOf(pid, start)
      assert.ok(flags.includes('lo') && flags.includes('dd'), `a copy in ${start} ${name || 'anonymous memory'} with ${flags.join(' ')}`)
    }
    for (const form of [secret, Buffer.from(secret.toString('hex')), Buffer.from(text.toString('hex'))]) assert.deepEqual(findInMemory(pid, form), [])
    assert.equal(Number.parseInt(statusOf(pid, 'VmSwap'), 10), 0)
  } finally {
    await server.stop()
  }
})

/** Every copy of `text` in the memory of a process lies in locked pages that no core holds; there is at least one. */
function assertLocked(pid, text, what) {
  const places = findInMemory(pid, Buffer.from(text))
  assert.ok(places.length >= 1, `the search finds ${what}`)
  for (const { start, name } of places) {
    const flags = flagsOf(pid, start)
    assert.ok(flags.includes('lo') && flags.includes('dd'), `${what}: a copy in ${start} ${name || 'anonymous memory'} with ${flags.join(' ')}`)
  }
}

const kRedisPassword = 'Example-pass-word-0123456789abcdef'
const makePem = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
/** A part of a PEM key that stands in no public part of it. */
const keyPart = (pem) => pem.split('\n')[1].slice(0, 60)

const kWays = [
  ['from the environment', async (url) => ({ environment: { AGENT_ACCESS_LIMITS_SHARED: url } })],
  ['from a file of its own', async (url) => ({ settings: { limits: { shared_file: 'redis' } }, files: { redis: `${url}\n` } })],
  ['from the configuration', async (url) => ({ settings: { limits: { shared: url } } })],
]
for (const [way, makeOptions] of kWays) {
  test(`the address of the Redis ${way}, the secret of the environment and PEM keys are in locked pages, and nowhere else`, { skip: noMemory }, async () => {
    const redis = await startRedis({ password: kRedisPassword })
    const secret = randomBytes(32).toString('base64url')
    const pem = makePem()
    const options = await makeOptions(redis.url)
    const settings = { ...options.settings, keys: { pem_files: ['key.pem'] } }
    const files = { ...options.files, 'key.pem': pem }
    const server = await startServe({ ...options, settings, files, environment: { ...options.environment, AGENT_ACCESS_SECRET: secret } })
    try {
      const { pid } = server.program
      await eventually(() => server.program.output.includes('"shared_limits_in_step"'), 'a Redis that took the password')
      await everyRequest(server)
      server.program.signal('SIGHUP')
      await eventually(() => server.program.output.includes('"event":"reload"'), 'a reload')
      await everyRequest(server)
      assertLocked(pid, secret, 'the master secret')
      assertLocked(pid, kRedisPassword, 'the password of the Redis')
      assertLocked(pid, keyPart(pem), 'the PEM key')
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1')
      assert.ok(environment.includes('AGENT_ACCESS_SECRET='), 'the environment is what was given')
      for (const text of [secret, kRedisPassword]) assert.ok(!environment.includes(text), 'the environment holds it still')
    } finally {
      await server.stop()
      await redis.stop()
    }
  })
}

test('the key of TLS is in locked pages, and nowhere else, also when it stands beside its certificate', { skip: noMemory }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'agent-access-both-'))
  const authority = await makeAuthority(folder)
  const { certificate, key } = await authority.read(await authority.issue('server'))
  const both = `${certificate}${key}`
  const server = await startServe({ scheme: 'https', settings: { tls: { certificate: 'both.pem', key: 'both.pem' } }, files: { 'both.pem': both } })
  try {
    const part = keyPart(key.toString())
    const places = findInMemory(server.program.pid, Buffer.from(part))
    for (const { start, name } of places) {
      const flags = flagsOf(server.program.pid, start)
      assert.ok(flags.includes('lo') && flags.includes('dd'), `a copy in ${start} ${name || 'anonymous memory'} with ${flags.join(' ')}`)
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test('neither arguments nor environment hold a secret of a configuration with files', { skip: onlyRoot }, async () => {
  const secret = randomBytes(32)
  const server = await startServe({ secret })
  try {
    for (const file of ['cmdline', 'environ']) {
      assert.ok(!readFileSync(`/proc/${server.program.pid}/${file}`, 'latin1').includes(secret.toString('base64url')))
    }
  } finally {
    await server.stop()
  }
})

const noReadelf = missing('readelf', '--version') || (isSanitized ? 'skipped: not what is shipped' : false)
test('the binary is position independent, with full RELRO, canaries and checked calls, and names no library path', { skip: noReadelf }, () => {
  const ask = (...args) => spawnSync('readelf', [...args, binary], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout
  assert.match(ask('-h'), /Type: +DYN/)
  const segments = ask('-lW')
  assert.match(segments, /GNU_RELRO/)
  assert.match(segments, /GNU_STACK .* RW +0x/)
  const dynamic = ask('-dW')
  assert.match(dynamic, /BIND_NOW|FLAGS.*NOW/)
  assert.doesNotMatch(dynamic, /RPATH|RUNPATH/)
  const symbols = ask('--dyn-syms', '-W')
  assert.ok(symbols.includes('__stack_chk_fail'), 'canaries')
  assert.ok(/__[a-z]+_chk\b/.test(symbols), 'checked calls')
  assert.ok(symbols.includes('glibcxx_assert_fail'), 'assertions of the C++ library')
})

const noNotes = noReadelf || (process.arch === 'x64' ? false : 'skipped: these notes belong to x86-64')
test('the binary is marked for shadow stacks and indirect branch tracking', { skip: noNotes }, () => {
  const notes = spawnSync('readelf', ['-n', binary], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout
  assert.match(notes, /x86 feature: IBT, SHSTK/)
})

const compileCommands = join(dirname(binary), 'compile_commands.json')
const noCommands = existsSync(compileCommands) ? false : 'skipped: the binary is not beside its compile_commands.json'
test('every file of the program is compiled with the hardening flags', { skip: noCommands || (isSanitized ? 'skipped: not what is shipped' : false) }, () => {
  const ours = JSON.parse(readFileSync(compileCommands, 'utf8')).filter(({ file }) => /\/src\//.test(file) && !file.includes('_verify_interface_header_sets/'))
  assert.ok(ours.length > 40, `${ours.length} units`)  // of eight files each, at most
  const wanted = ['-D_FORTIFY_SOURCE=3', '-D_GLIBCXX_ASSERTIONS', '-fstack-protector-strong', '-fstack-clash-protection',
    ...(process.arch === 'x64' ? ['-fcf-protection=full'] : [])]
  for (const { file, command } of ours) {
    const words = command.split(' ')
    for (const flag of wanted) assert.ok(words.includes(flag), `${file}: ${flag}`)
    assert.ok(words.indexOf('-U_FORTIFY_SOURCE') < words.indexOf('-D_FORTIFY_SOURCE=3'), `${file}: no other level before it`)
  }
})

const noCompiler = missing('cc', '--version') || (isSanitized ? 'skipped: a sanitizer wants to be loaded first' : false)
const kBroken = {
  'a verifier that takes every signature': 'int EVP_PKEY_verify(void) { return 1; }',
  'a verifier that takes no signature': 'int EVP_PKEY_verify(void) { return 0; }',
  'a comparison that finds everything equal': 'int CRYPTO_memcmp(void) { return 0; }',
  'a digest that is always the same': 'int EVP_DigestFinal_ex(void *c, unsigned char *out, unsigned *n) { (void)c; for (int i = 0; i < 32; ++i) out[i] = 1; if (n) *n = 32; return 1; }',
  'an HMAC that is always the same': '#include <stddef.h>\nint EVP_MAC_final(void *c, unsigned char *out, size_t *n, size_t s) { (void)c; (void)s; for (int i = 0; i < 32; ++i) out[i] = 1; if (n) *n = 32; return 1; }',
  // As OpenSSL 3.0 does when it has no memory to encode a signature.
  'a signer that succeeds with the size -1': '#include <stddef.h>\nint EVP_PKEY_sign(void *c, unsigned char *out, size_t *n) { (void)c; (void)out; *n = (unsigned)-1; return 1; }',
  'a generator of random numbers that repeats itself': 'int RAND_bytes(unsigned char *out, int n) { for (int i = 0; i < n; ++i) out[i] = 7; return 1; }',
}
for (const [name, source] of Object.entries(kBroken)) {
  test(`it does not start on ${name}`, { skip: noCompiler }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agent-access-shim-'))
    const server = await startServe()
    try {
      await server.program.stop()
      await writeFile(join(folder, 'shim.c'), `${source}\n`)
      const made = spawnSync('cc', ['-shared', '-fPIC', '-o', join(folder, 'shim.so'), join(folder, 'shim.c')], { encoding: 'utf8' })
      assert.equal(made.status, 0, made.stderr)
      const program = new Program(['serve', '--config', server.configFile], { LD_PRELOAD: join(folder, 'shim.so') })
      const timer = setTimeout(() => program.signal('SIGKILL'), 20_000)
      const { code } = await program.ended
      clearTimeout(timer)
      assert.equal(code, 1, program.output)
      assert.doesNotMatch(program.output, /"event":"start"/)
    } finally {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
}
