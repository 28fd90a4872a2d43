// The two processes under test, each in a typical deployment: behind a proxy without TLS, and directly with TLS. Both have
// the rate limit at its production numbers, a log file and the admin listener.
import { mkdirSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAuthority } from '../support/certificates.mjs'
import { exampleProfile, startServe } from '../support/server.mjs'
import { kProxies } from './addresses.mjs'

const kLarge = 1_000_000

const files = { 'public/large.txt': 'x'.repeat(kLarge), 'public/note.txt': 'A small file.\n' }
const limits = { requests: 600, window: '60s' }

/** The description of a target that threads get: plain data. */
const describe = (name, server, more) => ({
  name, port: server.port, host: `127.0.0.1:${server.port}`, baseUrl: server.baseUrl, tls: false, ...more,
})

/** Starts one process whose log goes to a file: { server, about, logFile, logBytes, stop }. */
async function startOne(name, folder, options, aboutOf) {
  const logFile = join(folder, `${name}.log`)
  const log = openSync(logFile, 'w')
  try {
    const server = await startServe({ profile: exampleProfile, files, stderr: log, ...options })
    const about = describe(name, server, await aboutOf(server))
    return { server, about, logBytes: () => statSync(logFile).size, stop: () => server.stop() }
  } catch (error) {
    throw new Error(`${name}: ${error.message}\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
  } finally {
    closeSync(log)
  }
}

/** Starts both: { all, stop }. The logs lie in `folder`. */
export async function startTargets(folder) {
  mkdirSync(folder, { recursive: true })
  const certificates = mkdtempSync(join(tmpdir(), 'agent-access-soak-'))
  const authority = await makeAuthority(certificates)
  const pair = await authority.issue('server')
  const ca = readFileSync(authority.file, 'utf8')
  const all = []
  const stop = async () => {
    for (const target of all) await target.stop()
    rmSync(certificates, { recursive: true, force: true })
  }
  try {
    const content = { root: 'public' }
    const plain = { content, limits: { ...limits, trusted_proxies: [kProxies] } }
    const secure = {
      content, limits: { ...limits, trusted_proxies: [] },
      tls: { certificate: pair.certificate, key: pair.key },
    }
    all.push(await startOne('plain', folder, { settings: plain }, () => ({})))
    all.push(await startOne('tls', folder, { settings: secure, scheme: 'https' },
      () => ({ tls: true, ca })))
  } catch (error) {
    await stop()
    throw error
  }
  return { all, stop }
}
