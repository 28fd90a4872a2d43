// docs/frameworks.md with servers that run sources as they are, and its command.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { exportSite } from '../support/exported_site.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { withLines } from '../support/framework_sites.mjs'
import { testFramework } from '../support/framework_suite.mjs'
import { shellBlocks } from '../support/markdown.mjs'
import { linkPackages, missingPackages } from '../support/npm_packages.mjs'
import { run, writeFiles } from '../support/server.mjs'
import { shell } from '../support/shell.mjs'

const page = readFileSync(new URL('../../docs/frameworks.md', import.meta.url), 'utf8')
const kDeno = fileURLToPath(new URL('../node_modules/.bin/deno', import.meta.url))

test('the module is written by the command of the page', async () => {
  const folder = temporaryFolder('module')
  const { script } = shellBlocks(page)[0]
  await shell(`mkdir ${folder}/site\ncd ${folder}/site\nagent-access init agents --base-url http://127.0.0.1:8080\nsed -i 's/^#beside = false/beside = true/' agents/agent-access.toml\n${script}`)
  const { handles } = await import(pathToFileURL(join(folder, 'site/agent-access/agent-access.js')))
  assert.deepEqual(['/auth.md', '/oauth/token', '/', '/api/hello'].map(handles), [true, true, false, false])
})

test('in a plug-in of Fastify, as CommonJS, the hook sees all paths with the line of the page', { skip: missingPackages('frameworks') }, async () => {
  const { out, url } = await exportSite('module', { settings: { content: { profile: 'profile.json', beside: true }, log: { level: 'error' } } })
  const folder = temporaryFolder('plugin')
  await linkPackages('frameworks', folder)
  await cp(out, join(folder, 'agent-access'), { recursive: true })
  const [[imported], [hook], [, line]] = [/^const \{ default: agents \}.*$/m, /^app\.addHook.*\n(?: .*\n)*\}\)$/m, /`(module\.exports\[.*?)`/].map((wanted) => wanted.exec(page))
  const statusWith = async (last) => {
    await writeFiles(folder, {
      'package.json': { type: 'commonjs' },
      'app.js': `${imported}\nmodule.exports = async function (fastify) {\n${hook.replace('app.', 'fastify.')}\n}\n${last}\n`,
      'server.js': `const app = require('fastify')()\napp.register(require('./app.js'))\napp.inject('${url}/auth.md').then(({ statusCode }) => console.log(statusCode))\n`,
    })
    return (await run(process.execPath, [join(folder, 'server.js')])).stdout.trim()
  }
  assert.deepEqual([await statusWith(line), await statusWith('')], ['200', '404'])
})

test('lines are added below those that the owner has', () => {
  const own = 'const app = make({\n  port: 8080,\n})\n'
  assert.equal(withLines(own, "import it from './it.js'\n\nconst app = make({\n  ours: it,\n  // …\n})\napp.use(it)\n"),
    "import it from './it.js'\nconst app = make({\n  ours: it,\n  port: 8080,\n})\napp.use(it)\n")
})

for (const [heading, site] of [['node:http', 'node'], ['Hono', 'hono'], ['Express', 'express'], ['Fastify', 'fastify']]) {
  testFramework({ heading, site, packages: 'frameworks', serve: ['server.js'] })
}
testFramework({ heading: 'Deno', site: 'deno', packages: '.', serve: [kDeno, 'run', '--allow-env', '--allow-net', '--allow-read', 'main.js'] })
