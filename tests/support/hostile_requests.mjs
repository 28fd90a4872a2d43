// Requests as no client means them: forms, JSON, tokens, Authorization, Accept, paths and methods, near valid ones. The same for the same
// seed. A request is { method, target, fields: [[name, value]], body: Buffer }; texts have one character for each byte.
import { sign as signBytes } from 'node:crypto'
import { signingKeyOf } from './derived_keys.mjs'

const kForm = 'application/x-www-form-urlencoded'
const kJson = 'application/json'
const kNames = ['grant_type', 'client_id', 'client_secret', 'scope', 'resource', 'audience', 'client_name', 'redirect_uris', 'x']
const kBytes = 'az09 -_.~+%&=;,:"\'\\/<>{}[]\u0000\t\n\r\u007f\u0080\u00c3\u00a9\u00e2\u0082\u00ac\u00ff'
const kTypes = [kForm, kForm, kForm, kJson, kJson, 'Application/JSON', `${kForm}; charset=UTF-8`, `${kJson};charset=utf-8`, `${kJson} ; x`, `${kJson}x`, 'text/plain', 'multipart/form-data; boundary=x', '', ' ', `${kForm},${kJson}`, `${kJson}/`]
const kRanges = ['text/html', 'text/markdown', 'text/plain', 'application/json', 'application/*', 'text/*', '*/*', 'TEXT/Markdown', 'image/png', 'text/markdown;v=1', '', 'x', 'text', '/']
const kWeights = ['', ';q=0', ';q=1', ';q=0.5', ';q=0.501', ';q=1.000', '; q=0.9', ';Q=0.3', ' ;q=0.8', ';q=', ';q=2', ';q=1.5', ';q=0.1234', ';q=.5', ';q=-1', ';q="1"', ';level=1;q=0.2', ';q=0.7;x=1', ';q=0;q=1']
const kMethods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'X']

