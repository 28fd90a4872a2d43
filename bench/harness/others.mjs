// What a request waits while others take more than their part, or while the site is reloaded: p99 at a constant rate, beside the
// same rate in quiet, in the same round.
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { rawRequest } from './http.mjs'
import { loadClear } from './load.mjs'
import { measureFirstAnswer } from './memory.mjs'
import { cpuOf, residentBytes } from './processes.mjs'
import { ours, start, stop } from './servers.mjs'
import { kDiscovery } from './site.mjs'

const kRate = 1000
const kItems = 10_000
const kLargeBytes = 16 * 1024 * 1024
const kJob = { request: { path: kDiscovery }, expect: 200 }

/** A site of many publications of 25 words each and a large document: the command of the server that has both. */
function largeSite(bench) {
  const { site, ports } = bench
  const content = JSON.parse(readFileSync(site.at('site/site.json'), 'utf8'))
  const words = 'recorder station hydrophone calibration sea noise buoy tide spectrum interval'.split(' ')
  content.publications = Array.from({ length: bench.options.quick ? 500 : kItems }, (_, i) => ({
    slug: `paper-${i}`, title: `Paper ${i}`, date: '2030-01-01', authors: ['Robin Example'], summary: Array.from({ length: 25 }, (_, j) => words[(i * 7 + j * 3) % 10]).join(' '),
  }))
  writeFileSync(site.at('site/large.json'), JSON.stringify(content))
  writeFileSync(site.at('large.bin'), Buffer.alloc(kLargeBytes))
  const config = site.configure('others', ports.ours.scale, { mcp: true, content: 'large.json', urls: [`"http://127.0.0.1:${ports.ours.scale}"`], more:
    `[[documents]]\npath = "/api/agent/large.bin"\nsource = "${site.at('large.bin')}"\ntitle = "Large"\ndescription = "Sixteen megabytes, the most that a document may have."\n` })
  return [bench.binary, 'serve', '--config', config]
}

/** Reloads without a pause until `end` resolves; returns how many reloads were asked for. */
async function reloadUntil(pid, end) {
  let isOver = false
  end.finally(() => { isOver = true })
  for (let count = 0; ; ++count) {
    if (isOver) return count
    process.kill(pid, 'SIGHUP')
    await pause(50)
  }
}

/** Returns once the process has used no CPU time for a while. */
async function awaitQuiet(pid) {
  for (let before = cpuOf(pid), i = 0; i < 100; ++i) {
    await pause(300)
    const after = cpuOf(pid)
    if (after - before < 10e6) return
    before = after
  }
}

const p99Of = (sample) => (sample.reason ? sample : { p99_us: sample.latency.find(([fraction]) => fraction === 0.99)[1] })

/** `samples`: { quiet, pipelining, stalled, reload }, each [{ p99_us } or { reason }], one a round; memory before and after reloads; how long its starts took. */
export async function measureOthers(bench) {
  const command = largeSite(bench)
  const port = bench.ports.ours.scale
  const started = await measureFirstAnswer(bench, command, port, kDiscovery)
  if (!await start(bench, 'others', command, port, { cores: bench.cores.server })) return { reason: bench.missing.others }
  try {
    const server = bench.servers.others
    const seconds = bench.options.quick ? 1 : 3
    const pipelined = bench.site.at('pipelined.request')
    const large = bench.site.at('large.request')
    writeFileSync(pipelined, rawRequest({ path: kDiscovery }, server.port))
    writeFileSync(large, rawRequest({ path: '/api/agent/large.bin', headers: { Authorization: `Bearer ${bench.token}` } }, server.port))
    const load = async (crowd) => p99Of(await loadClear(bench, kJob, server, { rate: kRate, seconds, connections: 16, crowd }))
    const kinds = {
      quiet: () => load(),
      pipelining: () => load({ file: pipelined, connections: 250, depth: 32 }),
      stalled: () => load({ file: large, connections: 400, depth: 0 }),
      reload: async () => {
        const loading = load()
        await reloadUntil(server.pid, loading)
        await awaitQuiet(server.pid)
        return loading
      },
    }
    await awaitQuiet(server.pid)
    const results = { rate: kRate, items: kItems, start: started, resident_before: residentBytes(server.pid).all, samples: Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []])) }
    for (let round = 1; round <= (bench.options.quick ? 1 : 5); ++round) {
      console.error(`others, round ${round}`)
      for (const [kind, measure] of Object.entries(kinds)) results.samples[kind].push(await measure())
    }
    results.resident_after = residentBytes(server.pid).all
    return results
  } finally {
    await stop(bench, 'others')
  }
}
