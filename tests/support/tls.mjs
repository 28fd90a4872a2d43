// A server with TLS of its own and certificates for it: what the tests of TLS share.
import { execFile } from 'node:child_process'
import { temporaryAuthority } from './certificates.mjs'
import { startServe } from './server.mjs'

export const { directory, authority, ca, pair } = await temporaryAuthority()

export const startTls = ({ settings = {}, tls = {}, ...more } = {}) =>
  startServe({ scheme: 'https', ...more, settings: { ...settings, tls: { certificate: pair.certificate, key: pair.key, ...tls } } })

/** Runs `use` with a server that is stopped afterwards. */
export async function withTls(options, use) {
  await using server = await startTls(options)
  return await use(server)
}

/** A program's { code, output }; standard input is at its end. One that hangs is ended after `timeout`, and its output says so. */
export function run(command, args, { timeout = 120_000, input = '' } = {}) {
  return new Promise((resolve) => {
    const child = execFile(command, args, { timeout, maxBuffer: 16 * 1024 * 1024 }, (error, out, err) =>
      resolve({ code: error ? (error.code ?? 1) : 0, output: out + err + (error?.killed ? `${command} did not end in ${timeout / 1000} s` : '') }))
    child.stdin.on('error', () => {}).end(input) // the program may end without reading it
  })
}
