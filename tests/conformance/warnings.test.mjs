// `check`, `serve`, a reload and `dev` say the same warnings about one deployment: they load it by the same function.
import assert from 'node:assert/strict'
import { chmod, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { freePort, Program, runProgram, startServe, writeFiles } from '../support/server.mjs'
import { authority } from '../support/tls.mjs'

/** Of the process and the machine, not of the deployment. */
const kOfTheProcess = /^(running as root|secrets may reach swap)/
/** Of `check` alone: who reaches the service, and what stands in front of it. */
const kOfTheMachine = ['exposure', 'listen.address', 'listen.admin', 'user', 'gates', 'proxy']

const logged = (program) => program.logged('warning').map(({ text }) => text).filter((text) => !kOfTheProcess.test(text))

/** What `check` warns of, and what it fails for although it can be served. */
async function checked(args, environment) {
  const { stdout } = await runProgram(['check', '--json', ...args], { environment })
  return JSON.parse(stdout).results.filter(({ grade, subject }) => ['warn', 'fail'].includes(grade) && !kOfTheMachine.includes(subject))
    .map(({ subject, text }) => (subject === 'tls' ? `${subject}: ${text}` : text))
}

/** A folder with something to warn of in each part; what the warnings are. */
async function deployment() {
  const folder = temporaryFolder('warnings')
  const at = (name) => join(folder, name)
  await writeFiles(folder, {
    'secret': `${'0123456789abcdef'.repeat(3)} `, 'secret.previous': 'a'.repeat(40),
    'profile.json': '{\n"name": "Robin Example",\n"note": "On <em>noise</em>"}',
    'site.json': '{\n"tagline": "T", "owner": {"name": "Robin Example"}, "language": "eo",\n"publicatons": [], "about": "It is **loud**.",\n"design": {"logo": "/none.svg"}}',
    'faq.json': '{"questions": [{"question": "Is it <b>loud</b>?", "answer": "No, it is as quiet as the sea."}]}',
    'public/robots.txt': 'User-agent: *\nAllow: /\n',
  })
  for (const name of ['secret', 'secret.previous']) await chmod(at(name), 0o600)
  await symlink('/etc/hostname', at('public/out'))
  return { folder, at, expected: [
    `secret: ${at('secret')} ends with white space, which counts as part of the secret`,
    `secret: ${at('secret.previous')} holds 1 different byte, which can be guessed, and is accepted because`,
    `${at('profile.json')}:3: note: has HTML, which is shown as it is; write plain text`,
    `${at('site.json')}:3: about: has Markdown, which is shown as it is; write plain text`,
    `${at('site.json')}: publicatons: published as it is, but shown nowhere; did you mean "publications"?`,
    `${at('faq.json')}:1: questions[0].question: has HTML, which is shown as it is; write plain text`,
    `content.root: ${at('public/out')} leads out of the folder and is left out`,
    '[robots] has no effect, because content.root contains a robots.txt',
    'base_urls: https://site.example is a domain for examples, which nobody can reach',
    'discovery.ard: the robots.txt in content.root does not name the manifest',
    'content.site: language "eo": ',
    'content.site: design.logo: content.root has no /none.svg;',
  ] }
}

const isListed = (warnings, expected) => {
  assert.equal(warnings.length, expected.length, warnings.join('\n'))
  for (const [index, start] of expected.entries()) assert.ok(warnings[index].startsWith(start), `${warnings[index]}\n${start}`)
}

test('of a deployment with every kind of warning', async () => {
  const { folder, at, expected } = await deployment()
  const port = await freePort()
  const settings = {
    AGENT_ACCESS_BASE_URLS: `http://127.0.0.1:${port},https://site.example`, AGENT_ACCESS_LISTEN_ADDRESS: `127.0.0.1:${port}`, AGENT_ACCESS_LISTEN_ADMIN: '',
    AGENT_ACCESS_SECRET_FILE: at('secret'), AGENT_ACCESS_SECRET_PREVIOUS_FILES: at('secret.previous'), AGENT_ACCESS_ROBOTS_SEARCH: 'yes', AGENT_ACCESS_DISCOVERY_ARD: 'true',
  }
  const content = { AGENT_ACCESS_CONTENT_PROFILE: at('profile.json'), AGENT_ACCESS_CONTENT_SITE: at('site.json'), AGENT_ACCESS_CONTENT_FAQ: at('faq.json'), AGENT_ACCESS_CONTENT_ROOT: at('public') }
  const warnings = await checked([], { ...settings, ...content })
  isListed(warnings, expected)
  await using serve = new Program(['serve'], { ...settings, ...content })
  await serve.waitFor(port)
  await serve.reload()
  assert.deepEqual(logged(serve), [...warnings, ...warnings])
  await serve.stop()
  await using dev = new Program(['dev', '--site', folder], { ...settings, AGENT_ACCESS_LOG_FORMAT: 'json' })
  await dev.waitFor(port)
  await dev.stop()
  assert.deepEqual(logged(dev), warnings)
})

test('of certificates and declared rows', async () => {
  const pair = await authority.issue('warned', { names: ['DNS:elsewhere.test'], days: 10 })
  const row = (path, scope) => ({ path: `/api/agent/${path}`, source: 'a.txt', title: 'A', description: 'A.', scope })
  await using server = await startServe({
    scheme: 'https',
    files: { 'a.txt': 'a', 'site.json': { tagline: 'T', owner: { name: 'Robin Example' } } },
    settings: {
      tls: { certificate: pair.certificate, key: pair.key },
      scopes: ['a', 'b', 'c'].map((name) => ({ name, meaning: 'It is a test.' })), documents: [row('a', 'a'), row('b', 'b')],
    },
  })
  const warnings = await checked(['--config', server.configFile])
  isListed(warnings, [
    `${server.configFile}:`, `${server.configFile}:`, `tls: ${pair.certificate} expires at `,
    'tls: no certificate is for 127.0.0.1 (base_urls)', 'tls: no certificate is for localhost (base_urls)',
  ])
  await server.program.reload()
  assert.deepEqual(logged(server.program), [...warnings, ...warnings])
})
