// HAProxy on a machine of its own, with the site that `check --proxy haproxy --replica …` prints. Inserted are the certificate, the period of
// health checks, and a socket for its statistics.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { eventually } from '../support/faults.mjs'
import { kHaproxy } from '../support/haproxy.mjs'
import { withValues } from '../support/printed_sites.mjs'
import { Program } from '../support/server.mjs'

/** The printed site with these replicas. */
async function printedFor(replicas) {
  const [{ configFile, host }] = replicas
  const named = replicas.flatMap((replica) => ['--replica', `${replica.name}=${replica.host.address}:8080`])
  const program = new Program(['check', '--config', configFile, '--proxy', 'haproxy', ...named], {}, { wrap: host.wrap })
  const { code } = await program.ended
  if (code !== 0) throw new Error(program.output)
  return program.stdout
}

/** What a command of HAProxy's socket prints. */
async function command(path, text) {
  const socket = connect(path)
  let answer = ''
  socket.setEncoding('utf8').on('data', (piece) => { answer += piece })
  socket.end(`${text}\n`)
  await once(socket, 'close')
  return answer
}

/** { start, statistics, add, stop } on `host` in front of `replicas`; `inter` is the period of health checks. */
export async function startBalancer(host, replicas, { directory, certificate, inter }) {
  const site = withValues(await printedFor(replicas), [
    [' inter 1s ', ` inter ${inter} `, replicas.length], [' /etc/haproxy/site.pem alpn', ` ${certificate} alpn`, 2],
  ])
  const [, options] = new RegExp(`^ {2}server ${replicas[0].name} \\S+ (.*)\n`, 'm').exec(site)
  const backend = /^ {2}default_backend (agent_access_\S+(?<!-acme))$/m.exec(site)[1]
  const lineOf = ({ name, host: { address } }) => `${name} ${address}:8080 ${options}`
  const socket = join(directory, 'haproxy.sock')
  const file = join(directory, 'haproxy.cfg')
  await writeFile(file, `global\n  maxconn 1000\n  stats socket ${socket} mode 600 level admin\n${site}`)
  const [first, ...rest] = [...host.wrap, kHaproxy, '-db', '-f', file]
  const child = spawn(first, rest, { stdio: ['ignore', 'ignore', 'pipe'] })
  const balancer = { address: host.address, pid: child.pid, complaints: '' }
  child.stderr.setEncoding('utf8').on('data', (text) => { balancer.complaints += text })
  const ended = once(child, 'close')

  /** Its statistics of each server, by name. */
  balancer.statistics = async () => {
    const [head, ...rows] = (await command(socket, 'show stat')).replace(/^# /, '').trim().split('\n').map((line) => line.split(','))
    const named = rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])))
    return new Map(named.filter((row) => row.pxname === backend && row.svname !== 'BACKEND').map((row) => [row.svname, row]))
  }
  balancer.status = async (replica) => (await balancer.statistics()).get(replica.name)?.status
  /** Uses one more replica, without a reload. */
  balancer.add = async (replica) => {
    const server = `${backend}/${replica.name}`
    const answers = [await command(socket, `add server ${backend}/${lineOf(replica)}`), await command(socket, `enable health ${server}`),
      await command(socket, `enable server ${server}`)]
    if (!/New server registered/.test(answers[0])) throw new Error(answers.join())
  }
  balancer.stop = async () => { child.kill('SIGTERM'); await ended }
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`haproxy ended: ${balancer.complaints}`)
    return command(socket, 'show info').then((text) => text.includes('Version'), () => false)
  }, 'haproxy', 60_000)
  return balancer
}
