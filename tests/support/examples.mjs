// The programs of examples/, as they are: how they are compiled and run.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missing } from './faults.mjs'
import { until } from './server.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kBuiltIn = join(root, 'build/examples')
const kDebianCrates = '/usr/share/cargo/registry' // of the packages librust-*-dev
const isLong = process.env.AGENT_ACCESS_EXAMPLES === 'long'
const kOnlyLong = 'skipped: runs with make examples'

/** The path of a program of examples/. */
export const exampleFile = (name) => join(root, 'examples', name)
const textOf = (name) => readFileSync(exampleFile(name), 'utf8')

/** A Python with these modules: { interpreter } or { skip }. Debian's packages are for the second one. */
export function pythonWith(modules) {
  const interpreter = ['python3', '/usr/bin/python3'].find((each) => !missing(each, '-c', `import ${modules}`))
  return interpreter === undefined ? { skip: `skipped: python3 with ${modules} is not installed` } : { skip: false, interpreter }
}

function python() {
  const { skip, interpreter } = pythonWith('httpx')
  return { skip, command: [interpreter, exampleFile('read_profile.py')] }
}

const javaScript = () => ({ skip: false, command: [process.execPath, exampleFile('read-profile.mjs')] })

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

/** The program in Go with Debian's packages, which have no modules and go-oidc 2. */
export function goProgram() {
  const text = textOf('read_profile.go').replace('/go-oidc/v3/oidc"', '/go-oidc"')
  return compiled(text, 'go', (place, program) => {
    writeFileSync(join(place, 'main.go'), text)
    execFileSync('go', ['build', '-o', program, 'main.go'], { cwd: place, stdio: 'inherit', env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' } })
  })
}

function compileRust(place, program) {
  cpSync(exampleFile('rust'), place, { recursive: true })
  if (existsSync(kDebianCrates)) {
    mkdirSync(join(place, '.cargo'))
    writeFileSync(join(place, '.cargo/config.toml'), `[source.crates-io]\nreplace-with = "debian"\n\n[source.debian]\ndirectory = "${kDebianCrates}"\n`)
  }
  run(place, 'cargo', 'build', '--quiet', '--target-dir', 'target')
  run(place, 'cp', 'target/debug/read-profile', program)
}

/** { name, skip, skipMore, command }. `skipMore` is the reason to leave out tests that would take much processor time in every language. */
export const examples = () => [
  { name: 'Python', ...python() },
  { name: 'JavaScript', ...javaScript() },
  { name: 'Rust', ...compiled(textOf('rust/Cargo.toml') + textOf('rust/src/main.rs'), 'cargo', compileRust) },
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
  [Symbol.asyncDispose]() { return this.stop() }
}
