// examples/owner, a repository from which hosts build a site: each runs its build command as the files of the repository say, without a secret, and serves
// what that has written. The program of this source is in the place of the package from npm.
import assert from 'node:assert/strict'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { load } from 'js-yaml'
import { temporaryFolder } from '../support/folder.mjs'
import { startPlayedHost } from '../support/played_hosts.mjs'
import { freePort, runProgram } from '../support/server.mjs'
import { shell } from '../support/shell.mjs'
import { startStaticHost } from '../support/static_host.mjs'

const repository = fileURLToPath(new URL('../../examples/owner', import.meta.url))
const kSecret = 'a secret of 43 letters: kvmxqzjwhpcybkvmxqz'

/** Where the repository names its build command for a host. GitHub's is in a workflow. */
const kBuild = {
  vercel: ['vercel.json', /"buildCommand": "(.*?)"/],
  netlify: ['netlify.toml', /command = "(.*)"/],
  cloudflare: ['wrangler.toml', /^command = "(.*)"$/m],
}

/** A clone in which a command has run, for a site at an address of this machine: { folder, port, secret }. */
async function build(command, environment = {}) {
  const folder = join(temporaryFolder('owner'), 'clone')
  const port = await freePort()
  await cp(repository, folder, { recursive: true })
  await shell(`cd ${folder}\n${command}`, { AGENT_ACCESS_BASE_URLS: `http://127.0.0.1:${port}`, AGENT_ACCESS_LOG_LEVEL: 'error', ...environment })
  return { folder, port, secret: kSecret }
}

async function assertTried({ port }, least) {
  const { code, stdout } = await runProgram(['try', '--json', `http://127.0.0.1:${port}`])
  const { passed, failed } = JSON.parse(stdout)
  assert.deepEqual([code, failed], [0, 0], stdout)
  assert.ok(passed >= least, stdout)
}

for (const [host, [file, pattern]] of Object.entries(kBuild)) {
  test(`${host}: a push builds the site, and every step of try passes`, async () => {
    const [, command] = pattern.exec(await readFile(join(repository, file), 'utf8'))
    const project = await build(command)
    await using _ = await startPlayedHost(host, project)
    await assertTried(project, 50)
    const publications = await (await fetch(`http://127.0.0.1:${project.port}/publications`)).text()
    assert.match(publications, /Quiet Buoys/)
  })
}

test('GitHub Pages: the workflow builds files without tokens, and every step of try passes', async () => {
  const { jobs: { publish: { steps } } } = load(await readFile(join(repository, '.github/workflows/pages.yml'), 'utf8'))
  const { run, env } = steps.find(({ run: command }) => command?.startsWith('npm run'))
  const project = await build(run, env)
  const upload = steps.find(({ with: values }) => values?.path).with
  assert.deepEqual(upload, { path: 'out/www.example.com', 'include-hidden-files': true })
  await using _ = await startStaticHost(join(project.folder, 'out/127.0.0.1'), { port: project.port, readsHeaders: false })
  await assertTried(project, 20)
})

describe('the files that stay in the repository', () => {
  const lines = (text) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

  test('wrangler.toml is the one that an export writes, with the build and its folder', async () => {
    const out = join(temporaryFolder('owner-export'), 'out')
    const { code, output } = await runProgram(['export', '--config', join(repository, 'agent-access.toml'), '--worker', out])
    assert.equal(code, 0, output)
    const written = (await readFile(join(out, 'wrangler.toml'), 'utf8')).replace('"worker/', '"out/worker/').replace('"public"', '"out/public"')
    const kept = (await readFile(join(repository, 'wrangler.toml'), 'utf8')).replace(/\[build\]\n.*\n/, '')
    assert.deepEqual(lines(kept), lines(written))
  })
  test('middleware.js has the matcher of the one that is built', async () => {
    const matcherOf = async (file) => /matcher: (.*?) \}/.exec(await readFile(file, 'utf8'))[1]
    assert.equal(await matcherOf(join(repository, 'middleware.js')), await matcherOf(fileURLToPath(new URL('../../templates/worker/vercel.js', import.meta.url))))
  })
})
