// What the processes of the fleet do and use while nothing happens to them: jobs from the log of each replica, processor time
// from /proc.
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../support/faults.mjs'

const kPatienceMs = 60_000
const kJobs = ['register', 'token', 'profile_known', 'profile_new', 'jwks', 'document']

/** Processor time of all threads of a process, in seconds. */
const processorTime = (pid) => readdirSync(`/proc/${pid}/task`)
  .reduce((sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]), 0) / 1e9

/** The job of a line of the access log, as bench/simulate names it. A line of a read names a key only if its token was verified with one. */
function jobOf({ route, kid }) {
  if (route === 'profile') return kid === undefined ? 'profile_known' : 'profile_new'
  return kJobs.includes(route) ? route : 'document'
}

/** The jobs that a log says were done from one time to another, in milliseconds since 1970. */
export function jobsOf(log, from, to) {
  const jobs = Object.fromEntries(kJobs.map((job) => [job, 0]))
  for (const line of log.split('\n')) {
    if (!line.startsWith('{') || !line.includes('"event":"access"')) continue
    const entry = JSON.parse(line)
    const time = Date.parse(entry.time)
    if (time >= from && time < to && entry.status < 300) ++jobs[jobOf(entry)]
  }
  return jobs
}

const add = (one, other) => Object.fromEntries(Object.keys(one).map((name) => [name, one[name] + other[name]]))
const processorTimes = ({ inUse, balancer }) => ({
  replicas: inUse.reduce((sum, { program }) => sum + processorTime(program.pid), 0), balancer: processorTime(balancer.pid),
})

/** The last complete line of a log. */
function lastLine(log) {
  const end = log.lastIndexOf('\n')
  return log.slice(log.lastIndexOf('\n', end - 1) + 1, end)
}

/** Lines of the period may still be on their way: waits for a later one. */
const untilLogged = (replica, time) => eventually(() => {
  const line = lastLine(replica.program.output)
  return line.startsWith('{') && Date.parse(JSON.parse(line).time) >= time
}, `${replica.name} to log`, kPatienceMs)

/** Waits until the replicas have logged a registration, a token and both kinds of reads since a time: a busy machine does little in a fixed period. */
const untilEachJob = (replicas, from) => eventually(() => {
  const { register, token, profile_known: known, profile_new: fresh } = replicas
    .map((replica) => jobsOf(replica.program.output, from, Infinity)).reduce(add)
  return Math.min(register, token, known, fresh) >= 1
}, 'the crowd to register, get tokens and read', kPatienceMs)

/**
 * Measures for at least so long, with a crowd until each of its jobs was done: { seconds, replicas, busy: { replicas, balancer }, jobs }. `busy` is in cores, all replicas
 * together; `jobs` only with a crowd.
 */
export async function measure(fleet, milliseconds) {
  const from = Date.now()
  const before = processorTimes(fleet)
  await pause(milliseconds)
  if (fleet.crowd !== undefined) await untilEachJob(fleet.inUse, from)
  const after = processorTimes(fleet)
  const to = Date.now()
  const seconds = (to - from) / 1000
  const measured = {
    seconds, replicas: fleet.inUse.length,
    busy: Object.fromEntries(Object.keys(after).map((name) => [name, (after[name] - before[name]) / seconds])),
  }
  if (fleet.crowd === undefined) return measured
  await Promise.all(fleet.inUse.map((replica) => untilLogged(replica, to)))
  return { ...measured, jobs: fleet.inUse.map((replica) => jobsOf(replica.program.output, from, to)).reduce(add) }
}

/** What of a run is kept in docs/operations/steady.json, and compared with the simulator in docs/operations/capacity.md. */
export const steadyOf = ({ plan: { agents }, idle, steady }) => ({ agents, machine: { processor: cpus()[0].model, cores: cpus().length }, idle, steady })
