// Validates responses against an OpenAPI 3.1 document, and the document with two linters.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import addFormats from 'ajv-formats'
import Ajv from 'ajv/dist/2020.js'

const kDocumentId = 'openapi' // the id under which the whole document is known, so that its references resolve

/** The fields of HTTP itself, which no operation documents (OpenAPI 3.1.0 says of Content-Type that it must not). */
const kOfHttp = new Set(['date', 'content-type', 'content-length', 'connection'])

/** A header field that is required only with one of the statuses that `default` describes. */
const kRequired = { 503: 'retry-after' }

const kLintMs = 120_000
/** How long a test with a linter may take. */
export const kLintTest = { timeout: 2 * kLintMs }

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Runs the program of a package with the Node.js of the tests in the folder of the document: the JSON that it prints. */
function lint(script, args, file) {
  const options = {
    cwd: dirname(file), timeout: kLintMs, maxBuffer: 64 << 20,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' },
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [at(`../node_modules/${script}`), 'lint', file, ...args, '--format', 'json'], options, (_, stdout, stderr) =>
      resolve(JSON.parse(stdout.slice(stdout.search(/[[{]/)) || assert.fail(stderr))))
  })
}

/** What Redocly finds in the document in a file. */
export async function redoclyFaults(file) {
  const { problems } = await lint('@redocly/cli/bin/cli.js', ['--config', at('redocly.yaml')], file)
  return problems.map(({ ruleId, location: [{ pointer }], message }) => `${ruleId} ${pointer}: ${message}`)
}

/** What Spectral finds in the document in a file. */
export async function spectralFaults(file) {
  const results = await lint('@stoplight/spectral-cli/dist/index.js', ['--ruleset', at('spectral.yaml'), '--quiet'], file)
  return results.map(({ code, path, message }) => `${code} ${path.join(' ')}: ${message}`)
}

const essence = (type) => type.split(';')[0].trim()

export class Description {
  constructor(document) {
    this.document = document
    // The root is no JSON Schema, and `example` is a word of OpenAPI.
    this.ajv = new Ajv({ strict: false, allErrors: true })
    addFormats(this.ajv)
    this.ajv.addSchema(document, kDocumentId)
  }

  resolve(value) {
    if (value?.$ref === undefined) return value
    const names = value.$ref.slice(2).split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    return names.reduce((at, name) => at[name], this.document)
  }

