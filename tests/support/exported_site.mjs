// A site exported as a worker for one kind of host, and what runs such an export here: Node as a process, the modules of other hosts in this one.
// WORKER_SOURCES names another tree, whose modules and files of hosts take the place of those of the program: for mutants of them.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from './folder.mjs'
import { Program, disposable, exampleProfile, freePort, renderConfig, runProgram, writeFiles } from './server.mjs'

const filesIn = (folder, names, at) => Object.fromEntries(names.map((name) => [`${at}/${name}.js`, `${folder}/${name}.js`]))

/** The files of each host, and their sources below templates. */
const kHostFiles = {
  cloudflare: {},
  deno: { 'main.js': 'worker/deno.js' },
  netlify: { 'netlify/edge-functions/agent-access.js': 'worker/netlify.js' },
  node: {
    'server.mjs': 'worker/server.mjs', ...filesIn('worker', ['connection', 'connection_counts', 'files', 'line_writer'], 'node'),
    ...filesIn('worker_site', ['site', 'folder', 'upstream'], 'beside'),
  },
  vercel: { 'middleware.js': 'worker/vercel.js' },
}
/** Of the hosts beside a site, those that the export does not fill. */
const kBesideFiles = {
  'cloudflare': { 'worker.js': 'worker_beside/cloudflare.js' },
  'cloudflare-pages': { 'middleware.js': 'worker_beside/pages.js' },
  'vercel': { 'vercel.js': 'worker_beside/vercel.js' },
}

/** The data of a module that has all, as a module of its own. */
async function unpackedData(file) {
  const text = await readFile(file, 'utf8')
  const tools = text.slice(text.indexOf('\nconst toolsOf = '), text.indexOf('\nconst data = '))
  const [, letters] = /bytesOfBase64\('([^']*)'\)/.exec(text)
  const use = tools === '' ? [] : ["import { McpEndpoint } from './mcp_endpoint.js'", tools, 'Object.assign(data.mcp, { McpEndpoint, toolsOf })']
  return [`export const data = JSON.parse(Buffer.from('${letters}', 'base64'))`, ...use, ''].join('\n')
}

/** The modules one by one, in the place of the joined one. */
async function useSources(root, out, host) {
  const one = join(out, 'agent-access.js')
  const isOne = existsSync(one)
  const modules = join(out, isOne ? 'modules' : 'worker/modules')
  await cp(join(root, 'web/worker'), modules, { recursive: true })
  await writeFile(join(out, 'package.json'), '{ "private": true, "type": "module" }')
  if (isOne) {
    await writeFile(join(modules, 'worker-data.js'), await unpackedData(one))
    await writeFile(one, "export * from './modules/module.js'\nexport { default } from './modules/module.js'\n")
  } else {
    await writeFile(join(modules, 'worker-data.js'), "export { default } from '../worker-data.js'\n")
    await writeFile(join(out, 'worker/worker.js'), "export * from './modules/index.js'\nexport { default } from './modules/index.js'\n")
  }
  for (const [name, source] of Object.entries((isOne ? kBesideFiles : kHostFiles)[host] ?? {})) await cp(join(root, 'templates', source), join(out, name))
}

/** Runs the export of a configuration, and returns what it prints. */
export async function exportWorker({ config, out, host, environment }, ...options) {
  const { code, output } = await runProgram(['export', '--config', config, '--worker', '--host', host, ...options, out], { environment })
  if (code !== 0) throw new Error(output)
  if (process.env.WORKER_SOURCES) await useSources(process.env.WORKER_SOURCES, out, host)
  return output
}

/** { out, printed, port, url, secret, load(file) }: the folder, what the command prints, the base URL, the text of the secret, and the import of a file of the folder. */
export async function exportSite(host, { settings = {}, files = {}, environment } = {}) {
  const folder = temporaryFolder(`exported-${host}`)
  const [out, config] = ['out', 'agent-access.toml'].map((name) => join(folder, name))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const secret = randomBytes(32).toString('base64url')
  await writeFiles(folder, { secret: `${secret}\n`, 'profile.json': exampleProfile, ...files })
  await writeFile(config, renderConfig({ base_urls: [url], secret: { file: 'secret' }, content: { profile: 'profile.json' }, ...settings }))
  const printed = await exportWorker({ config, out, host, environment })
  return { folder, out, printed, port, url, secret, load: (file) => import(pathToFileURL(join(out, file))) }
}

/** server.mjs of an export, as a process: { program, url, port, descriptorsOf(text) }. */
export async function startNode({ out, port, url, secret }, environment = {}) {
  const program = new Program([join(out, 'server.mjs')], { AGENT_ACCESS_SECRET: secret, PORT: String(port), ...environment }, { file: process.execPath })
  await program.waitFor(port)
  return disposable({ program, url, port, stop: () => program.stop() })
}
