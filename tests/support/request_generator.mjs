// Generates requests that are valid by an OpenAPI description, and many kinds of other requests. All are random,
// the same for the same seed. A request is { method, target, version, host, fields, body }, its fields being lines.
import { basic } from './steps.mjs'
import { valueOf } from './random_values.mjs'

const kMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'get', 'X'] // HEAD and OPTIONS are added separately
const kCodings = ['gzip', 'br', 'gzip, br', 'identity', 'br;q=0, gzip;q=0.5', '*', '*;q=0', 'identity;q=0', 'deflate', 'gzip;q=2', ',,']
const kTypes = ['*/*', 'application/json', 'text/html', 'text/markdown', 'text/*;q=0.5', 'image/png', 'application/json;q=0', 'nonsense']
const kForm = 'application/x-www-form-urlencoded'
const kMostBody = 16 * 1024

const formOf = (object) => Object.entries(object)
  .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`).join('&')
const without = (fields, name) => fields.filter((line) => !line.toLowerCase().startsWith(`${name}:`))
const withField = (request, line) => ({ ...request, fields: [...without(request.fields, line.split(':')[0].toLowerCase()), line] })

export class RequestGenerator {
  /**
   * `facts`: { host, foreignHost, client, tokens, etags }: a registered client, tokens of every kind and, by path, the
   * current ETags of documents.
   */
  constructor(description, random, facts) {
    this.description = description
    this.random = random
    this.facts = facts
    this.mutations = Object.entries(mutations)
  }

  /** A request that is valid by the description. */
  valid({ path, method, operation }) {
    const { random, facts } = this
    let request = { method: method.toUpperCase(), target: path, version: '1.1', host: facts.host, fields: [], body: '' }
    if (operation.requestBody) request = this.#withBody(request, operation, path)
    if (operation.security.some((one) => one.oauth2)) request = withField(request, `Authorization: Bearer ${facts.tokens.good}`)
    const names = (operation.parameters ?? []).map((parameter) => this.description.resolve(parameter).name)
    for (const name of new Set([...names, ...(operation.responses[304] ? ['If-None-Match'] : [])])) {
      if (random.chance(0.4)) request = withField(request, `${name}: ${random.pick([facts.etags[path], '"other"', `W/${facts.etags[path]}`, '*'])}`)
    }
    if (random.chance(0.5)) request = withField(request, `Accept-Encoding: ${random.pick(kCodings)}`)
    if (random.chance(0.3)) request = withField(request, `Accept: ${random.pick(kTypes)}`)
    if (random.chance(0.2)) request = withField(request, 'Origin: https://app.example')
    return request
  }

  #withBody(request, operation, path) {
    const { random, facts } = this
    if (!operation.requestBody.required && random.chance(0.2)) return request
    const type = random.pick(Object.keys(operation.requestBody.content))
    const { schema } = operation.requestBody.content[type]
    const choices = schema.anyOf ?? [schema]
    const isBasic = choices.length > 1 && random.chance(0.4)
    const value = valueOf(choices[isBasic ? 1 : 0], random, (one) => this.description.resolve(one))
    if (isBasic && value.client_id) value.client_id = facts.client.client_id
    if (!isBasic && path === '/oauth/token' && random.chance(0.5)) Object.assign(value, { client_id: facts.client.client_id, client_secret: facts.client.client_secret })
    const made = withField(request, `Content-Type: ${type}${random.chance(0.2) ? '; charset=utf-8' : ''}`)
    if (isBasic) made.fields.push(`Authorization: ${basic(facts.client.client_id, random.chance(0.5) ? facts.client.client_secret : random.hex(43))}`)
    // Each character is one byte.
    return { ...made, value, body: Buffer.from(type === kForm ? formOf(value) : JSON.stringify(value)).toString('latin1') }
  }

  /** The `number`th kind of other request, or a random one. */
  invalid(operation, number) {
    const [name, change] = this.mutations[number % this.mutations.length]
    return { name, request: change(this.valid(operation), this.random, this.facts) }
  }
}

const mutations = {
  'another method': (request, random) => ({ ...request, method: random.pick(kMethods.filter((method) => method !== request.method)) }),
  HEAD: (request) => ({ ...request, method: 'HEAD' }),
  OPTIONS: (request) => ({ ...request, method: 'OPTIONS', fields: [...request.fields, 'Origin: https://app.example', 'Access-Control-Request-Method: POST'] }),
  'an unknown path': (request) => ({ ...request, target: `${request.target}/nothing` }),
  'a path below': (request, random) => ({ ...request, target: `${request.target}/${random.text('abc/.%~', 1, 9).replaceAll('%', '%25')}` }),
  'a path with escapes': (request, random) => ({ ...request, target: request.target.replace(/[a-z]/, random.pick(['%61', '%zz', '%00', '%2e%2e', '//'])) }),
  'a query': (request, random) => ({ ...request, target: `${request.target}?${random.text('ab=&%20', 0, 30).replaceAll('%', '%25')}` }),
  'an absolute target': (request, random, { host, foreignHost }) => ({ ...request, target: `http://${random.pick([host, foreignHost])}${request.target}` }),
  'another form of target': (request, random) => ({ ...request, target: random.pick(['*', 'example.com:80', 'relative', '/\\', '/#fragment', '/a b']) }),
  'a foreign host': (request, random, { foreignHost }) => ({ ...request, host: foreignHost }),
  'no host': (request) => ({ ...request, host: null }),
  'two hosts': (request, random, { host }) => ({ ...request, fields: [...request.fields, `Host: ${host}`] }),
  'a malformed host': (request, random) => ({ ...request, host: random.pick(['', 'a b', 'a@b', '[::1', 'a:99999', '/']) }),
  'a long target': (request, random) => ({ ...request, target: `${request.target}?${random.hex(9000)}` }),
  'a large field': (request, random) => withField(request, `X-Large: ${random.hex(17_000)}`),
  'many fields': (request) => ({ ...request, fields: [...request.fields, ...Array.from({ length: 120 }, (_, index) => `X-${index}: 1`)] }),
  'a malformed field': (request, random) => ({ ...request, fields: [...request.fields, random.pick(['Bad Name: x', 'NoColon', ': x', ' folded: x', 'X: a\x00b', 'X: a\x01b', 'X : a', 'Ü: x'])] }),
  'any field': (request, random) => withField(request, `${random.text('abcXYZ-', 1, 12)}: ${random.text('abc ,;="/\\<>{}', 0, 60).trim()}`),
  'another minor version': (request, random) => ({ ...request, version: random.pick(['1.0', '1.2', '1.9']) }),
  'another major version': (request, random) => ({ ...request, version: random.pick(['2.0', '3.0']) }),
  'a malformed version': (request, random) => ({ ...request, version: random.pick(['0.9', '1', 'x', '1.1 ', '']) }),
  'another entity tag': (request) => withField(request, 'If-Match: "x"'),
  'another transfer coding': (request, random) => ({ ...withField(request, `Transfer-Encoding: ${random.pick(['gzip', 'identity', 'x', 'gzip, chunked'])}`), body: '' }),
  'an ambiguous transfer coding': (request, random) => ({ ...withField(request, `Transfer-Encoding: ${random.pick(['chunked, gzip', 'chunked, chunked', '"chunked"'])}`), body: '' }),
  'a chunked body': (request) => ({
    ...withField(request, 'Transfer-Encoding: chunked'),
    body: request.body === '' ? '0\r\n\r\n' : `${request.body.length.toString(16)}\r\n${request.body}\r\n0\r\n\r\n`,
  }),
  'a malformed chunk': (request, random) => ({
    ...withField(request, 'Transfer-Encoding: chunked'),
    body: random.pick(['x\r\n', '1;a=\r\nx\r\n0\r\n\r\n', '2\r\nabc\r\n0\r\n\r\n', '0\r\nX: y\r\n\r\n', '-1\r\n', ' 1\r\nx\r\n0\r\n\r\n']),
  }),
  'a length that is too large': (request, random) => ({ ...withField(request, `Content-Length: ${random.pick([kMostBody * 2, 1e9, '99999999999999999999'])}`), body: '' }),
  'a malformed length': (request, random) => ({ ...withField(request, `Content-Length: ${random.pick(['x', '-1', '+1', '1,1', '0x1', '1 1', ''])}`), body: '' }),
  'two lengths': (request) => ({ ...request, fields: [...request.fields, 'Content-Length: 1', 'Content-Length: 2'], body: '' }),
  'a length and a transfer coding': (request) => ({ ...request, fields: [...request.fields, 'Content-Length: 1', 'Transfer-Encoding: chunked'], body: '' }),
  'the expectation': (request) => withField(request, 'Expect: 100-continue'),
  'an unknown expectation': (request, random) => withField(request, `Expect: ${random.pick(['magic', '100-continue, magic', '200-ok'])}`),
  'a body that is too large': (request, random) => ({ ...request, body: random.hex(kMostBody + 1) }),
  'a body of any bytes': (request, random) => ({ ...request, body: random.text('{}[]":,\\\x00\x80\xff=&%ab01', 1, 60) }),
  'a body cut short': (request, random) => ({ ...request, body: request.body.slice(0, random.below(request.body.length + 1)) }),
  'another JSON body': (request, random) => ({
    ...withField(request, 'Content-Type: application/json'),
    body: random.pick(['', 'null', '[]', '""', '1', '{"a":1,"a":2}', '{"client_name":""}', '{"client_name":1}', '{"client_name":"\\u0000"}',
      '{"grant_type":"password"}', '{"grant_type":1}', '{"grant_type":"client_credentials"}', '{"grant_type":"client_credentials","client_id":"a"}',
      '{"grant_type":"client_credentials","client_id":"a","client_secret":"b"}', '{"a":'.repeat(20), '[[[[[[[[[[', '{"x":1e999}', '{"\\ud800":1}']),
  }),
  'another form body': (request, random) => ({
    ...withField(request, `Content-Type: ${kForm}`),
    body: random.pick(['', '=', '&&', 'a=%zz', 'a=%80', 'grant_type=a&grant_type=b', 'grant_type=client_credentials', 'grant_type=password',
      'grant_type=client_credentials&client_id=x', 'grant_type=client_credentials&client_id=x&client_secret=y', 'client_id=x']),
  }),
  'another media type': (request, random) => withField(request, `Content-Type: ${random.pick(['text/plain', 'multipart/form-data; boundary=x', 'application/xml', 'json', '', 'application/json, text/plain'])}`),
  'a body without a media type': (request) => ({ ...request, fields: without(request.fields, 'content-type') }),
  'a content coding': (request, random) => withField(request, `Content-Encoding: ${random.pick(['gzip', 'identity', 'br', ''])}`),
  'other credentials': (request, random, { tokens }) => withField(request, `Authorization: ${random.pick([
    ...Object.values(tokens).map((token) => `Bearer ${token}`), 'Bearer', 'Bearer ', 'Bearer x', 'bearer a.b.c', `Bearer ${random.hex(5000)}`, 'Basic !',
    'Basic', `Basic ${random.hex(40)}`, basic(random.uuid(), random.hex(43)), 'Digest x', '', random.hex(9)])}`),
  'an expired token': (request, random, { tokens }) => withField(request, `Authorization: Bearer ${tokens.expired}`),
  'a token of another audience': (request, random, { tokens }) => withField(request, `Authorization: Bearer ${tokens.elsewhere}`),
  'a token without the scope': (request, random, { tokens }) => withField(request, `Authorization: Bearer ${tokens.unscoped}`),
  'no credentials': (request) => ({ ...request, fields: without(request.fields, 'authorization') }),
  'credentials twice': (request, random, { tokens }) => ({ ...request, fields: [...request.fields, `Authorization: Bearer ${tokens.good}`, 'Authorization: Bearer x'] }),
  'another condition': (request, random) => withField(request, `If-None-Match: ${random.pick(['', '*', '""', 'x', '"a", "b"', `"${random.hex(400)}"`, 'W/"x"', '"x'])}`),
  'forwarded fields': (request, random) => withField(request, random.pick(['X-Forwarded-For: 203.0.113.7', 'Forwarded: for=203.0.113.7;proto=https', 'X-Forwarded-Host: elsewhere.example', 'X-HTTP-Method-Override: DELETE'])),
}