  /** [{ path, method, operation }] */
  get operations() {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })))
  }

  operation(path, method) {
    const operation = this.document.paths[path]?.[method.toLowerCase()]
    assert.ok(operation, `${method} ${path} is not documented`)
    return operation
  }

  /** What the operation documents for one status, perhaps as `default`; undefined if it does not. */
  response(path, method, status) {
    const { responses } = this.operation(path, method)
    if (responses[status]) return this.resolve(responses[status])
    const other = this.resolve(responses.default)
    return errorsOf(other).some((error) => error.status === String(status)) ? other : undefined
  }

  /** Every status that the operation documents. */
  statuses(path, method) {
    const { default: other, ...responses } = this.operation(path, method).responses
    return [...new Set([...Object.keys(responses), ...errorsOf(this.resolve(other)).map(({ status }) => status)])]
  }

  assertValid(schema, value, what) {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${kDocumentId}#/`))
    const isValid = this.ajv.validate(absolute, value)
    assert.ok(isValid, `${what}: ${this.ajv.errorsText(this.ajv.errors)}\n${JSON.stringify(value).slice(0, 500)}`)
  }

  isOfHttp(name) { return kOfHttp.has(name.toLowerCase()) }

  /** The headers that the text of the description has once for all responses, in lower case. */
  get common() {
    const [text] = /\*\*Every response\*\*.*/.exec(this.document.info.description)
    const names = [...text.matchAll(/`([A-Z][A-Za-z-]+)(?:: [^`]*)?`/g)].map(([, name]) => name)
    return [...names, ...Object.keys(this.resolve(this.document.components.responses.TooManyRequests).headers)].map((name) => name.toLowerCase())
  }

  /** The documented headers of a response by their names in lower case: each a description or a reference to one. */
  #headersOf(path, method, status) {
    const { headers = {} } = this.response(path, method, status)
    return new Map(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]))
  }

  /** Fails if the response has a header that is not documented. */
  assertNothingElse(path, method, { status, headers }) {
    const documented = this.#headersOf(path, method, status)
    for (const name of headers.keys()) {
      assert.ok(documented.has(name) || this.common.includes(name) || this.isOfHttp(name), `${method} ${path} -> ${status}: the header ${name} is not documented`)
    }
  }

  /** The names of the components that describe the headers of the response. */
  headerComponents(path, method, { status, headers }) {
    const present = [...this.#headersOf(path, method, status)].filter(([name]) => headers.has(name))
    return present.map(([, header]) => header.$ref?.replace('#/components/headers/', ''))
  }

  /**
   * `answer` is { status, headers, text }, headers being a Headers and text decoded; `path` and `method` are those of an
   * operation. The response to HEAD has no body.
   */
  assertAnswer(path, method, answer, { isHead = false } = {}) {
    const what = `${method} ${path} -> ${answer.status}`
    const response = this.response(path, method, answer.status)
    assert.ok(response, `${what} is not documented`)
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      this.assertHeader(this.resolve(header), answer.headers.get(name), `${what} ${name}`)
    }
    for (const name of ['x-request-id', 'access-control-allow-origin', 'x-content-type-options', 'cache-control', kRequired[answer.status]]) {
      assert.ok(name === undefined || this.isGate(path) || answer.headers.has(name), `${what} has no ${name}`)
    }
    if (response.content === undefined || isHead) assert.equal(answer.text, '', what)
    if (response.content === undefined) return
    const type = essence(answer.headers.get('content-type') ?? '')
    const media = response.content[type] ?? response.content['*/*']
    assert.ok(media, `${what}: the media type ${type} is not documented`)
    if (isHead) return
    this.assertValid(media.schema, /json$/.test(type) ? JSON.parse(answer.text) : answer.text, what)
  }

  /** Below a gate the owner's site answers. */
  isGate(path) { return path.endsWith('/{path}') }

  assertHeader(header, value, what) {
    if (value === null) {
      assert.ok(!header.required, `${what} is missing`)
      return
    }
    this.assertValid(header.schema, header.schema.type === 'integer' ? Number(value) : value, what)
  }

  /** Every { what, schema, value } that the document shows as an example. */
  * examples() {
    for (const { path, method, operation } of this.operations) {
      const what = `${method} ${path}`
      yield* this.#ofContent(operation.requestBody?.content, what)
      for (const parameter of (operation.parameters ?? []).map((one) => this.resolve(one))) {
        if (parameter.example) yield { what: `${what} ${parameter.name}`, schema: parameter.schema, value: parameter.example }
      }
      for (const [status, response] of Object.entries(operation.responses)) {
        yield* this.#ofContent(this.resolve(response).content, `${what} ${status}`)
      }
    }
    for (const [name, { schema, example }] of Object.entries(this.document.components.headers)) {
      if (example) yield { what: name, schema, value: example }
    }
  }

  * #ofContent(content = {}, what) {
    for (const { schema, example, examples = { example: { value: example } } } of Object.values(content)) {
      for (const [name, { value }] of Object.entries(examples)) {
        if (value !== undefined) yield { what: `${what} ${name}`, schema, value }
      }
    }
  }

  /** The { error, error_description } listed for one status of an operation. */
  errors(path, method, status) {
    const response = this.response(path, method, status)
    const others = response.description.includes('of `default`') ? errorsOf(this.resolve(this.operation(path, method).responses.default)) : []
    const listed = [...errorsOf(response), ...others].filter((one) => one.status === undefined || one.status === String(status))
    return listed.map(({ error, error_description }) => ({ error, error_description }))
  }
}

/** The list in the text of a response: "- 404 `not_found`: Text. Another text.", the status only in that of `default`. */
function errorsOf(response) {
  const lines = [...(response?.description ?? '').matchAll(/^- (?:(\d{3}) )?`(\w+)`: (.*)$/gm)]
  return lines.flatMap(([, status, error, texts]) => texts.split('. ').map((text) => ({ status, error, error_description: text })))
}
