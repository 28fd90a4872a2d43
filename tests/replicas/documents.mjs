// Everything that a program publishes, in each of its forms, and in what it differs between two replicas.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../support/server.mjs'
import { askAll, difference, kHosts } from './group.mjs'

/** The Markdown form of `/` for static hosts; the service selects it by Accept. */
const kOfExportOnly = '/index.md'
/** `export` leaves it to the service. */
export const kKeySetPath = '/.well-known/jwks.json'

/** The paths that a replica publishes for a host, as `export` of its program and configuration lists them. */
async function pathsOf(replica, folder, host) {
  const text = await readFile(join(folder, host, '_headers'), 'utf8')
  return [...text.split('\n').filter((line) => line.startsWith('/') && line !== kOfExportOnly), kKeySetPath]
}

/** The same for all hosts, which must have the same ones. */
export async function publishedPaths(replica) {
  const folder = replica.path('exported')
  const { code, output } = await runProgram(['export', '--config', replica.configFile, folder, '--overwrite'], { file: replica.file })
  assert.equal(code, 0, output)
  const [paths, ...others] = await Promise.all(kHosts.map((host) => pathsOf(replica, folder, host)))
  for (const more of others) assert.deepEqual(more, paths)
  return paths
}

const kCodings = ['identity', 'gzip', 'br']
const kForms = ['text/html', 'text/markdown']

/** A request for every form of the documents at `paths`: each host, content coding and preferred media type. */
export const requestsFor = (paths) => paths.flatMap((path) => kHosts.flatMap((host) => kCodings.flatMap((coding) =>
  kForms.map((form) => ({ path, host, fields: [`Accept-Encoding: ${coding}`, `Accept: ${form}`] })))))

/** The answers of a replica to `requests`, all of them 200 with an ETag. */
export async function documentsOf(replica, requests) {
  const answers = await askAll(replica, requests)
  for (const [index, { status, headers }] of answers.entries()) {
    assert.equal(status, 200, requests[index].path)
    assert.match(headers.etag, /^"[^"]+"$/, requests[index].path)
  }
  return answers
}

/** Path → the first difference, for the documents that differ. */
export function differences(requests, answers, others) {
  const found = new Map()
  for (const [index, request] of requests.entries()) {
    const what = difference(answers[index], others[index])
    if (what !== undefined && !found.has(request.path)) found.set(request.path, `${request.host} ${request.fields.join(', ')}: ${what}`)
  }
  return found
}

/** The same requests with the ETags of these answers. */
export const withEtags = (requests, answers) =>
  requests.map((request, index) => ({ ...request, fields: [...request.fields, `If-None-Match: ${answers[index].headers.etag}`] }))

/** Fails unless each answer is a 304 with the ETag that was sent and no body. */
export function assertNotModified(requests, answers) {
  for (const [index, { status, headers, body }] of answers.entries()) {
    const { path, fields } = requests[index]
    assert.equal(status, 304, path)
    assert.ok(fields.includes(`If-None-Match: ${headers.etag}`), path)
    assert.equal(body.length, 0, path)
  }
}
