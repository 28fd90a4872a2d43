// Files below content.root are published, but never a file that a setting names as secret, and no copy of one.
// check, serve, reload, export and dev refuse it and name the file.
import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { copyFile, link, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeAuthority } from '../support/certificates.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { exampleProfile, runProgram, startDev, startServe, until, writeFiles } from '../support/server.mjs'

const folder = temporaryFolder('published')
const authority = await makeAuthority(folder)
const pair = await authority.read(await authority.issue('server'))
const more = await authority.read(await authority.issue('more'))

const secret = randomBytes(32)
const old = randomBytes(32).toString('base64url')
const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'sec1', format: 'pem' })

const settings = {
  secret: { previous_files: ['old'] }, keys: { pem_files: ['key.pem'] }, content: { root: 'public' },
  tls: { certificate: 'server.pem', key: 'server.key', more: ['more.pem:more.key'] },
}
const files = {
  old: `${old}\n`, 'key.pem': pem, 'server.pem': pair.certificate, 'server.key': pair.key,
  'more.pem': more.certificate, 'more.key': more.key, 'public/a.txt': 'a page',
}
let shared
const server = async () => (shared ??= await startServe({ scheme: 'https', secret, settings, files }))
after(async () => (await shared)?.stop())

const check = async (config) => (await runProgram(['check', '--config', config])).output

/** Files that must not be below content.root, by any name. */
const kNamed = ['secret', 'old', 'key.pem', 'server.key', 'more.key', 'profile.json', 'agent-access.toml']

for (const name of kNamed) {
  for (const [how, make] of [['a hard link to', link], ['a copy of', copyFile]]) {
    test(`${how} ${name} below content.root is refused, and never served`, async () => {
      const running = await server()
      const target = running.path('public/deep-notes.txt')
      await make(running.path(name), target)
      try {
        const output = await check(running.configFile)
        assert.match(output, /^FAIL +root +content\.root: .*public\/deep-notes\.txt: is a copy of the (file that \S+ names|configuration), which must never be published; move it to a folder outside of content\.root$/m)
        const failures = () => running.program.output.split('\n').filter((line) => line.includes('"reload_failed"') && line.includes('deep-notes.txt')).length
        const before = failures()
        running.program.signal('SIGHUP')
        await until(() => failures() > before, 'a refused reload')
        const exported = await runProgram(['export', '--config', running.configFile, join(folder, 'exported')])
        assert.equal(exported.code, 1)
        assert.match(exported.output, /deep-notes\.txt: is a copy of /)
      } finally {
        await rm(target)
      }
      assert.doesNotMatch(await check(running.configFile), /^FAIL +root/m)
    })
  }
}

test('a setting that names a secret below content.root is refused', async () => {
  await using inside = await startServe({ secret, settings: { content: { root: 'public' } }, files: { 'public/a.txt': 'a' } })
  await inside.writeConfig({ content: { root: 'public' }, keys: { pem_files: ['public/key.pem'] } })
  await writeFile(inside.path('public/key.pem'), pem)
  assert.match(await check(inside.configFile), /^FAIL +root +content\.root: .*public\/key\.pem: is the file that keys\.pem_files names, which must never be published/m)
})

test('serve does not start with a secret below content.root, and prints no part of it', async () => {
  await using first = await startServe({ secret, settings: { content: { root: 'public' } }, files: { 'public/a.txt': 'a' } })
  await first.program.stop()
  await copyFile(first.path('secret'), first.path('public/backup.txt'))
  const how = await runProgram(['serve', '--config', first.configFile])
  assert.equal(how.code, 1)
  assert.match(how.output, /backup\.txt: is a copy of the file that secret\.file names, which must never be published/)
  assert.ok(!how.output.includes(secret.toString('base64url')))
})

test('after a failed reload the previous files are served', async () => {
  await using running = await startServe({ secret, settings: { content: { root: 'public' } }, files: { 'public/a.txt': 'one' } })
  await writeFile(running.path('public/a.txt'), 'two')
  await copyFile(running.path('secret'), running.path('public/key.txt'))
  await running.program.reload('reload_failed')
  assert.equal(await (await fetch(`${running.baseUrl}/a.txt`)).text(), 'one')
  assert.equal((await fetch(`${running.baseUrl}/key.txt`)).status, 404)
})

test('dev refuses a secret below content.root', async () => {
  const site = await mkdtemp(join(folder, 'site-'))
  await writeFiles(site, { 'profile.json': exampleProfile, 'public/copy.json': exampleProfile })
  await assert.rejects(startDev({ site }), /copy\.json: is a copy of the file that content\.profile names/)
})

test('files that are not secret are published', async () => {
  const kPages = {
    'public/server.pem': pair.certificate, 'public/empty.json': '{}', 'public/other.json': JSON.stringify({ ...exampleProfile, more: 1 }).replace(/Example/g, 'Sample'),
  }
  await using running = await startServe({ secret, settings: { content: { root: 'public' } }, files: kPages })
  for (const name of Object.keys(kPages)) assert.equal((await fetch(`${running.baseUrl}/${name.slice('public/'.length)}`)).status, 200, name)
})

test('a link that leads outside is never followed, even if files are replaced during a reload', async () => {
  await using running = await startServe({ secret, settings: { content: { root: 'public' } }, files: { 'public/in/a.txt': 'inside', 'outside/a.txt': 'outside' } })
  const inside = running.path('public/in')
  const aside = running.path('aside')
  let isDone = false
  const exchange = (async () => {
    while (!isDone) {
      await rename(inside, aside)
      await symlink(running.path('outside'), inside)
      await rm(inside)
      await rename(aside, inside)
    }
  })()
  for (let i = 0; i < 30; ++i) {
    const reloads = () => running.program.output.split('\n').filter((line) => /"(reload|reload_failed)"/.test(line)).length
    const before = reloads()
    running.program.signal('SIGHUP')
    await until(() => reloads() > before, 'a reload')
    const answer = await fetch(`${running.baseUrl}/in/a.txt`)
    if (answer.status === 200) assert.equal(await answer.text(), 'inside')
  }
  isDone = true
  await exchange
})