const part = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export class HostileRequests {
  /** `facts`: { client, tokens: texts, sign: (header, claims) => token, claims, header, paths, etags }. */
  constructor(random, facts) {
    Object.assign(this, { random, facts })
  }

  next() {
    const { random } = this
    const made = random.pick([() => this.#token(), () => this.#token(), () => this.#token(), () => this.#register(), () => this.#protected(), () => this.#protected(), () => this.#document(), () => this.#document()])()
    if (random.chance(0.05)) made.method = random.pick(kMethods)
    if (random.chance(0.05)) made.fields.push([random.pick(['Origin', 'Access-Control-Request-Method', 'X-HTTP-Method-Override', 'Forwarded', 'Cookie']), random.pick(['POST', 'https://app.example', 'a=b', ''])])
    return made
  }

  /** Without controls, and without blanks at the ends, as a field is sent. */
  #fieldText(text) { return text.replace(/[\x00-\x08\x0a-\x1f\x7f]/g, '').trim() }

  /** Changes up to three places. */
  #damaged(text) {
    const { random } = this
    let damaged = text
    for (let count = random.below(3); count >= 0; --count) {
      const at = random.below(damaged.length + 1)
      const size = random.pick([0, 0, 1, 1, 2, 9])
      const put = random.chance(0.6) ? random.text(kBytes, 0, 2) : damaged.slice(0, random.below(8))
      damaged = damaged.slice(0, at) + put + damaged.slice(at + size)
    }
    return damaged
  }
  #sometimesDamaged(text, share = 0.3) { return this.random.chance(share) ? this.#damaged(text) : text }

  // ---- Bodies

  #value(name) {
    const { random, facts: { client } } = this
    const scope = random.pick(['read:extended', 'read:papers', 'read:extended read:papers', 'read:extended  read:papers', ''])
    const usual = { grant_type: 'client_credentials', client_id: client.client_id, client_secret: client.client_secret, scope, client_name: 'An agent' }[name] ?? 'x'
    if (random.chance(0.75)) return usual
    return random.pick([usual.toUpperCase(), `${usual} `, ` ${usual}`, '', 'password', random.uuid(), random.text(kBytes, 0, 30), `${usual}${usual}`, usual.slice(1), '\u00e9'.repeat(random.below(300)), `${usual}=`])
  }

  #pairs(names) {
    const { random } = this
    const chosen = names.filter(() => random.chance(0.85))
    if (random.chance(0.25)) chosen.push(random.pick(kNames))
    if (random.chance(0.1)) chosen.reverse()
    return chosen.map((name) => [name, this.#value(name)])
  }

  #escaped(text) {
    const { random } = this
    const share = random.pick([0, 0, 0.1, 1])
    return Array.from(text, (letter) => {
      if (/[A-Za-z0-9_.~-]/.test(letter) && !random.chance(share)) return letter
      if (letter === ' ' && random.chance(0.5)) return '+'
      const digits = letter.charCodeAt(0).toString(16).padStart(2, '0')
      return `%${random.chance(0.5) ? digits.toUpperCase() : digits}`
    }).join('')
  }

  #form(names) {
    const { random } = this
    const text = this.#pairs(names).map(([name, value]) => `${this.#escaped(name)}${random.chance(0.97) ? '=' : ''}${this.#escaped(value)}`).join(random.chance(0.95) ? '&' : '&&')
    return this.#sometimesDamaged(text, 0.2)
  }

  #jsonText(text) {
    const { random } = this
    const utf8 = Buffer.from(JSON.stringify(text)).toString('latin1')
    return random.chance(0.1) ? utf8.replace(/[a-z]/, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`) : utf8
  }

  #jsonValue(value) {
    const { random } = this
    if (random.chance(0.9)) return this.#jsonText(value)
    const depth = random.below(10)
    return random.pick(['null', 'true', '1', '-0', '1.5', '1e2', '1e400', '01', '[]', '{}', '["x"]', '""', '"\\ud800"', '"\\ud83d\\ude42"', '"\\u0000"', '"\\x"', "'x'", 'NaN', `${'['.repeat(depth)}${']'.repeat(depth)}`, `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`, '{"a":1,"a":1}', '{"a":{"b":1,"\\u0062":2}}'])
  }

  #json(names) {
    const { random } = this
    const space = () => random.pick(['', '', '', ' ', '\n', '\t', '\r\n'])
    const members = this.#pairs(names).map(([name, value]) => `${space()}${this.#jsonText(name)}${space()}:${space()}${this.#jsonValue(value)}${space()}`)
    const text = `${random.chance(0.02) ? '\u00ef\u00bb\u00bf' : space()}{${members.join(',')}}${random.pick([...Array(20).fill(''), ' ', 'x', ',', '\u0000', '{}'])}`
    return this.#sometimesDamaged(text, 0.15)
  }

  /** Field of the type, and the body; the two mostly fit. */
  #content(names) {
    const { random } = this
    const isForm = random.chance(0.55)
    const type = random.chance(0.85) ? (isForm ? kForm : kJson) : random.pick(kTypes)
    const body = Buffer.from(random.chance(0.03) ? '' : isForm ? this.#form(names) : this.#json(names), 'latin1')
    const fields = random.chance(0.95) ? [['Content-Type', type]] : []
    if (random.chance(0.03)) fields.push(['Content-Type', type])
    if (random.chance(0.02)) fields.push(['Content-Encoding', random.pick(['gzip', 'identity', ''])])
    return { fields, body }
  }

  #token() {
    const { fields, body } = this.#content(['grant_type', 'client_id', 'client_secret', 'scope'])
    if (this.random.chance(0.4)) fields.push(['Authorization', this.#authorization()])
    return { method: 'POST', target: `/oauth/token${this.#query()}`, fields, body }
  }

  #register() {
    const { random } = this
    const { fields, body } = this.#content(random.chance(0.5) ? ['client_name'] : ['client_name', 'redirect_uris', 'grant_type'])
    return { method: 'POST', target: '/oauth/register', fields, body }
  }

  // ---- Credentials

  #authorization() {
    const { random, facts: { client } } = this
    const id = random.chance(0.8) ? client.client_id : this.#value('client_id')
    const secret = random.chance(0.8) ? client.client_secret : this.#value('client_secret')
    const basic = Buffer.from(this.#sometimesDamaged(random.chance(0.5) ? `${id}:${secret}` : `${this.#escaped(id)}:${this.#escaped(secret)}`, 0.2), 'latin1').toString('base64')
    const coded = random.chance(0.1) ? basic.replace(/=+$/, '') : this.#sometimesDamaged(basic, 0.1)
    const scheme = random.chance(0.7) ? 'Basic' : random.pick(['basic', 'BASIC', 'Bearer', 'Basic:', 'Digest', ''])
    return this.#fieldText(`${scheme}${random.pick([' ', ' ', ' ', '  ', '\t', ''])}${random.chance(0.9) ? coded : ''}`)
  }

  #claims() {
    const { random, facts: { claims } } = this
    const { iat } = claims
    const times = [iat - 901, iat - 1, iat, iat + 1, iat + 61, iat + 900, iat + 901, -1, 1.5, 2 ** 53, '1', null]
    const others = [undefined, null, true, 0, '', 'x', [], ['x'], {}, claims.iss, claims.sub, claims.aud, [claims.aud[0], 1], 'read:papers', 'read:extended read:papers', random.uuid(), random.text(kBytes, 0, 20)]
    const changed = random.chance(0.3) ? {} : { [random.pick([...Object.keys(claims), 'nbf', 'cnf'])]: random.pick(random.chance(0.5) ? times : others) }
    return { ...claims, ...changed }
  }

  #tokenText() {
    const { random, facts: { tokens, sign, header } } = this
    if (random.chance(0.3)) return this.#sometimesDamaged(random.pick(tokens), 0.5)
    if (random.chance(0.1)) return random.text('abcAB012-_.=+/~', 0, 60)
    const changed = random.chance(0.7) ? header : { ...header, [random.pick(['alg', 'typ', 'kid', 'crit', 'jwk'])]: random.pick([undefined, null, 1, '', 'none', 'HS256', 'ES256', 'at+jwt', 'AT+JWT', 'application/at+jwt', 'JWT', header.kid, [], {}]) }
    const texts = [JSON.stringify(changed), JSON.stringify(this.#claims())].map((text) => this.#sometimesDamaged(text, 0.05))
    const signed = sign(...texts)
    return random.chance(0.9) ? signed : [part(texts[0]), part(texts[1]), random.text('ABCabc012-_', 0, 90)].join('.')
  }

  #bearer() {
    const { random } = this
    if (random.chance(0.8)) return this.#fieldText(`Bearer ${this.#tokenText()}`)
    const scheme = random.pick(['Bearer', 'bearer', 'BEARER', 'Bearer:', 'Basic', 'DPoP', ''])
    return this.#fieldText(`${scheme}${random.pick([' ', '  ', '\t', ''])}${this.#tokenText()}${random.pick(['', ' x', ',', '=', '=='])}`)
  }

  #protected() {
    const { random } = this
    const target = random.pick(['/api/agent/full-profile', '/api/agent/full-profile', '/api/agent/one.txt', '/api/agent/%6Fne.txt', '/api/agent/full%2Dprofile', '/API/agent/one.txt'])
    const fields = random.chance(0.97) ? [['Authorization', this.#bearer()]] : []
    if (random.chance(0.3)) fields.push(this.#accept())
    if (random.chance(0.2)) fields.push(this.#condition(target))
    return { method: random.chance(0.9) ? 'GET' : random.pick(kMethods), target: `${target}${this.#query()}`, fields, body: Buffer.alloc(0) }
  }

  // ---- Documents

  #query() { return this.random.chance(0.9) ? '' : `?${this.random.text('abc=&%20/?:@!$\'()*+,;-._~', 0, 20)}` }

  #accept() {
    const { random } = this
    const ranges = Array.from({ length: 1 + random.below(4) }, () => `${random.pick(kRanges)}${random.pick(kWeights)}`)
    return ['Accept', this.#fieldText(this.#sometimesDamaged(ranges.join(random.pick([',', ', ', ' , ', ',,'])), 0.1))]
  }

  #condition(target) {
    const { random, facts: { etags } } = this
    const etag = etags[target] ?? '"x"'
    return ['If-None-Match', this.#fieldText(random.pick([etag, etag, `W/${etag}`, `w/${etag}`, `"a", ${etag}`, `"a",W/"b" , ${etag}`, '*', ' * ', '"*"', etag.slice(1), `${etag}x`, `x${etag}`, '', `"a" ${etag}`, this.#damaged(etag)]))]
  }

  /** A path that a URL parser leaves as it is: hosts normalize the others before the worker sees them. */
  #path() {
    const { random, facts: { paths } } = this
    const known = random.pick(paths)
    const spelled = random.pick([
      () => known, () => known, () => known, () => `${known}/`, () => known.slice(0, -1), () => known.replace(/[a-z]/g, (letter) => (random.chance(0.2) ? this.#escaped(letter) : letter)),
      () => known.replace(/[a-z.]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`), () => known.toUpperCase(), () => `${known}${random.text('abc/%25%2F;,=', 0, 6)}`, () => `/${random.text('abc/.-_~%41', 0, 12)}`,
      () => `/.well-known/oauth-protected-resource${random.pick(['', '/', '/api/agent/one.txt', '/api/agent/%6fne.txt', '/api/agent/full-profile', known])}`,
    ])()
    const path = spelled.startsWith('/') ? spelled : `/${spelled}`
    return new URL(`http://x${path}`).pathname === path ? path : known
  }

  #document() {
    const { random } = this
    const path = this.#path()
    const fields = random.chance(0.6) ? [this.#accept()] : []
    if (random.chance(0.3)) fields.push(this.#condition(path))
    return { method: random.chance(0.8) ? 'GET' : random.pick(kMethods), target: `${path}${this.#query()}`, fields, body: Buffer.alloc(0) }
  }
}

/** The requests of a generator for a pair (worker_pair.mjs), with a client and tokens of its own; `sign` uses the key of the service. */
export async function hostileRequests({ server, worker, secret }, random) {
  const paths = Object.keys(worker.data.sites[0].documents)
  const client = await (await fetch(`${server.baseUrl}/oauth/register`, { method: 'POST' })).json()
  const issue = async (scope) => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: client.client_secret, scope })
    return (await (await fetch(`${server.baseUrl}/oauth/token`, { method: 'POST', body })).json()).access_token
  }
  const etags = {}
  for (const path of paths) etags[path] = (await fetch(`${server.baseUrl}${path}`, { redirect: 'manual', method: 'HEAD', headers: { 'Accept-Encoding': 'identity' } })).headers.get('etag')
  const iat = Math.floor(Date.now() / 1000)
  const { kid, privateKey } = signingKeyOf(secret, Math.floor(iat / worker.data.rotation), worker.data.generation)
  const claims = { iss: server.baseUrl, sub: client.client_id, client_id: client.client_id, aud: [server.baseUrl, `${server.baseUrl}/api/agent/full-profile`], scope: 'read:extended read:papers', iat, exp: iat + 900, jti: random.uuid() }
  const facts = {
    client, paths, etags, claims, header: { alg: 'ES256', typ: 'at+jwt', kid }, tokens: [await issue('read:extended'), await issue('read:papers'), await issue('read:extended read:papers')],
    sign: (header, payload) => signedToken(privateKey, header, payload),
  }
  return new HostileRequests(random, facts)
}

const kOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** With a low s, as the service signs; `header` and `payload` are texts of JSON. */
export function signedToken(privateKey, header, payload) {
  const input = `${part(header)}.${part(payload)}`
  const signature = signBytes('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  const s = BigInt(`0x${signature.subarray(32).toString('hex')}`)
  signature.write((s > kOrder / 2n ? kOrder - s : s).toString(16).padStart(64, '0'), 32, 'hex')
  return `${input}.${signature.toString('base64url')}`
}
