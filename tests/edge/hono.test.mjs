// The recipe of docs/edge.md for Node.js: its gateway in a process of its own, with ports and addresses inserted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { edgeFile } from '../support/edge.mjs'
import { testEdge } from '../support/edge_suite.mjs'
import { withValues } from '../support/printed_sites.mjs'
import { accepts, freePort, until } from '../support/server.mjs'

async function start({ server, apiPort, environment }) {
  const port = await freePort()
  const file = join(server.directory, 'gateway.mjs')
  await symlink(fileURLToPath(new URL('../node_modules', import.meta.url)), join(server.directory, 'node_modules'))
  await writeFile(file, withValues(edgeFile('gateway.mjs'), [
    ['https://example.com', server.baseUrl], ['127.0.0.1:8081', `127.0.0.1:${apiPort}`], ['port: 8082', `port: ${port}`],
  ]))
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...environment } })
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const atExit = () => child.kill('SIGKILL')
  process.once('exit', atExit)
  try {
    await until(async () => child.exitCode !== null || (await accepts(port)), 'the gateway')
    if (child.exitCode !== null) throw new Error(`the gateway ended with ${child.exitCode}`)
  } catch (error) {
    await stop()
    throw error
  }
  return { port, refresh: async () => {}, stop: async () => { await stop(); process.removeListener('exit', atExit) } }
}

await testEdge('Node.js', { skip: false, start, unreachable: { first: 503, later: 503 } })
