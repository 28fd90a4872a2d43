// The three steps of the agent access page, run against the host that the page came from. Client, secret and token live in
// this module's memory and end with the page: nothing is stored, and no address ever holds them.

const kRegister = '/oauth/register'
const kToken = '/oauth/token'
const kProfile = '/api/agent/full-profile'
const kSecretMask = '•'.repeat(43)
const kCopiedMs = 2000
const kTickMs = 1000
const kShownFields = [
  'www-authenticate', 'allow', 'content-type', 'cache-control', 'retry-after', 'ratelimit-policy', 'ratelimit',
]
// HTTP/2 and later have no reason phrase.
const kReasons = {
  200: 'OK', 201: 'Created', 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found',
  405: 'Method Not Allowed', 429: 'Too Many Requests', 500: 'Internal Server Error', 503: 'Service Unavailable',
}

const state = { client: null, token: null, endsAt: 0, isSecretShown: false, isBusy: false, timer: null }

const element = (id) => document.getElementById(id)
const say = (text) => { element('status').textContent = text }

// Requests

/** Resolves to { status, fields, text, json, took }; rejects only when there is no answer at all. */
async function ask(path, { method = 'GET', headers = {}, body } = {}) {
  const from = performance.now()
  const response = await fetch(path, {
    method, body, headers, cache: 'no-store', credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer',
  })
  const text = await response.text()
  return {
    status: response.status,
    isGood: response.ok,
    fields: response.headers,
    text,
    json: parsed(text),
    took: Math.round(performance.now() - from),
  }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const register = () =>
  ask(kRegister, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'agent access page' }),
  })

const requestToken = (fields) => ask(kToken, { method: 'POST', body: new URLSearchParams(fields) })

const grantOf = (client) =>
  ({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: client.client_secret })

const readProfile = (token) => ask(kProfile, { headers: { Authorization: `Bearer ${token}` } })

// Showing

const kJsonParts = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function coloured(text, kind) {
  const span = document.createElement('span')
  span.className = `json-${kind}`
  span.textContent = text
  return span
}

/** JSON text as nodes with one span for each name and scalar. */
function jsonNodes(text) {
  const nodes = []
  let shown = 0
  for (const match of text.matchAll(kJsonParts)) {
    const [whole, string, colon] = match
    nodes.push(text.slice(shown, match.index))
    nodes.push(coloured(string ?? whole, colon ? 'key' : string ? 'string' : 'other'))
    if (colon) nodes.push(colon)
    shown = match.index + whole.length
  }
  nodes.push(text.slice(shown))
  return nodes
}

const showJson = (id, value) => element(id).replaceChildren(...jsonNodes(JSON.stringify(value, null, 2)))

function statusNode(answer) {
  const span = document.createElement('span')
  span.className = answer.isGood ? 'status-good' : 'status-bad'
  span.textContent = `${answer.status} ${kReasons[answer.status] ?? ''}`.trim()
  return span
}

function showAnswer(name, answer, shown = answer.json) {
  element(`line-${name}`).replaceChildren('Answer, ', statusNode(answer), `, ${answer.took} ms`)
  if (shown === null) element(`answer-${name}`).textContent = answer.text
  else showJson(`answer-${name}`, shown)
  element(`answer-${name}`).parentElement.scrollTop = 0
}

const maskedClient = (client) =>
  (state.isSecretShown ? client : { ...client, client_secret: kSecretMask })

function fieldLines(fields) {
  const proper = (name) => (name === 'www-authenticate' ? 'WWW-Authenticate' : name.replace(/(^|-)[a-z]/g, (c) => c.toUpperCase()))
  return kShownFields.filter((name) => fields.has(name)).map((name) => `${proper(name)}: ${fields.get(name)}\n`)
}

function showError(request, answer) {
  element('line-error').textContent = request
  const body = answer.json === null ? [answer.text] : jsonNodes(JSON.stringify(answer.json, null, 2))
  element('answer-error').replaceChildren('HTTP ', statusNode(answer), '\n', ...fieldLines(answer.fields), '\n', ...body)
  element('answer-error').parentElement.scrollTop = 0
}

// The token

function decodedPart(part) {
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0))))
}

