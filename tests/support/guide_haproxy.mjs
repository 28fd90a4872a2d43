// HAProxy with the configuration in the guide for owners: only addresses and the certificate are inserted.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runHaproxy } from './haproxy.mjs'

const guide = readFileSync(new URL('../../docs/guide-for-owners.md', import.meta.url), 'utf8')
/** The configuration as it is printed. */
export const guideConfiguration = /^## Behind HAProxy\n[\s\S]*?^```haproxy\n([\s\S]*?)^```$/m.exec(guide)[1]

/** The text with other values; each of the old ones occurs exactly once. */
export function withValues(text, values) {
  for (const [old, value] of values) {
    assert.equal(text.split(old).length, 2, `${old} in the snippet`)
    text = text.replace(old, value)
  }
  return text
}

/** The line of the server, once for each replica. */
function serverLines(line, replicas) {
  return replicas.map((replica, index) => withValues(line, [
    ['server one ', `server r${index} `], ['127.0.0.1:8080', `127.0.0.1:${replica.port}`], [' port 9464', ` port ${replica.adminPort}`],
  ])).join('')
}

/**
 * HAProxy in front of `replicas`, with TLS at `front`; `change` rewrites the printed text before values are inserted. `global` are
 * more lines of its first section. `certificate` is a file with the chain and its key.
 */
export async function startGuideHaproxy({ directory, front, certificate, replicas, change = (text) => text, global = '' }) {
  const text = change(guideConfiguration)
  const [line] = /^ {2}server one .*\n/m.exec(text)
  const globalFile = join(directory, 'haproxy_global.cfg')
  const configFile = join(directory, 'haproxy.cfg')
  await writeFile(globalFile, `global\n  maxconn 1000\n${global}`)
  await writeFile(configFile, withValues(text, [
    ['bind :443 ', `bind 127.0.0.1:${front} `], ['/etc/haproxy/site.pem', certificate], [line, serverLines(line, replicas)],
  ]))
  return runHaproxy({ configFiles: [globalFile, configFile], port: front })
}

/** The file in HAProxy's form: a chain followed by its key. */
export async function joinedCertificate(authority, directory) {
  const pair = await authority.read(await authority.issue('front'))
  const file = join(directory, 'front.both.pem')
  await writeFile(file, Buffer.concat([pair.certificate, pair.key]))
  return file
}
