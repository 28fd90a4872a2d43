// Reloads under load: many in a row, and every kind of invalid configuration, content or secret.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, copyFile, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { afterRequests, eventually, isLong, startVictim, whileServing } from '../support/faults.mjs'
import { exampleProfile } from '../support/server.mjs'
import { readProfile } from '../support/steps.mjs'

const kSignals = 200
const kSite = {
  owner: { name: 'Example Person' }, tagline: 'An example', language: 'en',
}
/** `sum` is the length of `filler`, so that a response mixed from two versions is detected. */
const version = (number) => {
  const filler = String(number % 10).repeat(1_000 + (number % 7) * 500)
  return { ...exampleProfile, number, filler, sum: filler.length }
}

const server = await startVictim({ profile: version(0), files: { 'site.json': kSite } })
await server.writeConfig({ content: { profile: server.profileFile, site: server.path('site.json') } })
after(() => server.stop())

/** Replaces the profile by renaming a file. */
async function replaceProfile(content) {
  await writeFile(server.path('next.json'), typeof content === 'string' ? content : JSON.stringify(content))
  await rename(server.path('next.json'), server.profileFile)
}

const served = async () => (await readProfile(server.baseUrl, server.token)).json.number

test('200 reloads with alternating content give no error, no mixed response and no memory growth', async () => {
  await whileServing(server, async (good) => {
    for (let number = 1; number <= kSignals; ++number) {
      await replaceProfile(version(number))
      server.program.signal('SIGHUP')
      if (number % 5 === 0) await afterRequests(good, 1)
    }
    await eventually(async () => (await served()) === kSignals, 'the last version', 2_000)
  })
  assert.ok((server.program.output.match(/"event":"reload"/g) ?? []).length >= 2, 'reloads happened')
})

const inConfig = (change) => async () => writeFile(server.configFile, change(await readFile(server.configFile, 'utf8')))
const inProfile = (text) => () => replaceProfile(text)
const inSite = (text) => () => writeFile(server.path('site.json'), text)
const isRoot = process.getuid() === 0

/** Each makes one thing invalid. */
const broken = {
  'toml: no syntax': inConfig((text) => `${text}\n[[[\n`),
  'toml: cut in the middle': inConfig((text) => text.slice(0, text.length / 2) + '"'),
  'toml: an unknown key': inConfig((text) => text.replace('[log]', '[log]\nlevle = "info"')),
  'toml: an unknown section': inConfig((text) => `${text}\n[nothing]\nkey = 1\n`),
  'toml: a wrong type': inConfig((text) => text.replace('threads = 2', 'threads = "two"')),
  'toml: a limit beyond its bounds': inConfig((text) => `${text}\n[keys]\nrotation = "1s"\n`),
  'toml: a key twice': inConfig((text) => text.replace('threads = 2', 'threads = 2\nthreads = 2')),
  'toml: no base URL': inConfig((text) => text.replace(/base_urls = .*/, 'base_urls = []')),
  'toml: an invalid base URL': inConfig((text) => text.replace(/base_urls = .*/, 'base_urls = ["example"]')),
  'toml: gone': () => rm(server.configFile),
  'toml: NUL bytes': inConfig(() => '\0'.repeat(100)),
  'profile: gone': () => rm(server.profileFile),
  'profile: empty': inProfile(''),
  'profile: truncated in place': () => truncate(server.profileFile, 40),
  'profile: not JSON': inProfile('<html>'),
  'profile: an array': inProfile('[1]'),
  'profile: a name twice': inProfile('{"a":1,"a":2}'),
  'profile: a number beyond double': inProfile('{"a":1e400}'),
  'profile: bytes that are not UTF-8': () => writeFile(server.profileFile, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  'profile: a FIFO': async () => { await rm(server.profileFile); assert.equal(spawnSync('mkfifo', [server.profileFile]).status, 0) },
  'profile: a folder': async () => { await rm(server.profileFile); await mkdir(server.profileFile) },
  'profile: a link to itself': async () => { await rm(server.profileFile); await symlink(server.profileFile, server.profileFile) },
  'profile: an endless device': async () => { await rm(server.profileFile); await symlink('/dev/zero', server.profileFile) },
  'profile: 100 MB': async () => { await writeFile(server.profileFile, '{'); await truncate(server.profileFile, 100 * 1024 * 1024) },
  'site: not JSON': inSite('{"owner":'),
  'site: a wrong type': inSite('{"owner":{"name":7}}'),
  'secret: gone': () => rm(server.path('secret')),
  'secret: too short': () => writeFile(server.path('secret'), 'short\n'),
  'secret: empty': () => writeFile(server.path('secret'), ''),
  ...(isRoot ? {} : { 'profile: unreadable': () => chmod(server.profileFile, 0) }),
}

async function keep(name) {
  await copyFile(server.path(name), server.path(`${name}.kept`))
}
async function restore(name) {
  await rm(server.path(name), { recursive: true, force: true })
  await copyFile(server.path(`${name}.kept`), server.path(name))
}
const kFiles = ['agent-access.toml', 'profile.json', 'site.json', 'secret']

test(`each of ${Object.keys(broken).length} invalid reloads keeps the previous state and reports why`, async (t) => {
  await replaceProfile(version(7))
  server.program.signal('SIGHUP')
  await eventually(async () => (await served()) === 7, 'the version to keep')
  for (const name of kFiles) await keep(name)
  await whileServing(server, async () => {
    for (const [name, damage] of Object.entries(broken)) {
      await t.test(name, async () => {
        const failures = await server.metric('agent_access_reload_failures_total')
        const read = server.program.output.length
        await damage()
        server.program.signal('SIGHUP')
        await eventually(async () => (await server.metric('agent_access_reload_failures_total')) === failures + 1, 'the reload to fail')
        const failed = () => server.program.output.slice(read).split('\n').find((line) => line.includes('"event":"reload_failed"'))
        assert.ok(JSON.parse(await eventually(failed, 'a line')).problem.length > 10)
        assert.equal(await served(), 7)
        for (const file of kFiles) await restore(file)
      })
    }
  })
  await replaceProfile(version(8))
  server.program.signal('SIGHUP')
  await eventually(async () => (await served()) === 8, 'a good reload afterwards')
})

test('1,000 more reloads leave memory where it was', { skip: isLong ? false : 'skipped: runs with scripts/suite faults --long' }, async () => {
  await whileServing(server, async (good) => {
    for (let number = 1; number <= 1_000; ++number) {
      server.program.signal('SIGHUP')
      await afterRequests(good, 1)
    }
  }, { growthKib: 32 * 1024 })
})
