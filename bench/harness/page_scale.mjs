// Curves against threads, connections, sizes and counts, memory, and start, with their explanations.
import { bars, escape, short } from './bars.mjs'
import { lines } from './lines.mjs'

const points = (curve) => (Array.isArray(curve) ? curve.filter(({ reason }) => !reason).map(({ x, cpu_us }) => [x, cpu_us]) : [])
const gaps = (curve) => (Array.isArray(curve) ? curve : [{ x: 'all', reason: curve?.reason ?? 'not asked for' }]).filter(({ reason }) => reason)
  .map(({ x, reason }) => `<p class="faint">${short(Number(x)) === 'NaN' ? x : short(Number(x)).replace(/\.0+$/, '')}: not measured: ${escape(reason)}</p>`).join('')

const kCurves = [
  ['connections', 'Profile, known token: against connections', 'connections',
    'More connections mean more answers for each wake-up of the event loop, until the state of the connections no longer fits the caches.'],
  ['profile_bytes', 'Profile, known token: against the size of the profile', 'bytes',
    'Small profiles cost the request; large ones cost the kernel’s copy of their bytes into the socket.'],
  ['known_tokens', 'Profile: against the number of tokens in use', 'tokens',
    'A remembered token costs a digest and a look-up, whose places are the less often in a cache the more tokens there are. The memory has 65,536 places, four for each token to choose from: before it is full some tokens find theirs taken, and when more are used in turn, uses become verifications.'],
  ['clients', 'Token: against the number of clients', 'clients', 'A client’s secret is computed, not stored: one client and a million cost the same.'],
]

function threads(measured) {
  if (!measured || measured.reason) return gaps(measured)
  const { words, ...curves } = measured
  const rows = Object.entries(curves).flatMap(([name, curve]) =>
    curve.map(({ x, cpu_us: value, reason }) => ({ label: `${name.replaceAll('_', ' ')}, ${x} thread${x > 1 ? 's' : ''}`, value, reason, kind: x > 1 ? 'ours' : 'floor' })))
  return `${bars('Threads', 'CPU µs for each request, all threads', rows)}
<p>${escape(words ?? '')}</p>`
}

function volume(curves) {
  if (!curves || curves.reason) return gaps(curves)
  const mebibytes = (name) => ({ name, points: curves[name].map(({ x, resident_bytes: bytes }) => [x, bytes / 1048576]) })
  return ['registrations', 'tokens'].map((name) =>
    lines(`Resident memory against ${name}`, { x: name, y: 'MiB' }, [mebibytes(name)])).join('\n') +
    '<p>Nothing is stored for a client. Tokens fill a table of fixed size, then replace each other.</p>'
}

function memory(results) {
  const { memory: all, start } = results
  const kinds = (name) => (name === 'agent_access' ? 'ours' : 'peer')
  const parts = []
  if (all) {
    parts.push(bars('Resident memory of ours', 'MiB', [
      { label: 'after start', value: all.agent_access.resident_bytes / 1048576, kind: 'ours', reason: all.agent_access.reason },
      { label: 'of that, heap and stacks', value: all.agent_access.resident_anonymous_bytes / 1048576, kind: 'ours', reason: all.agent_access.reason }]))
    parts.push(bars('Resident memory after the rounds', 'MiB', Object.entries(all).map(([name, one]) =>
      ({ label: name.replaceAll('_', ' '), value: one.resident_after_rounds_bytes / 1048576, reason: one.reason, kind: kinds(name) }))))
    const idle = all.agent_access.idle
    parts.push(idle?.bytes_each === undefined ? `<p class="faint">Idle connections: not measured: ${escape(idle?.reason ?? all.agent_access.reason)}</p>`
      : `<p>Each idle connection holds ${short(idle.bytes_each / 1024)} KiB of the process (${idle.connections.toLocaleString('en')} connections, each after three answers to requests with a token).</p>`)
  } else parts.push('<p class="faint">Memory: not measured in this run.</p>')
  if (start) {
    parts.push(bars('First answer after exec', 'ms', Object.entries(start).map(([name, { first_answer_ms: value, reason }]) =>
      ({ label: name.replaceAll('_', ' '), value, reason, kind: kinds(name) }))))
  } else parts.push('<p class="faint">Start: not measured in this run.</p>')
  return parts.join('\n')
}

export function scalePart(results) {
  const { scale } = results
  const curves = !scale ? '<p class="faint">Curves: not measured in this run.</p>' : [
    threads(scale.threads),
    ...kCurves.map(([name, title, x, words]) =>
      `${lines(title, { x: `${x}, logarithmic`, y: `CPU µs for each request${name === 'profile_bytes' ? ', logarithmic' : ''}`, isLogX: true, isLogY: name === 'profile_bytes' }, [{ name: 'agent-access', points: points(scale[name]) }])}${gaps(scale[name])}<p>${escape(words)}</p>`),
    volume(scale.volume)].join('\n')
  return `${curves}\n${memory(results)}`
}
