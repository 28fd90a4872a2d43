// The programs of docs/for-agents.md, taken from the page as they are: where they are written, compiled and run.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { missing } from './faults.mjs'
import { codeBlocks } from './markdown.mjs'
import { until } from './server.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kBuiltIn = join(root, 'build/examples')
const kDebianCrates = '/usr/share/cargo/registry' // of the packages librust-*-dev
const isLong = process.env.AGENT_ACCESS_EXAMPLES === 'long'
const kOnlyLong = 'skipped: runs with make examples'

export const blocks = codeBlocks(readFileSync(join(root, 'docs/for-agents.md'), 'utf8'))

/** The heading of the section with programs for any URL, which tests/clients/gated.test.mjs runs. */
export const kForAnyUrl = 'A 401 from any URL'

/** The only block in a language, apart from that section. */
function blockIn(language) {
  const [block, ...more] = blocks.filter((each) => each.language === language && each.heading !== kForAnyUrl)
  if (block === undefined || more.length > 0) throw new Error(`docs/for-agents.md has not one block in ${language}`)
  return block.text
}

const folder = mkdtempSync(join(tmpdir(), 'agent-access-examples-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a file and returns its path. */
function written(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

/** The program in Python: { command } or { skip }. Debian's packages are for the second interpreter. */
function python() {
  const interpreter = ['python3', '/usr/bin/python3'].find((each) => !missing(each, '-c', 'import httpx'))
  if (interpreter === undefined) return { skip: 'skipped: python3 with httpx (Debian: python3-httpx) is not installed' }
  return { skip: false, command: [interpreter, written(join(folder, 'read_profile.py'), blockIn('python'))] }
}

const javaScript = () => ({ skip: false, command: [process.execPath, written(join(folder, 'read-profile.mjs'), blockIn('js'))] })

/**
 * A compiled program: { command } or { skip }. `compile` gets a folder and the path of the program that it makes. What was compiled
 * for the same text before is used again.
 */
function compiled(text, compiler, compile) {
  const place = join(kBuiltIn, createHash('sha256').update(text).digest('hex').slice(0, 16))
  const program = join(place, 'read-profile')
  if (existsSync(program)) return { skip: false, command: [program] }
  if (!isLong) return { skip: kOnlyLong }
  const skip = missing(compiler, 'version')
  if (skip) return { skip }
  mkdirSync(place, { recursive: true })
  compile(place, program)
  return { skip: false, command: [program] }
}

const run = (cwd, command, ...args) => execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })

function compileGo(place, program) {
  run(place, 'go', 'build', '-o', program, written(join(place, 'read_profile.go'), blockIn('go')))
}

function compileRust(place, program) {
  written(join(place, 'Cargo.toml'), `[package]\nname = "read-profile"\nversion = "0.1.0"\nedition = "2021"\n\n${blockIn('toml')}`)
  written(join(place, 'src/main.rs'), blockIn('rust'))
  if (existsSync(kDebianCrates)) {
    written(join(place, '.cargo/config.toml'), `[source.crates-io]\nreplace-with = "debian"\n\n[source.debian]\ndirectory = "${kDebianCrates}"\n`)
  }
  run(place, 'cargo', 'build', '--quiet', '--target-dir', 'target')
  run(place, 'cp', 'target/debug/read-profile', program)
}

/**
 * { name, skip, skipMore, command, clock }. `skipMore` is the reason to leave out tests that would take much processor time in every language;
 * `clock` is whether libfaketime sets the clock of the program.
 */
export const examples = [
  { name: 'Python', clock: true, ...python() },
  { name: 'JavaScript', clock: true, ...javaScript() },
  { name: 'Go', clock: false, ...compiled(blockIn('go'), 'go', compileGo) },
  { name: 'Rust', clock: true, ...compiled(blockIn('toml') + blockIn('rust'), 'cargo', compileRust) },
].map((example) => ({ ...example, skipMore: example.skip || (!isLong && example.name !== 'JavaScript' && kOnlyLong) }))

/** A running example: `profiles` that it printed, `errors`, and `code` once it has ended. */
export class RunningExample {
  output = ''
  errors = ''

  constructor({ command: [program, ...args] }, address, environment = {}) {
    const { AGENT_CLIENT_ID, AGENT_CLIENT_SECRET, ...others } = process.env
    this.child = spawn(program, [...args, address], { env: { ...others, ...environment }, stdio: 'pipe' })
    this.child.stdin.on('error', () => {}) // it has ended
    this.child.stdout.setEncoding('utf8').on('data', (text) => { this.output += text })
    this.child.stderr.setEncoding('utf8').on('data', (text) => { this.errors += text })
    const atExit = () => this.child.kill('SIGKILL')
    process.once('exit', atExit)
    this.ended = once(this.child, 'close').then(([code]) => {
      process.removeListener('exit', atExit)
      this.code = code
    })
  }

  get profiles() { return this.output.split('\n').slice(0, -1).map((line) => JSON.parse(line)) }

  /** Resolves to the profile that is printed as the first, second, ... of all. */
  async profile(number) {
    await until(() => this.code !== undefined || this.profiles.length >= number, `profile ${number}`)
    if (this.profiles.length < number) throw new Error(`it ended with ${this.code}: ${this.errors}`)
    return this.profiles[number - 1]
  }

  /** Asks for the profile once more and resolves to it. */
  again() {
    const number = this.profiles.length + 1
    this.child.stdin.write('\n')
    return this.profile(number)
  }

  /** Ends its input, and resolves once it has ended by itself. */
  async end() {
    this.child.stdin.end()
    await until(() => this.code !== undefined, 'the end of the program')
  }

  async stop() {
    this.child.kill('SIGKILL')
    await this.ended
  }
}
