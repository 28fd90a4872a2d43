// Runs the program, which is compiled to WebAssembly, with the environment and the files of this process.
import { createRequire } from 'node:module'
import { isatty } from 'node:tty'
import { exchange } from './client.mjs'
import { takeDrives } from './windows.mjs'

// The program asks for modules of Node.js by this name.
globalThis.require ??= createRequire(import.meta.url)
const { default: createProgram } = await import('./agent-access.mjs')

/** Of WebAssembly's own, which knows neither user nor home. */
const kInvented = { USER: undefined, LOGNAME: undefined, HOME: undefined, PATH: undefined, PWD: undefined, LANG: undefined }

/** What the program asks about a terminal; nothing for a file or a pipe. */
function terminal(number) {
  if (!isatty(number)) return undefined
  return { ops: { ioctl_tiocgwinsz: () => { const { rows = 0, columns = 0 } = number === 2 ? process.stderr : process.stdout; return [rows, columns] } } }
}

/** The exit code. Once in a process: at its end the program closes the standard streams. */
export async function run(args) {
  const program = await createProgram({
    thisProgram: 'agent-access',
    platform: process.platform,
    isOfNpm: 'npm_config_user_agent' in process.env,
    exchange,
    preRun: [(module) => Object.assign(module.ENV, kInvented, process.env)],
  })
  for (const number of [0, 1, 2]) program.FS.getStream(number).tty = terminal(number)
  if (process.platform === 'win32') takeDrives(program.FS)
  return program.callMain(args)
}
