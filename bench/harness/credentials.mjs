// Clients and tokens that the load uses, by one, or by hundreds of thousands from a second replica with the same secret.
import { writeFileSync } from 'node:fs'
import { askJson, kForm, rawRequest } from './http.mjs'
import { runProgram } from './processes.mjs'

export const tokenBody = ({ client_id: id, client_secret: secret }) =>
  `grant_type=client_credentials&client_id=${encodeURIComponent(id)}&client_secret=${encodeURIComponent(secret)}`

export const register = (base) => askJson(`${base}/oauth/register`, { method: 'POST' })

export async function tokenOf(base, client) {
  const answer = await askJson(`${base}/oauth/token`, { method: 'POST', headers: { 'Content-Type': kForm }, body: tokenBody(client) })
  return answer.access_token
}

/** Sends `request` `count` times to a server and writes the named members of its responses, a line each, to `file`. */
export async function harvest(bench, { port, request, count, members, file, values }) {
  const requestFile = bench.site.at('harvest.request')
  writeFileSync(requestFile, rawRequest(request, port))
  const { code, out, err } = await runProgram([
    'taskset', '-c', bench.cores.load, bench.program('load'), String(port), requestFile, '-c', '32', '-s', '300', '-n', String(count), '-o', file,
    ...members.flatMap((member) => ['-k', member]), ...(values ? ['-v', values] : []),
  ], { seconds: 320 })
  const report = code === 0 ? JSON.parse(out) : undefined
  if (!report || report.requests < count) throw new Error(`only ${report?.requests ?? 0} of ${count} answers to ${request.path}: ${err}`)
  bench.site.emptyLog()
  return file
}

/** `count` distinct tokens that no other replica has seen, a line each, in `file`. */
export const mintTokens = (bench, count, file) => harvest(bench, {
  port: bench.ports.ours.replica, count, members: ['access_token'], file,
  request: { method: 'POST', path: '/oauth/token', headers: { 'Content-Type': kForm }, body: tokenBody(bench.client) },
})
