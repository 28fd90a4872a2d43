// The modules of the worker type-check, on what the Fetch standard, WebCrypto and the ECMAScript of Node.js 18 have, and nothing of Node; and an export
// has all of their code.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { exportSite } from '../support/exported_site.mjs'
import { temporaryFolder } from '../support/folder.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = temporaryFolder('worker-types')
const kOptions = ['--noEmit', '--allowJs', '--checkJs', '--strict', '--noImplicitAny', 'false', '--strictNullChecks', 'false', '--useUnknownInCatchVariables', 'false',
  '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable,dom.asynciterable', '--module', 'esnext', '--moduleResolution', 'bundler', '--typeRoots', folder]

/** What the compiler says of files of the folder. */
const check = (files, ...options) => new Promise((resolve) => {
  const compiler = join(root, 'tests/node_modules/typescript/bin/tsc')
  execFile(process.execPath, [compiler, ...kOptions, ...options, ...files], { cwd: folder }, (error, stdout) => resolve(stdout))
})

test('the modules have no mistake, and one that is made is found', async () => {
  const modules = (await readdir(join(root, 'web/worker'))).filter((name) => name.endsWith('.js'))
  for (const name of modules) await copyFile(join(root, 'web/worker', name), join(folder, name))
  // The export writes it.
  await writeFile(join(folder, 'worker-data.d.ts'), 'export declare const data: any\nexport default data\n')
  assert.equal(await check(modules), '')
  await writeFile(join(folder, 'wrong.js'), "import { uuidBytes } from './encoding.js'\nuuidBytes(1)\n")
  assert.match(await check(['wrong.js']), /error TS2345: Argument of type 'number'/)
})

/** The statements of a module, sorted, without comments, imports and what exports them. */
function statementsOf(text) {
  const printer = ts.createPrinter({ removeComments: true })
  const file = ts.createSourceFile('module.js', text, ts.ScriptTarget.Latest)
  const statements = file.statements.filter((statement) => !ts.isImportDeclaration(statement))
  return statements.map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, file).replace(/^export (?=const|async|function|class)/, '')).sort()
}

test('the joined modules of an export have every statement of their sources, and comments alone are left out', async () => {
  const { out } = await exportSite('cloudflare', { settings: { mcp: { enabled: true } } })
  const ofMcp = ['encoding.js', 'http.js', 'json.js', 'mcp.js', 'mcp_endpoint.js']
  const others = (await readdir(join(root, 'web/worker'))).filter((name) => !['mcp.js', 'mcp_endpoint.js', 'module.js', 'protocol.js'].includes(name))
  for (const [joined, names] of [['mcp.js', ofMcp], ['worker.js', others]]) {
    const sources = await Promise.all(names.map((name) => readFile(join(root, 'web/worker', name), 'utf8')))
    assert.deepEqual(statementsOf(await readFile(join(out, 'worker', joined), 'utf8')), sources.flatMap(statementsOf).sort())
  }
})

test('the one module has every statement of its sources, and besides them its data and the tools', async () => {
  const { out } = await exportSite('module', { settings: { mcp: { enabled: true } } })
  const names = (await readdir(join(root, 'web/worker'))).filter((name) => !['forwarded.js', 'index.js'].includes(name))
  const sources = await Promise.all(names.map((name) => readFile(join(root, 'web/worker', name), 'utf8')))
  const statements = statementsOf(await readFile(join(out, 'agent-access.js'), 'utf8'))
  const expected = sources.flatMap(statementsOf)
  assert.deepEqual(expected.filter((statement) => !statements.includes(statement)), [])
  const others = statements.filter((statement) => !expected.includes(statement)).map((statement) => /^[\w .]*/.exec(statement)[0])
  assert.deepEqual(others, ['Object.assign', 'const data ', 'const toolsOf '])
})

test('the declarations of the one module fit its use', async () => {
  await copyFile(join(root, 'templates/worker/agent-access.d.ts'), join(folder, 'agent-access.d.ts'))
  const use = `import agentAccess, { fetch as answer, handles, middleware } from './agent-access.js'
export const serve = async (request: Request): Promise<Response> => (handles(request) ? answer(request, { AGENT_ACCESS_SECRET: 'a' }, { address: '192.0.2.1' }) : agentAccess.fetch(request))
export const use = (incoming: object, outgoing: object, next: () => void) => middleware(incoming, outgoing, next)
`
  await writeFile(join(folder, 'use.ts'), use)
  assert.equal(await check(['use.ts']), '')
  // A field that the host writes, which is null where it is missing.
  await writeFile(join(folder, 'use.ts'), use.replace("'192.0.2.1'", "request.headers.get('x-real-ip')"))
  assert.equal(await check(['use.ts'], '--strictNullChecks', 'true'), '')
  await writeFile(join(folder, 'use.ts'), use.replace("address: '192.0.2.1'", 'address: 1'))
  assert.match(await check(['use.ts']), /error TS2322: Type 'number' is not assignable to type 'string'/)
})
