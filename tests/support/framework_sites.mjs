// The sites of tests/frameworks/sites: as their owner has them, or with the lines of docs/frameworks.md; built and served by their own programs.
import { existsSync, readFileSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startDaemon } from './daemon.mjs'
import { temporaryFolder } from './folder.mjs'
import { send } from './gates.mjs'
import { codeBlocks } from './markdown.mjs'
import { linkPackages } from './npm_packages.mjs'
import { run, writeFiles } from './server.mjs'

const tests = fileURLToPath(new URL('..', import.meta.url))
const kBuildMs = 300_000
const kPauseMs = 100 // so that a server may take minutes to start, as some do for developers on a busy machine

/** The blocks of the page for one framework: { name, text }; the first line of each names the file to which it belongs. */
const blocksOf = (heading) => codeBlocks(readFileSync(join(tests, '../docs/frameworks.md'), 'utf8'))
  .filter((block) => block.language === 'js' && block.heading === heading)
  .map(({ text }) => /^\/\/ (?<name>\S+)\n(?<text>[\s\S]*)$/.exec(text).groups)

/**
 * `text` with the lines of a block. A line that the text has says where the next ones belong: below it. Lines that are empty, or stand for what the owner
 * has there, are left out.
 */
export function withLines(text, block) {
  const lines = text.split('\n')
  let place = 0
  for (const line of block.split('\n').filter((each) => !/^\s*(\/\/ ….*)?$/.test(each))) {
    const found = lines.indexOf(line, place)
    if (found >= 0) place = found + 1
    else lines.splice(place++, 0, line)
  }
  return lines.join('\n')
}

const countLines = (text) => text.split('\n').filter((line) => line !== '').length

/** Adds the blocks of the page to the files of a site. Returns how many lines that were. */
async function addBlocks(folder, heading) {
  let added = 0
  for (const { name, text } of blocksOf(heading)) {
    const file = join(folder, name)
    const own = existsSync(file) ? await readFile(file, 'utf8') : ''
    const joined = own === '' ? text : withLines(own, text)
    await writeFiles(folder, { [name]: joined })
    added += countLines(joined) - countLines(own)
  }
  return added
}

/** A command of a site: a program of its packages is run by Node.js. */
const commandIn = (folder, [program, ...args]) => {
  const script = [program, join('node_modules', program)].map((path) => join(folder, path)).find(existsSync)
  return script === undefined ? [program, ...args] : [process.execPath, script, ...args]
}

/**
 * A copy of the site of a row (framework_suite.mjs), built if it is: { folder, added }. With `module`, the text of agent-access.js, also this file and the
 * lines of the page, `added` of them.
 */
export async function makeSite({ heading, site, packages, publicFolder = 'public', build }, environment, module) {
  const folder = temporaryFolder(site)
  await cp(join(tests, 'frameworks/sites', site), folder, { recursive: true })
  await cp(join(tests, 'frameworks/public'), join(folder, publicFolder), { recursive: true })
  await writeFiles(folder, { 'package.json': { private: true, type: 'module' }, ...(module && { 'agent-access/agent-access.js': module }) })
  await linkPackages(packages, folder)
  const added = module ? await addBlocks(folder, heading) : 0
  if (build) {
    const [program, ...args] = commandIn(folder, build)
    await run(program, args, { cwd: folder, env: environment, timeout: kBuildMs })
  }
  return { folder, added }
}

/** Runs a command of such a site that serves it on a port: { stop }. */
export function serveSite(folder, command, port, environment) {
  const isReady = () => send(port, '/about', []).then(({ status }) => status === 200, () => pause(kPauseMs, false))
  return startDaemon(commandIn(folder, command), { name: command.join(' '), cwd: folder, environment, isReady, atExit: 'SIGTERM' })
}
