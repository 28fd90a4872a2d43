// Runs the tests of conformance/ against an exported worker, with the exceptions of exceptions.mjs. WORKER_RUNTIME=workerd selects the runtime of
// Cloudflare Workers instead of Node, WORKER_RUNTIME=module the one module in a server of node:http. Arguments: test files.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { conformanceOf } from '../support/conformance_of.mjs'
import { kExceptions } from './exceptions.mjs'

const kLeastShare = 0.9 // of the tests of what a worker could do
const runtime = process.env.WORKER_RUNTIME ?? 'node'

/** Of the one module, whose requests a server that is not ours has read. */
const kOfModule = ['forged_tokens', 'mcp_results', 'mcp_revisions', 'profile', 'registration', 'resource_metadata', 'scopes', 'token', 'token_order'].map((name) => `conformance/${name}.test.mjs`)
/** Those that compare a worker with the service need no other one, and a worker watches no folder and loads no files. */
const files = process.argv.length > 2 ? process.argv.slice(2) : runtime === 'module' ? kOfModule
  : readdirSync(fileURLToPath(new URL('../conformance', import.meta.url))).filter((name) => /^(?!worker|dev_site|warnings).*\.test\.mjs$/.test(name)).map((name) => `conformance/${name}`)

const { passed, failed, cancelled, countBy, unexpected, needless } = await conformanceOf({
  form: `worker on ${runtime}`, slug: `worker-conformance-${runtime}`, program: 'support/worker_program.mjs', files,
  exceptions: kExceptions.filter(({ on = runtime }) => on === runtime),
})
const elsewhere = countBy('host') + countBy('program')
const share = passed / (passed + failed + cancelled - elsewhere)
console.log(`worker on ${runtime}: ${passed} tests of conformance hold, ${(100 * share).toFixed(1)} % of those of what a worker could do; ` +
  `${countBy('host')} fail for what the host does, ${countBy('program')} for what the process does, ${countBy('nothing')} for what a worker does not do, ${unexpected} for no reason in the list`)
process.exitCode = unexpected + needless === 0 && share >= kLeastShare ? 0 : 1
