// One replica of the program, on a machine of its own, with the settings and the secrets that all of them have.
import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../support/faults.mjs'
import { exampleProfile, Program, renderConfig } from '../support/server.mjs'
import { decode, form, kForm, kProfilePath, tokenFields } from '../support/steps.mjs'

const kPatienceMs = 60_000 // the machine may be busy
export const kPort = 8080
export const kAdminPort = 9464

/** Writes a file by a rename, so that no process reads a part of it. */
async function replace(file, text) {
  await writeFile(`${file}.next`, text, { mode: 0o600 })
  await rename(`${file}.next`, file)
}

export class Replica {
  #previous = []

  /** `settings` are those of all replicas, section by section; `secret` is the text of the secret file. */
  static async make(host, settings, secret) {
    const replica = new Replica()
    replica.host = host
    replica.name = host.name
    replica.settings = settings
    replica.directory = await mkdtemp(join(tmpdir(), `agent-access-fleet-${host.name}-`))
    await mkdir(join(replica.directory, 'public'))
    await replica.writeSecrets({ file: secret })
    await replica.writeProfile(exampleProfile)
    await replica.writeConfig()
    return replica
  }

  get configFile() { return join(this.directory, 'agent-access.toml') }
  get adminUrl() { return `http://${this.host.address}:${kAdminPort}` }

  /** The secret in use and those that are accepted besides. */
  async writeSecrets({ file, previous = [] }) {
    await replace(join(this.directory, 'secret'), file)
    for (const [index, text] of previous.entries()) await replace(join(this.directory, `secret.${index}`), text)
    this.#previous = previous.map((_, index) => `secret.${index}`)
  }

  writeProfile(profile) { return replace(join(this.directory, 'profile.json'), JSON.stringify(profile)) }

  writeConfig(more = {}) {
    const { base_urls, ...sections } = this.settings
    const config = {
      base_urls,
      listen: { address: `${this.host.address}:${kPort}`, admin: `${this.host.address}:${kAdminPort}`, threads: 1 },
      secret: { file: 'secret', previous_files: this.#previous },
      content: { profile: 'profile.json', root: 'public' },
    }
    for (const [section, keys] of Object.entries({ ...sections, ...more })) config[section] = { ...config[section], ...keys }
    return replace(this.configFile, renderConfig(config))
  }

  /** Starts the program, or another build of it, and waits until it is ready. */
  async start(file) {
    this.program = new Program(['serve', '--config', this.configFile], {}, { wrap: this.host.wrap, file })
    await eventually(async () => {
      if (this.program.exited) throw new Error(`${this.name} ended: ${this.program.output}`)
      return (await this.ask('/readyz'))?.ok
    }, `${this.name} to be ready`, kPatienceMs)
  }

  /** SIGTERM, drain and exit; then a new process. */
  async restart(file) {
    const how = await this.program.stop()
    if (how.code !== 0) throw new Error(`${this.name} ended with ${JSON.stringify(how)}`)
    await this.start(file)
  }

  async reload() {
    const reloads = () => this.program.output.split('"event":"reload"').length
    const before = reloads()
    this.program.signal('SIGHUP')
    await eventually(() => {
      if (this.program.output.includes('"event":"reload_failed"')) throw new Error(`${this.name}: ${this.program.output.slice(-500)}`)
      return reloads() > before
    }, `${this.name} to reload`, kPatienceMs)
  }

  /** An answer of the admin listener; undefined if there is none. */
  async ask(path) {
    const options = { headers: { Connection: 'close' }, signal: AbortSignal.timeout(2_000) }
    return fetch(`${this.adminUrl}${path}`, options).catch(() => undefined)
  }

  /** One request of the first process, without the proxy: its JSON. */
  async request({ path, method = 'GET', headers = {}, body = '' }) {
    const host = new URL(this.settings.base_urls[0]).host
    const length = method === 'POST' ? { 'Content-Length': Buffer.byteLength(body) } : {}
    const sent = http.request({ host: this.host.address, port: kPort, path, method, agent: false, headers: { Host: host, ...headers, ...length } })
    sent.end(body)
    const [answer] = await once(sent, 'response')
    const text = Buffer.concat(await answer.toArray()).toString()
    if (answer.statusCode >= 300) throw new Error(`${this.name}: ${path}: ${answer.statusCode} ${text}`)
    return JSON.parse(text)
  }

  register() { return this.request({ path: '/oauth/register', method: 'POST' }) }
  async token(client) {
    return (await this.request({ path: '/oauth/token', method: 'POST', headers: { 'Content-Type': kForm }, body: form(tokenFields(client)) })).access_token
  }
  read(token) { return this.request({ path: kProfilePath, headers: { Authorization: `Bearer ${token}` } }) }
  /** The id of the key that signs here now. */
  async signingKey() { return decode(await this.token(await this.register())).header.kid }

  /** Its log lines of warnings and errors. */
  complaints() {
    return this.program.output.split('\n').filter((line) => /"level":"(warn|error)"/.test(line)).map((line) => `${this.name}: ${line}`)
  }

  async stop() {
    try {
      await this.program?.stop()
    } finally {
      await rm(this.directory, { recursive: true, force: true })
    }
  }
}

