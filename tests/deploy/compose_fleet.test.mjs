// deploy/compose.fleet.yaml and the commands of docs/containers.md for it. There is no engine: the services run in network namespaces (compose_inside.mjs).
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { load } from 'js-yaml'
import { noFleet, runInside } from '../fleet/outside.mjs'
import { makeAuthority } from '../support/certificates.mjs'
import { missing } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { kImageUser, makeImage } from '../support/image.mjs'
import { shellBlocks } from '../support/markdown.mjs'
import { withValues } from '../support/printed_sites.mjs'
import { binary } from '../support/server.mjs'

const skip = noFleet || missing('setpriv', '--version')
const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const file = path('deploy/compose.fleet.yaml')
const page = await readFile(path('docs/containers.md'), 'utf8')
const { services, secrets } = load(await readFile(file, 'utf8'))

const folder = temporaryFolder('compose')
let image
let authority
before(async () => {
  if (skip) return
  for (const name of ['bin', 'ca']) await mkdir(join(folder, name))
  authority = await makeAuthority(join(folder, 'ca'))
  await authority.issue('example', { names: ['DNS:example.com', 'DNS:www.example.com'] })
  await symlink(binary, join(folder, 'bin/agent-access'))
  image = await makeImage()
  await mkdir(join(image, 'run'))
})
after(async () => {
  if (image) await rm(join(image, '..'), { recursive: true, force: true })
})

test('the commands of the page make what the file mounts', { skip }, async () => {
  const [{ script }] = shellBlocks(page).filter(({ heading }) => heading === 'Several replicas')
  const live = '/etc/letsencrypt/live/example.com'
  const commands = withValues(script, [[`${live}/fullchain.pem`, join(folder, 'ca/example.pem')], [`${live}/privkey.pem`, join(folder, 'ca/example.key')]])
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder, env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}` } })
  const mounted = [...Object.values(services).flatMap(({ volumes = [] }) => volumes.map((text) => text.split(':')[0])), ...Object.values(secrets).map((secret) => secret.file)]
  assert.deepEqual([...new Set(mounted)].sort(), ['./haproxy', './site', './site/secret'])
  for (const name of mounted) await stat(join(folder, name))
  for (const name of ['site/secret', 'haproxy/site.pem']) {
    const { uid, mode } = await stat(join(folder, name))
    assert.deepEqual([uid, mode & 0o777], [kImageUser, 0o600], name)
  }
})

test('replicas are replaced one after the other, and no request fails', { skip }, async () => {
  const record = await runInside(fileURLToPath(new URL('./compose_inside.mjs', import.meta.url)), { file, folder, root: image, ca: authority.file })
  assert.equal(record.error, undefined)
  assert.match(record.site, /^ {2}server one 172\.30\.77\.11:8080 check port 9464 .*\n {2}server two 172\.30\.77\.12:8080 check port 9464 /m)
  assert.deepEqual(record.replaced, [{ code: 0, signal: null }, { code: 0, signal: null }])
  assert.deepEqual(record.failures, [])
  assert.ok(record.requests >= 100, String(record.requests))
})

test('every address in the file and on the page is one of a service', () => {
  const addresses = Object.fromEntries(Object.entries(services).map(([name, { networks }]) => [name, networks.fleet.ipv4_address]))
  assert.deepEqual(addresses, { one: '172.30.77.11', two: '172.30.77.12', haproxy: '172.30.77.10' })
  for (const name of ['one', 'two']) {
    assert.match(services[name].environment.AGENT_ACCESS_LIMITS_TRUSTED_PROXIES, /,172\.30\.77\.10\/32$/)
    assert.ok(page.includes(`--replica ${name}=${addresses[name]}:8080`), name)
  }
})

test('no container is privileged, writable or without a bound for its end', () => {
  for (const [name, service] of Object.entries(services)) {
    assert.deepEqual([service.read_only, service.cap_drop, service.security_opt, service.privileged], [true, ['ALL'], ['no-new-privileges:true'], undefined], name)
  }
  assert.deepEqual(['one', 'two'].map((name) => services[name].stop_grace_period), ['40s', '40s'])
  assert.equal(services.one.environment.AGENT_ACCESS_LISTEN_DRAIN_DELAY, '4s')
})
