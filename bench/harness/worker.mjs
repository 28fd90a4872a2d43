// The service as `export --worker --host node` writes it, served by Node beside the programs that people would write for it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { runProgram } from './processes.mjs'
import { median } from './statistics.mjs'

const folderOf = (bench) => bench.site.at('worker')

/** Exports the site with its clients and keys; the command that serves it. Its log is its standard output, which `first_answer` keeps for itself. */
export async function exportWorker(bench) {
  const port = bench.ports.ours.worker
  const config = bench.site.configure('worker', port)
  const { code, err } = await runProgram([bench.binary, 'export', '--config', config, '--worker', '--host', 'node', '--overwrite', folderOf(bench)])
  if (code !== 0) throw new Error(`export --worker failed: ${err.trim()}`)
  const secret = readFileSync(bench.site.at('site/secret'), 'utf8').trim()
  return ['env', `AGENT_ACCESS_SECRET=${secret}`, 'HOST=127.0.0.1', `PORT=${port}`, 'sh', '-c', 'exec "$0" "$1" >/dev/null', process.execPath, join(folderOf(bench), 'server.mjs')]
}

const sizesOf = (file) => {
  const bytes = readFileSync(file)
  return { bytes: bytes.length, gzip_bytes: gzipSync(bytes).length }
}

/** What a host loads and how long the first import of it takes: { module, data, import_ms, samples }. */
export async function measureWorker(bench) {
  const [module, data] = ['worker.js', 'worker-data.js'].map((name) => join(folderOf(bench), 'worker', name))
  const script = `const start = performance.now(); await import(${JSON.stringify(pathToFileURL(module))}); console.log(performance.now() - start)`
  const samples = []
  for (let i = 0; i < (bench.options.quick ? 1 : 7); ++i) {
    const { code, out } = await runProgram(['taskset', '-c', bench.cores.server, process.execPath, '--input-type=module', '-e', script])
    if (code === 0) samples.push(Number(out))
  }
  const sizes = { module: sizesOf(module), data: sizesOf(data) }
  return samples.length ? { ...sizes, import_ms: median(samples), samples } : { ...sizes, reason: 'it cannot be imported' }
}
