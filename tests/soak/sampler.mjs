// Resources and counters of a process, from /proc and its metrics.
import { descriptorCount, processorSeconds, residentKib, statusOf } from '../support/faults.mjs'

/** The sum of all series of a metric in the text format. */
export function sumOf(text, name) {
  let sum = 0
  for (const line of text.split('\n')) {
    if (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) sum += Number(line.slice(line.lastIndexOf(' ') + 1))
  }
  return sum
}

async function readMetrics(adminUrl) {
  const answer = await fetch(`${adminUrl}/metrics`, { headers: { Connection: 'close' }, signal: AbortSignal.timeout(4_000) })
  return answer.text()
}

/** One sample of a target; memory in KiB, processor time in seconds. Metrics are omitted if the request failed. */
export async function takeSample({ server, logBytes }, at) {
  const { pid } = server.program
  const sample = {
    at, rssKib: residentKib(pid), descriptors: descriptorCount(pid), threads: Number(statusOf(pid, 'Threads')),
    cpuSeconds: processorSeconds(pid), logBytes: logBytes(),
  }
  try {
    const text = await readMetrics(server.adminUrl)
    return {
      ...sample,
      requests: sumOf(text, 'http_server_requests_total'),
      refusals: sumOf(text, 'agent_access_refusals_total'),
      connections: sumOf(text, 'agent_access_connections_open'),
      accepted: sumOf(text, 'agent_access_connections_total'),
      reloadFailures: sumOf(text, 'agent_access_reload_failures_total'),
      logDropped: sumOf(text, 'agent_access_log_lines_dropped_total'),
    }
  } catch (error) {
    return { ...sample, metricsError: String(error) }
  }
}