function showToken(token) {
  const [header, claims] = token.split('.')
  showJson('token-header', decodedPart(header))
  showJson('token-claims', decodedPart(claims))
}

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`

function tick() {
  const seconds = Math.max(0, Math.ceil((state.endsAt - performance.now()) / 1000))
  element('lifetime').value = seconds
  element('time-left').textContent = seconds > 0 ? clock(seconds) : 'expired'
  if (seconds > 0) return
  clearInterval(state.timer)
  say('The token has expired. Renew it with the same client.')
}

function startCountdown(seconds) {
  clearInterval(state.timer)
  state.endsAt = performance.now() + seconds * 1000
  element('lifetime').max = seconds
  state.timer = setInterval(tick, kTickMs)
  tick()
}

// The steps: each resolves to whether it succeeded.

async function stepRegister() {
  const answer = await register()
  if (!answer.isGood) {
    showAnswer('register', answer)
    return false
  }
  state.client = answer.json
  showAnswer('register', answer, maskedClient(answer.json))
  for (const id of ['run-token', 'show-secret']) element(id).disabled = false
  say('Registered. Next: get a token.')
  return true
}

async function stepToken() {
  const answer = await requestToken(grantOf(state.client))
  showAnswer('token', answer)
  if (!answer.isGood) return false
  state.token = answer.json.access_token
  showToken(state.token)
  startCountdown(answer.json.expires_in)
  for (const id of ['run-profile', 'renew']) element(id).disabled = false
  say('The token is valid for 15 minutes. Next: read the profile.')
  return true
}

async function stepProfile() {
  const answer = await readProfile(state.token)
  showAnswer('profile', answer)
  if (answer.isGood) say('The profile is there. See _meta at its end.')
  return answer.isGood
}

async function allSteps() {
  return (await stepRegister()) && (await stepToken()) && (await stepProfile())
}

// Errors, each really provoked

async function tokenOfAnyAge() {
  if (state.token) return state.token
  const client = state.client ?? (await register()).json
  return (await requestToken(grantOf(client))).json.access_token
}

/** The same token with another first character of its signature. */
function altered(token) {
  const at = token.lastIndexOf('.') + 1
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
}

const someClient = () => state.client ?? { client_id: crypto.randomUUID() }

const kErrors = {
  'wrong-secret': ['POST /oauth/token with a wrong secret',
    () => requestToken({ ...grantOf(someClient()), client_secret: 'not-the-secret' })],
  'missing-secret': ['POST /oauth/token without a secret',
    () => requestToken({ grant_type: 'client_credentials', client_id: someClient().client_id })],
  'wrong-grant': ['POST /oauth/token with grant_type=password', () => requestToken({ grant_type: 'password' })],
  'missing-token': ['GET /api/agent/full-profile without a token', () => ask(kProfile)],
  'altered-token': ['GET /api/agent/full-profile with an altered token',
    async () => readProfile(altered(await tokenOfAnyAge()))],
  'unknown-path': ['GET /api/agent/unknown', () => ask('/api/agent/unknown')],
  'wrong-method': ['GET /oauth/token', () => ask(kToken)],
}

async function provoke(name) {
  const [request, send] = kErrors[name]
  const answer = await send()
  showError(request, answer)
  say(`${request}: ${answer.status} ${answer.json?.error ?? ''}`)
  return true
}

// Buttons

/** One thing at a time; a click while something runs is ignored, so that the focus stays where it is. */
async function run(what) {
  if (state.isBusy) return
  state.isBusy = true
  say('Asking the server…')
  try {
    if (!(await what())) say('The server refused; its answer is shown at the step.')
  } catch {
    say('No answer. Is the server reachable?')
  } finally {
    state.isBusy = false
  }
}

/** What a command would be with the values that this page holds. Goes to the clipboard only. */
function filledCommand(name) {
  const values = {
    $CLIENT_ID: state.client?.client_id, $CLIENT_SECRET: state.client?.client_secret, $ACCESS_TOKEN: state.token,
  }
  let text = element(`command-${name}`).textContent
  for (const [hole, value] of Object.entries(values)) {
    if (value) text = text.replaceAll(hole, value)
  }
  return text
}

async function copy(button) {
  try {
    await navigator.clipboard.writeText(filledCommand(button.dataset.copy))
    button.textContent = 'Copied'
    say('Copied, filled in with what this page knows.')
    setTimeout(() => { button.textContent = 'Copy' }, kCopiedMs)
  } catch {
    getSelection().selectAllChildren(element(`command-${button.dataset.copy}`))
    say('The browser did not allow copying; the text is selected.')
  }
}

function toggleSecret() {
  state.isSecretShown = !state.isSecretShown
  element('show-secret').setAttribute('aria-pressed', String(state.isSecretShown))
  showJson('answer-register', maskedClient(state.client))
}

function start() {
  const clicks = {
    'run-all': () => run(allSteps),
    'run-register': () => run(stepRegister),
    'run-token': () => run(stepToken),
    renew: () => run(stepToken),
    'run-profile': () => run(stepProfile),
    'show-secret': toggleSecret,
  }
  for (const [id, click] of Object.entries(clicks)) element(id).addEventListener('click', click)
  for (const button of document.querySelectorAll('[data-copy]')) button.addEventListener('click', () => copy(button))
  for (const button of document.querySelectorAll('[data-error]')) {
    button.addEventListener('click', () => run(() => provoke(button.dataset.error)))
  }
  for (const code of document.querySelectorAll('code.json')) code.replaceChildren(...jsonNodes(code.textContent))
  document.documentElement.classList.add('has-script')
}

start()
