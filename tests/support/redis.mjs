// A real redis-server or valkey-server in a folder of its own, on a unix socket (or a loopback port), always stopped by its process id.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missing } from './faults.mjs'
import { disposable, run, until } from './server.mjs'

/** The servers that speak the protocol: `skip` is why there is none here, or false. */
export const kServers = [
  { title: 'Redis', program: 'redis-server', skip: missing('redis-server', '--version') },
  { title: 'Valkey', program: 'valkey-server', skip: missing('valkey-server', '--version') && 'skipped: there is no valkey-server, which Debian has from 13 on' },
]

/**
 * { socket, url, start, command, signal, kill, stop }; with `port`, also reachable there at the address `bind`. `environment` is
 * the server's own; `wrap` is a command in front, which must exec it; `more` are further options; `program` is that of kServers.
 */
export async function startRedis({ port = 0, bind = '127.0.0.1', password, environment, wrap = [], more = [], program = 'redis-server' } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'agent-access-redis-'))
  const socket = join(directory, 'redis.sock')
  const redis = disposable({ socket, url: `unix://${password ? `:${password}@` : ''}${socket}` })
  let child

  redis.start = async () => {
    const options = ['--port', String(port), '--bind', bind, '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', directory]
    const [command, ...words] = [...wrap, program, ...options, ...(password ? ['--requirepass', password] : []), ...more]
    child = spawn(command, words, { stdio: 'ignore', env: { ...process.env, ...environment } })
    redis.pid = child.pid
    redis.ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve))
    process.once('exit', redis.atExit)
    await until(async () => (await redis.command('PING').catch(() => '')) === 'PONG', program)
  }
  redis.atExit = () => child?.kill('SIGKILL')
  redis.secret = password
  redis.command = async (...words) => {
    const env = { ...process.env, ...(redis.secret ? { REDISCLI_AUTH: redis.secret } : {}) }
    return (await run('redis-cli', ['-s', socket, ...words], { env })).stdout.trim()
  }
  redis.signal = (name) => child.kill(name)
  redis.kill = async () => {
    child.kill('SIGKILL')
    await redis.ended
    process.removeListener('exit', redis.atExit)
  }
  redis.stop = async () => {
    if (child.exitCode === null && child.signalCode === null) await redis.kill()
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await redis.start()
  } catch (error) {
    await redis.stop()
    throw error
  }
  return redis
}
