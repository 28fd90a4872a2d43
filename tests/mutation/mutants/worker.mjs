// The worker: who a client is, what it may ask for, how long a token lives, which secrets are taken, and what the log costs.
//
// Without a row: the number of debts that are kept; that a value of Forwarded needs its second quote, since an address has none.
import { ofScript } from '../of.mjs'

const kService = ['worker/service.test.mjs']
const kAddresses = ['worker/addresses.test.mjs']

const addresses = [
  ['an octet above 255 is one', 'Number(octet) < 256', 'Number(octet) < 1000'],
  ['an octet may begin with zeros', 'String(Number(octet)) === octet && ', ''],
  ['an IPv6 address may have two gaps', 'more.length > 0 || ', ''],
  ['an IPv6 address may have fewer groups', 'missing !== 0', 'false'],
  ['a gap may stand for no group', 'missing < 1', 'missing < 0'],
  ['a group may have five digits', '{1,4}$/i', '{1,5}$/i'],
  ['brackets are not removed', 'kInBrackets.exec(text) ?? ', ''],
  ['a port is not removed', ' ?? kWithPort.exec(text)', ''],
  ['brackets may hold an IPv4 address', '\\\\[([^\\\\]]*:[^\\\\]]*)\\\\]', '\\\\[([^\\\\]]*)\\\\]'],
  ['a mapped address is one of IPv6', 'kMapped.every((group, at) => address[at] === group)', 'false'],
  ['a prefix has the bits of the next', '16 * (at + 1) - bits', '16 * at - bits'],
  ['each address that is none is a client', "name: 'unknown'", 'name: String(Math.random())'],
  ['the network in the log has one bit more', 'prefixOf(address, 120)', 'prefixOf(address, 128)'],
  ['of IPv6 the log has the /64', 'addressText(prefixOf(address, 48))', 'addressText(prefixOf(address, 64))'],
]

const forwarded = [
  ['a field of every peer is believed', 'this.#field && this.contains(client) ?', 'this.#field ?'],
  ['the left-most address counts', '      if (!this.contains(client)) break\n', ''],
  ['reading goes on behind what is no address', 'if (hop === null || ++hops > protocol.most_hops) break', 'if (hop === null) continue\n      if (++hops > protocol.most_hops) break'],
  ['a quoted comma parts entries', 'this.#isForwarded)) {', 'false)) {'],
  ['an escaped quote is one', ' && !isEscaped(list, at - 1)', ''],
  ['a repeated parameter counts', 'values.length === 1 && ', ''],
  ['a network may have more bits than an address', 'if (base === null || bits > 128)', 'if (base === null)'],
  ['bits of an IPv4 network count as those of IPv6', "address?.includes(':') ? 0 : 96", '0'],
  ['the zone of a peer is part of its address', "parseAddress(peer.split('%')[0])", 'parseAddress(peer)'],
]

const limits = [
  ['the surcharge is missing', 'budget.interval * Math.min(protocol.failure_surcharge, budget.burst)', '0'],
  ['an allowed request is not charged', 'if (refused < 0) decisions.forEach', 'if (false) decisions.forEach'],
  ['a refused request is charged to the other budgets', 'if (refused < 0) decisions.forEach', 'if (true) decisions.forEach'],
  ['the ceiling is missing', 'ceiling > 0 ?', 'false ?'],
  ['a step back takes time back', 'Math.max(now - (this.#last ?? now), 0)', 'now - (this.#last ?? now)'],
  ['unused time adds up', 'Math.max(arrival - now, 0)', 'arrival - now'],
  ['one more than the burst is allowed', 'wanted <= capacity', 'wanted <= capacity + interval'],
  ['the wait is that of the whole debt', 'isAllowed ? 0 : wanted - capacity', 'isAllowed ? 0 : wanted'],
]

const protocol = [
  ['a /56 counts as a /64', '[56, 4]', '[56, 1]'],
  ['a /48 has no budget of its own', ', [48, 16]', ''],
]

const oauth = [
  ['a remembered token outlives its time when the clock goes back', ' || grant.expiresAt > now + kTokenSeconds + kSkewSeconds', ''],
  ['a remembered token does not end', "now >= grant.expiresAt ? { fault: 'expired' } : grant", 'grant'],
  ['a token lives one second longer', "if (now >= claims.exp) return", 'if (now > claims.exp) return'],
  ['a token of the future is accepted', 'claims.iat > now + kSkewSeconds || ', ''],
]

