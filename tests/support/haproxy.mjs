// A real HAProxy in front of replicas: loopback only, health checks on the admin listeners, stopped by its process id.
import { writeFile } from 'node:fs/promises'
import { startDaemon } from './daemon.mjs'
import { accepts } from './server.mjs'

export const kHaproxy = '/usr/sbin/haproxy'

const render = (port, replicas, more) => `global
  maxconn 1000
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 2s
  # What a draining replica no longer takes goes to the other one.
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
frontend front
  bind 127.0.0.1:${port}
  default_backend replicas
backend replicas
  balance roundrobin
  option httpchk
  # Without a version HAProxy asks in HTTP/1.0 without Host, which is refused.
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
${replicas.map((replica, index) => `  server r${index} 127.0.0.1:${replica.port} check port ${replica.adminPort} inter 200ms fall 3 rise 1`).join('\n')}
${more}`

/** { port, stop }; `more` are further sections of its configuration. */
export async function startHaproxy({ configFile, port, replicas, more = '' }) {
  await writeFile(configFile, render(port, replicas, more))
  return runHaproxy({ configFiles: [configFile], port })
}

/** { port, stop }: HAProxy with files that exist, once it accepts connections at `port`. `environment` is added to that of the test. */
export async function runHaproxy({ configFiles, port, environment = {} }) {
  const command = [kHaproxy, '-db', ...configFiles.flatMap((file) => ['-f', file])]
  const daemon = await startDaemon(command, { name: `haproxy on port ${port}`, environment: { ...process.env, ...environment }, isReady: () => accepts(port) })
  return Object.assign(daemon, { port })
}
