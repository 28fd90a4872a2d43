// The root file system of the container image: complete without the system that built it, served as its user, from environment and
// mounted files alone.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chown, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { load } from 'js-yaml'
import { noMount, statusOf } from '../support/faults.mjs'
import { inImage, kImageUser, makeImage, rootScript } from '../support/image.mjs'
import { exampleProfile, freePort, Program, run, runProgram, writeFiles } from '../support/server.mjs'

let root
before(async () => {
  if (noMount) return
  root = await makeImage()
})
after(async () => { if (root) await rm(join(root, '..'), { recursive: true, force: true }) })

test('the image has no shell, no package manager and no set-user-ID program', { skip: noMount }, async () => {
  assert.deepEqual(await readdir(join(root, 'usr/bin')), ['agent-access'])
  for (const path of ['bin', 'sbin', 'usr/sbin', 'usr/lib/apt', 'var/lib/dpkg/status']) assert.ok(!existsSync(join(root, path)), path)
  const { stdout } = await run('find', [root, '-perm', '/6000'])
  assert.equal(stdout, '')
})

test('the image names the Debian package of every library, and has its notices', { skip: noMount }, async () => {
  const packages = await readdir(join(root, 'var/lib/dpkg/status.d'))
  for (const name of ['libc6', 'libstdc++6']) assert.ok(packages.includes(name), name)
  for (const name of packages) {
    const text = readFileSync(join(root, 'var/lib/dpkg/status.d', name), 'utf8')
    assert.match(text, new RegExp(`^Package: ${name.replaceAll('+', '\\+')}$`, 'm'))
    assert.match(text, /^Version: \S+$/m)
    assert.ok(existsSync(join(root, 'usr/share/doc', name, 'copyright')), name)
  }
})

test('the image serves as its user from environment and mounted files, is healthy, passes try, and stops', { skip: noMount }, async () => {
  await writeFiles(root, {
    'etc/agent-access/profile.json': exampleProfile,
    'run/secrets/agent-access': `${randomBytes(32).toString('base64url')}\n`,
  })
  await chown(join(root, 'run/secrets/agent-access'), kImageUser, kImageUser)
  const [port, adminPort] = [await freePort(), await freePort()]
  const environment = {
    AGENT_ACCESS_BASE_URLS: `http://127.0.0.1:${port},http://localhost:${port}`,
    AGENT_ACCESS_LISTEN_ADDRESS: `127.0.0.1:${port}`,
    AGENT_ACCESS_LISTEN_ADMIN: `127.0.0.1:${adminPort}`,
    AGENT_ACCESS_SECRET_FILE: '/run/secrets/agent-access',
    AGENT_ACCESS_CONTENT_SITE: '',
    AGENT_ACCESS_CONTENT_FAQ: '',
    AGENT_ACCESS_CONTENT_ROOT: '',
    AGENT_ACCESS_LIMITS_REQUESTS: '0',
  }
  await using program = new Program(['serve'], environment, { wrap: inImage(root) })
  await program.waitFor(port)
  assert.match(statusOf(program.pid, 'Uid'), /^65532\s+65532\s+65532\s+65532$/)
  const health = new Program(['health'], environment, { wrap: inImage(root) })
  assert.deepEqual(await health.ended, { code: 0, signal: null }, health.output)
  const grade = await runProgram(['try', `http://127.0.0.1:${port}`])
  assert.equal(grade.code, 0, grade.output)
  assert.deepEqual(await program.stop(), { code: 0, signal: null })
  assert.doesNotMatch(program.output, /"level":"(warning|error)"/)
})

test('deploy/compose.yaml mounts what its header prepares, so that the user of the image can read the secret', { skip: noMount }, async () => {
  const text = readFileSync(new URL('../../deploy/compose.yaml', import.meta.url), 'utf8')
  const { services: { 'agent-access': service }, secrets } = load(text)
  assert.deepEqual([service.secrets, secrets], [[{ source: 'master', target: 'agent-access' }], { master: { file: './site/secret' } }])
  assert.deepEqual(service.volumes, ['./site:/etc/agent-access:ro'])
  const [, prepare] = /^# {3}sudo (chown \S+ site\/secret) /m.exec(text)
  const site = join(root, 'etc/agent-access')
  await rm(site, { recursive: true, force: true })
  await rm(join(root, 'run/secrets'), { recursive: true, force: true })
  const port = await freePort()
  const made = await runProgram(['init', site, '--base-url', `http://127.0.0.1:${port}`])
  assert.equal(made.code, 0, made.output)
  await mkdir(join(root, 'run/secrets'), { recursive: true })
  // As Compose mounts it: the same file, with its owner and mode.
  await link(join(site, 'secret'), join(root, 'run/secrets/agent-access'))
  const environment = { ...service.environment, AGENT_ACCESS_LISTEN_ADDRESS: `127.0.0.1:${port}`, AGENT_ACCESS_LISTEN_ADMIN: '' }
  const before = new Program(['serve'], environment, { wrap: inImage(root) })
  assert.equal((await before.ended).code, 1)
  assert.match(before.output, /\/run\/secrets\/agent-access: .*[Pp]ermission denied/)
  await run('sh', ['-c', prepare.replace('site/secret', '"$0"'), join(site, 'secret')])
  assert.equal((await stat(join(site, 'secret'))).mode & 0o777, 0o600)
  await using program = new Program(['serve'], environment, { wrap: inImage(root) })
  await program.waitFor(port)
  assert.equal((await fetch(`http://127.0.0.1:${port}/llms.txt`)).status, 200)
})

test('the script does not write into a folder that exists', { skip: noMount }, async () => {
  await assert.rejects(run(rootScript, [root]), /exists already/)
})