const secrets = [
  ['a secret of blanks is taken', "if (text.trim() === '')", "if (text === '')"],
  ['a byte order mark is part of it', "if (text.startsWith('\\ufeff')) return", "if (false) return"],
  ['a carriage return is part of it', "if (text.endsWith('\\r')) return", 'if (false) return'],
  ['a line break is part of it', 'if (/[\\x00-\\x1f\\x7f]/.test(text)) return', 'if (false) return'],
  ['blanks around it are part of it', 'if (text.trim() !== text) return', 'if (false) return'],
  ['quotes are part of it', 'if (/^(["\'`]).*\\1$/.test(text)) return', 'if (false) return'],
  ['the name of a variable is part of it', 'if (/^[A-Z_]+=./.test(text)) return', 'if (false) return'],
  ['a short one is taken', '.length < kLeastBytes', '.length < 1'],
  ['one that is not random is taken', '.size < kLeastDifferent', '.size < 1'],
  ['a previous one must be random', '!isPrevious && ', ''],
  ['previous ones are not looked at', 'for (const [at, [name, text]] of given.entries())', 'for (const [at, [name, text]] of given.slice(0, 1).entries())'],
]

const log = [
  ['one that throws fails a request', '} catch {\n      this.#lost += lines', '} catch (error) {\n      setImmediate(() => { throw error })\n      this.#lost += lines'],
  ['lost lines are not counted', 'this.#lost += lines', ''],
  ['refusals have no quota', 'if (this.#used >= most)', 'if (false)'],
  ['a quota lasts for ever', 'if (second !== this.#second)', 'if (this.#second === undefined)'],
  ['what was left out is not told', "if (this.#leftOut > 0) this.add", 'if (false) this.add'],
  ['what is no refusal has a quota', 'status >= 400 && ', ''],
  ['requests are logged where they must not be', '!this.#settings.logsRequests || ', ''],
  ['a duration may be negative', 'Math.max(Math.round(duration * 1000), 0)', 'Math.round(duration * 1000)'],
]

const service = [
  ['user information in the address is accepted', "if (username || password) return this.#refuse(call, 'malformed_host')", ''],
  ['a password alone is accepted', 'if (username || password)', 'if (username)'],
  ['every host is ours', "return call.site === undefined ? this.#refuse(call, 'foreign_host')", "call.site ??= this.data.sites[0]\n      return call.site === undefined ? this.#refuse(call, 'foreign_host')"],
  ['limits follow the clock of the day', 'this.#limiter.charge(call.client, this.monotonic())', 'this.#limiter.charge(call.client, this.clock())'],
  ['the surcharge is not asked for', '!verdict.refusedBy && call.outcome.fault?.isFailedAttempt', 'false'],
  ['a body that breaks off is a fault', "return this.#refuse(call, 'body_timeout')", "throw new Error('aborted')"],
]

const http = [
  ['a body that is too large is waited for', 'if (size > most) return null', ''],
  ['a stated length is not looked at', "Number(request.headers.get('content-length') ?? 0) > most", 'false'],
  ['the rest of a refused body is not read', 'if (bytes === null) void discard(parts)', ''],
  ['the rest of a refused body has no limit', 'size < kMostDiscarded', 'true'],
]

const issuers = [
  ['a failure of the platform is kept', '      made.catch(() => this.#made.delete(name))\n', '      made.catch(() => {})\n'],
]

const json = [
  ['the last of equal names counts', "if (members.has(name)) this.refuse('duplicate_name')", ''],
  ['text behind a value is ignored', "if (this.peek() !== '') this.refuse('not_json')", ''],
  ['half of a surrogate pair is a text', "if (/\\p{Surrogate}/u.test(value)) this.refuse('not_json')", ''],
]

const worker = [
  ['clients choose their address', "addressOf = () => ''", "addressOf = ({ headers }) => headers.get('cf-connecting-ip') ?? headers.get('x-real-ip')"],
]

export default [
  ...ofScript('web/worker/addresses.js', [...kAddresses, ...kService], addresses),
  ...ofScript('web/worker/forwarded.js', kAddresses, forwarded),
  ...ofScript('web/worker/limits.js', kService, limits),
  ...ofScript('web/worker/limits.js', kAddresses, [['the limiter of the platform is asked by another name', 'networksOf(client, kLevels)[0].name', 'String(client)']]),
  ...ofScript('web/worker/protocol.js', kService, protocol),
  ...ofScript('web/worker/oauth.js', kService, oauth),
  ...ofScript('web/worker/secrets.js', kService, secrets),
  ...ofScript('web/worker/log.js', kService, log),
  ...ofScript('web/worker/service.js', kService, service),
  ...ofScript('web/worker/http.js', kService, http),
  ...ofScript('web/worker/json.js', ['conformance/worker_differential.test.mjs'], json),
  ...ofScript('web/worker/issuers.js', kService, issuers),
  ...ofScript('web/worker/worker.js', kService, worker),
]
