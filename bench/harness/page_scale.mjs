// Curves against threads, connections, sizes and counts, memory, and start, with their explanations.
import { bars, escape, short } from './bars.mjs'
import { lines } from './lines.mjs'

const points = (curve) => (Array.isArray(curve) ? curve.filter(({ reason }) => !reason).map(({ x, cpu_us }) => [x, cpu_us]) : [])
const gaps = (curve) => (Array.isArray(curve) ? curve : [{ x: 'all', reason: curve?.reason ?? 'not asked for' }]).filter(({ reason }) => reason)
  .map(({ x, reason }) => `<p class="faint">${short(Number(x)) === 'NaN' ? x : short(Number(x)).replace(/\.0+$/, '')}: not measured: ${escape(reason)}</p>`).join('')

const kCurves = [
  ['connections', 'Profile, known token: against connections', 'connections',
    'With more connections each turn of the event loop returns more responses, until the state of the connections no longer fits into the caches.'],
  ['profile_bytes', 'Profile, known token: against the size of the profile', 'bytes',
    'The cost of a small profile is that of the request; that of a large one is the kernel’s copy of its bytes into the socket.'],
  ['known_tokens', 'Profile: against the number of tokens in use', 'tokens',
    'A token that was verified before costs a digest and a look-up; with more tokens, the entry is less often in the processor’s cache. The cache of verified tokens has 65,536 places in sets of four: some tokens replace each other before it is full, and with more tokens than places every use is a verification.'],
  ['clients', 'Token: against the number of clients', 'clients', 'A client’s secret is computed and not stored: a million clients cost the same as one.'],
]

function threads(measured) {
  if (!measured || measured.reason) return gaps(measured)
  const { words, ...curves } = measured
  const rows = Object.entries(curves).flatMap(([name, curve]) =>
    curve.map(({ x, cpu_us: value, reason }) => ({ label: `${name.replaceAll('_', ' ')}, ${x} thread${x > 1 ? 's' : ''}`, value, reason, kind: x > 1 ? 'ours' : 'floor' })))
  return `${bars('Threads', 'CPU µs per request, all threads', rows)}
<p>${escape(words ?? '')}</p>`
}

function volume(curves) {
  if (!curves || curves.reason) return gaps(curves)
  const mebibytes = (name) => ({ name, points: curves[name].map(({ x, resident_bytes: bytes }) => [x, bytes / 1048576]) })
  return ['registrations', 'tokens'].map((name) =>
    lines(`Resident memory against ${name}`, { x: name, y: 'MiB' }, [mebibytes(name)])).join('\n') +
    '<p>No list of clients is kept. Verified tokens fill a cache of fixed size, then replace each other.</p>'
}

function memory(results) {
  const { memory: all, start } = results
  const kinds = (name) => (name === 'agent_access' ? 'ours' : 'peer')
  const parts = []
  if (all) {
    parts.push(bars('Resident memory of agent-access', 'MiB', [
      { label: 'after start', value: all.agent_access.resident_bytes / 1048576, kind: 'ours', reason: all.agent_access.reason },
      { label: 'of that, heap and stacks', value: all.agent_access.resident_anonymous_bytes / 1048576, kind: 'ours', reason: all.agent_access.reason }]))
    parts.push(bars('Resident memory after the rounds', 'MiB', Object.entries(all).map(([name, one]) =>
      ({ label: name.replaceAll('_', ' '), value: one.resident_after_rounds_bytes / 1048576, reason: one.reason, kind: kinds(name) }))))
    const idle = all.agent_access.idle
    parts.push(idle?.bytes_each === undefined ? `<p class="faint">Idle connections: not measured: ${escape(idle?.reason ?? all.agent_access.reason)}</p>`
      : `<p>Each idle connection takes ${short(idle.bytes_each / 1024)} KiB of the process (${idle.connections.toLocaleString('en')} connections, each after three responses to requests with a token).</p>`)
  } else parts.push('<p class="faint">Memory: not measured in this run.</p>')
  if (start) {
    parts.push(bars('First response after exec', 'ms', Object.entries(start).map(([name, { first_answer_ms: value, reason }]) =>
      ({ label: name.replaceAll('_', ' '), value, reason, kind: kinds(name) }))))
  } else parts.push('<p class="faint">Start: not measured in this run.</p>')
  return parts.join('\n')
}

export function scalePart(results) {
  const { scale } = results
  const curves = !scale ? '<p class="faint">Curves: not measured in this run.</p>' : [
    threads(scale.threads),
    ...kCurves.map(([name, title, x, words]) =>
      `${lines(title, { x: `${x}, logarithmic`, y: `CPU µs per request${name === 'profile_bytes' ? ', logarithmic' : ''}`, isLogX: true, isLogY: name === 'profile_bytes' }, [{ name: 'agent-access', points: points(scale[name]) }])}${gaps(scale[name])}<p>${escape(words)}</p>`),
    volume(scale.volume)].join('\n')
  return `${curves}\n${memory(results)}`
}
