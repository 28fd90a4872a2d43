// What `make dist` adds to the packages, made of the program of the build: the container image as an OCI archive, and the worker archive; and the SBOM of the
// npm package.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { missing, noMount } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { inImage } from '../support/image.mjs'
import { codeBlocks } from '../support/markdown.mjs'
import { binary, freePort, Program, run, writeFiles } from '../support/server.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = temporaryFolder('release-files')
const noImage = missing('umoci', '--version')

/** Runs scripts/release/NAME twice, which must give the same bytes; the path of the first archive. */
async function madeTwice(name) {
  const [first, second] = await Promise.all(['first', 'second'].map(async (each) => {
    const { stdout } = await run(join(root, 'scripts/release', name), [join(folder, each)], { env: { ...process.env, PROGRAM: binary, SOURCE_DATE_EPOCH: '1785542400' } })
    return stdout.trim().split('\n').at(-1)
  }))
  assert.deepEqual(readFileSync(first), readFileSync(second), name)
  return first
}

const layout = join(folder, 'layout')
const unpacked = join(folder, 'image')
/** A blob of the image, which its name proves. */
function blob({ digest }) {
  const [, sum] = /^sha256:([0-9a-f]{64})$/.exec(digest)
  const bytes = readFileSync(join(layout, 'blobs/sha256', sum))
  assert.equal(createHash('sha256').update(bytes).digest('hex'), sum)
  return bytes
}
let config
before(async () => {
  if (noImage) return
  for (const each of [layout, unpacked]) await mkdir(each)
  const archive = await madeTwice('image')
  assert.match(archive, /\/agent-access-\d+\.\d+\.\d+-[a-z0-9]+\.oci\.tar$/)
  await run('tar', ['-xf', archive, '-C', layout])
  const { manifests: [image] } = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8'))
  assert.match(image.annotations['org.opencontainers.image.ref.name'], /^agent-access:\d+\.\d+\.\d+$/)
  const manifest = JSON.parse(blob(image))
  config = JSON.parse(blob(manifest.config))
  assert.equal(manifest.layers.length, 1)
  blob(manifest.layers[0])
  await run('tar', ['-xzf', join(layout, 'blobs/sha256', manifest.layers[0].digest.slice(7)), '-C', unpacked])
})

test('the image is that of deploy/Containerfile', { skip: noImage }, () => {
  const file = readFileSync(join(root, 'deploy/Containerfile'), 'utf8').split('\nFROM scratch\n')[1]
  const said = (word) => new RegExp(`^${word} (.*)$`, 'm').exec(file)[1]
  const { Labels, ...rest } = config.config
  assert.deepEqual(rest, {
    User: said('USER'), WorkingDir: said('WORKDIR'), Env: [said('ENV')], ExposedPorts: { [`${said('EXPOSE')}/tcp`]: {} }, StopSignal: said('STOPSIGNAL'),
    Entrypoint: JSON.parse(said('ENTRYPOINT')), Cmd: JSON.parse(said('CMD')),
  })
  assert.equal(config.os, 'linux')
})

test('its program serves the demo, as the user of the image', { skip: noImage || noMount }, async () => {
  await mkdir(join(unpacked, 'proc'))
  const version = new Program(['version'], {}, { wrap: inImage(unpacked) })
  assert.equal((await version.ended).code, 0, version.output)
  const port = await freePort()
  await using program = new Program(['dev', '--listen', `127.0.0.1:${port}`], {}, { wrap: inImage(unpacked) })
  await program.waitFor(port)
  assert.match(await (await fetch(`http://127.0.0.1:${port}/llms.txt`)).text(), /^# Robin Example\n/)
})

test('the worker archive has no secret, and serves the example as its README says', async () => {
  const archive = await madeTwice('worker-archive')
  await run('tar', ['-xzf', archive, '-C', folder])
  const worker = join(folder, archive.split('/').at(-1).replace('.tar.gz', ''))
  assert.ok(existsSync(join(worker, 'site/profile.json')) && !existsSync(join(worker, 'site/secret')))
  const [{ text: steps }] = codeBlocks(readFileSync(join(worker, 'README.md'), 'utf8'))
  const port = await freePort()
  assert.ok(steps.includes('\nPORT=8080 node server.mjs\n'))
  const script = steps.replace('PORT=8080 node', `PORT=${port} exec "$0"`)
  await using program = new Program(['-euc', `cd "$1"\n${script}`, process.execPath, worker], {}, { file: '/bin/sh' })
  await program.waitFor(port)
  // The site is that of the port that the README names.
  const ask = (path, ...options) => JSON.parse(spawnSync('curl', ['-sSf', '-H', 'Host: 127.0.0.1:8080', ...options, `http://127.0.0.1:${port}${path}`], { encoding: 'utf8' }).stdout)
  const { client_id: id, client_secret: secret } = ask('/oauth/register', '-H', 'Content-Type: application/json', '-d', '{}')
  const { access_token: token } = ask('/oauth/token', '-d', `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`)
  assert.equal(ask('/api/agent/full-profile', '-H', `Authorization: Bearer ${token}`).name, 'Robin Example')
})

test('the SBOM of the npm package has the packages whose licenses it names, and their versions', async () => {
  const build = join(folder, 'wasm')
  await writeFiles(build, {
    'agent-access.wasm': '', 'CMakeCache.txt': 'CMAKE_PROJECT_VERSION:STATIC=1.2.3\n', 'THIRD-PARTY.txt': '==== libyaml-dev\n\nMIT\n==== libcli11-dev\n\nBSD\n',
  })
  const { stdout } = await run(join(root, 'scripts/release/sbom'), [build])
  const { metadata, components } = JSON.parse(stdout)
  assert.equal(metadata.component.purl, 'pkg:npm/agent-access@1.2.3')
  const versionOf = (name) => spawnSync('dpkg-query', ['-W', '-f', '${Version}', name], { encoding: 'utf8' }).stdout
  assert.deepEqual(components.map(({ name, version, properties }) => [name, version, properties.at(-1).value]),
    ['libcli11-dev', 'libyaml-dev'].map((name) => [name, versionOf(name), 'compiled in']))
})
