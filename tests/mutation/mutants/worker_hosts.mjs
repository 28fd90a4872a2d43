// The files of each host of a worker: who a client is there, and what a peer may hold of the process of Node.
//
// Without a row: the size of the slices that are parsed, and of the parts that are sent, since they bound memory alone.
import { ofScript } from '../of.mjs'

const kAddresses = ['worker/addresses.test.mjs']
const kNode = ['worker/node.test.mjs']
const kConnection = ['worker/connection.test.mjs']
const kBeside = ['worker/beside.test.mjs']
const kModule = ['conformance/worker_module.test.mjs']

const kForged = "request?.headers?.get('x-forwarded-for')"

const connection = [
  ['all requests of a peer are in progress', 'if (this.#current === undefined) this.#next()', 'this.#next()'],
  ['all that a peer sends is parsed', ' || this.#waiting.length > 0) return', ') return'],
  ['a peer that does not read is kept', 'setTimeout(() => this.destroy(), this.#writeMs)', 'setTimeout(() => {}, this.#writeMs)'],
  ['a slow peer has one deadline for all', 'clearTimeout(deadline)', 'if (others.length === 0) clearTimeout(deadline)'],
  ['a closed connection leaves its requests', '    this.#socket.destroy()\n    done()', '    done()'],
  ['what a peer still sends resets the connection', '      this.#socket.resume()\n    }\n    done()', '      this.#socket.destroy()\n    }\n    done()'],
  ['what a peer still sends is read without a bound', 'if (this.#discarded > kMostDiscarded) this.#socket.pause()', ''],
  ['the end of a peer drops the response in progress', 'this.#current === undefined || this.unfinished', 'true'],
  ['a connection stays open when the process stops', 'this.#isStopping ? this.destroySoon() : this.#feed()', 'this.#feed()'],
]

const counts = [
  ['connections of an address are not counted', '>= most)) return null', '>= Infinity)) return null'],
  ['a closed connection counts on', 'return () => counted.forEach(({ name }) => this.#remove(name))', 'return () => {}'],
  ['a proxy is counted as a client', 'if (!this.#isExempt(address))', 'if (true)'],
]

const server = [
  ['it listens at all addresses', "HOST = '127.0.0.1'", 'HOST'],
  ['loopback is exempt although no proxy is named', 'Boolean(ADDRESS_FIELD) && proxies', 'proxies'],
  ['a stop has no bound', 'setTimeout(() => finish(signal), kStopMs)', ''],
  ['an exit waits for a log that nobody reads', '  process.kill(process.pid, signal)\n', '  process.exit(0)\n'],
  ['a wrong secret is not named at the start', 'if (problem) console.error(problem)', ''],
  ['an idle connection has the time of Node', 'keepAliveTimeout: limits.idleMs, ', ''],
  ['a connection is kept after a body that was refused', " || status === 413\n", '\n'],
  ['a refusal overtakes the responses before it', 'else connection.take(undefined, () => connection.close(bytes))', 'else connection.close(bytes)'],
]

const lines = [
  ['lines that nobody reads are held without a bound', 'this.#held.length + line.length > kMostHeld', 'false'],
]

const module_ = [
  ['a bad address ends the server of the site', '  try {\n    return worker.takes(pathOf(asked))\n  } catch {\n    return false\n  }', '  return worker.takes(pathOf(asked))'],
  ['the host is that of the framework', "headers.get('host') || host", 'host'],
  ['a host that is none is not looked at', 'isHost(request.host) ? worker.respond(request, env) :', 'true ? worker.respond(request, env) :'],
  ['a body that is gone counts as empty', "read === undefined ? tooLate() : await respond(", 'await respond('],
  ['clients choose their address', 'addressOf: ({ address }) => address', "addressOf: ({ address, headers }) => headers.get('x-forwarded-for') ?? address"],
]

const folder = [
  ['hidden files are served', "name.startsWith('.') && name !== '.well-known'", 'false'],
  ['a link leads out of the folder', 'isFile && file.startsWith(folder + sep)', 'isFile'],
]

export default [
  ...ofScript('web/worker/index.js', kAddresses, [['Cloudflare: a field that clients write is believed first', "headers.get('cf-connecting-ip')", "headers.get('x-forwarded-for') ?? headers.get('cf-connecting-ip')"]]),
  ...ofScript('templates/worker/vercel.js', kAddresses, [['Vercel: a field that clients write is believed first', "headers.get('x-real-ip')", "headers.get('cf-connecting-ip') ?? headers.get('x-real-ip')"]]),
  ...ofScript('templates/worker/netlify.js', kAddresses, [['Netlify: a field that clients write is believed first', 'context?.ip', `${kForged} ?? context?.ip`]]),
  ...ofScript('templates/worker/deno.js', kAddresses, [['Deno: a field that clients write is believed first', 'info?.remoteAddr?.hostname', `${kForged} ?? info?.remoteAddr?.hostname`]]),
  ...ofScript('templates/worker/connection.js', kConnection, connection),
  ...ofScript('templates/worker/connection_counts.js', kNode, counts),
  ...ofScript('templates/worker/line_writer.js', kNode, lines),
  ...ofScript('templates/worker/server.mjs', kNode, server),
  ...ofScript('templates/worker/server.mjs', kBeside, [['the site gets what is of the service', 'site && !worker.takes(', 'site && (true || ']]),
  ...ofScript('templates/worker_beside/cloudflare.js', kBeside, [['all other requests are answered, too', 'handles(request) ? answer(request', 'true ? answer(request']]),
  ...ofScript('templates/worker_beside/vercel.js', kBeside, [['all other requests are answered, too', 'handles(request) ? answer(request', 'true ? answer(request']]),
  ...ofScript('templates/worker_site/folder.js', kBeside, folder),
  ...ofScript('web/worker/module.js', kModule, module_),
]
