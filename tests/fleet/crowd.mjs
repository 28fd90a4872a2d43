// Starts the process of the agents (agents.mjs) on the machine of the clients, and collects what it reports.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { eventually } from '../support/faults.mjs'
import { agentAddress } from './hosts.mjs'

const kPatienceMs = 60_000

/** { requests, failures, beGreedy, stop } of `agents` agents. Times of requests are in milliseconds since 1970. */
export async function startCrowd(host, { agents, ...target }) {
  // The last addresses are those of two greedy clients and of registerAtOnce.
  for (let index = 0; index < agents + 3; ++index) host.addAddress(agentAddress(index))
  const [command, ...words] = [...host.wrap, process.execPath, fileURLToPath(new URL('./agents.mjs', import.meta.url)), JSON.stringify({ agents, ...target })]
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const crowd = { requests: [], greedy: new Map() }
  let nextGreedy = agents
  let isOver = false
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line)
    if (message.ended) isOver = true
    else if (message.greedy) crowd.greedy.set(message.greedy, message)
    else crowd.requests.push(message)
  })
  crowd.failures = () => crowd.requests.filter(({ what }) => what !== undefined)
  /** Resolves when `count` more requests are complete. */
  crowd.complete = async (count) => {
    const wanted = crowd.requests.length + count
    await eventually(() => {
      if (child.exitCode !== null) throw new Error('the process of the agents ended')
      return crowd.requests.length >= wanted
    }, `${count} requests of agents`, kPatienceMs)
  }
  /** One more client, with an address of its own, that ignores refusals, at `replicas`; resolves to what it got. */
  crowd.beGreedy = async (name, options) => {
    child.stdin.write(`${JSON.stringify({ greedy: name, from: agentAddress(nextGreedy++), ...options })}\n`)
    return eventually(() => crowd.greedy.get(name), `the greedy client, ${name}`, kPatienceMs)
  }
  /** So many registrations at once; a function that gives how many of them have been answered. */
  crowd.registerAtOnce = (count) => {
    const from = agentAddress(agents + 2)
    const answers = () => crowd.requests.filter((request) => request.from === from).length
    const before = answers()
    child.stdin.write(`${JSON.stringify({ burst: count, from })}\n`)
    return () => answers() - before
  }
  /** Lets every agent finish its visit. */
  crowd.stop = async () => {
    child.stdin.end()
    await ended
    if (!isOver) throw new Error('the process of the agents ended early')
  }
  await crowd.complete(agents)
  return crowd
}
