// Another program that serves during a test, stopped by its process id.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { disposable, until } from './server.mjs'

/**
 * Starts a program in the folder `cwd`, and resolves once `isReady` does: { stop }. `environment` is all that it gets; `atExit` is the signal if the test ends first.
 * Throws with the end of what it wrote if it has ended.
 */
export async function startDaemon([command, ...args], { name, cwd, environment = process.env, isReady, atExit: signal = 'SIGKILL' }) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd, env: environment })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text) => { complaints = (complaints + text).slice(-20_000) })
  let hasEnded = false
  const ended = once(child, 'close').then(() => { hasEnded = true })
  const atExit = () => child.kill(signal)
  process.once('exit', atExit)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    process.removeListener('exit', atExit)
  }
  try {
    await until(async () => hasEnded || (await isReady()), name)
    if (hasEnded) throw new Error(`${name} ended: ${complaints}`)
  } catch (error) {
    await stop()
    throw error
  }
  return disposable({ stop })
}
