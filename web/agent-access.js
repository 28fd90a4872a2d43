// The three steps of the agent access page, sent to the host of the page or to its issuer elsewhere. Client, secret and token
// are kept in the memory of this module only: they are not stored, and are not part of a URL.

const kRegister = '{{register_path}}'
const kToken = '{{token_path}}'
const kProfile = '{{profile_path}}'
const kSteps = ['register', 'token', 'profile']
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
const kIssuer = element('flow').dataset.issuer ?? ''
/** The texts of this script in the language of the page. */
const kLabels = JSON.parse(element('labels').textContent)
const showStatus = (text) => { element('status').textContent = text }

// Requests

/** Resolves to { status, isGood, fields, text, json, took }; rejects only without a response. */
async function send(path, { method = 'GET', headers = {}, body } = {}) {
  const from = performance.now()
  const response = await fetch(kIssuer + path, {
    method, body, headers, cache: 'no-store', credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer',
  })
  const text = await response.text()
  const took = Math.round(performance.now() - from)
  return { status: response.status, isGood: response.ok, fields: response.headers, text, json: parsed(text), took }
}

const parsed = (text) => { try { return JSON.parse(text) } catch { return null } }

const register = () =>
  send(kRegister, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'agent access page' }),
  })

const requestToken = (fields) => send(kToken, { method: 'POST', body: new URLSearchParams(fields) })

const grantOf = (client) =>
  ({ grant_type: 'client_credentials', client_id: client.client_id, client_secret: client.client_secret })

const readProfile = (token) => send(kProfile, { headers: { Authorization: `Bearer ${token}` } })

// Output

const kJsonParts = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function colored(text, kind) {
  const span = document.createElement('span')
  span.className = `json-${kind}`
  span.textContent = text
  return span
}

/** DOM nodes for a JSON text, with a span for each name and scalar. */
function jsonNodes(text) {
  const nodes = []
  let shown = 0
  for (const match of text.matchAll(kJsonParts)) {
    const [whole, string, colon] = match
    nodes.push(text.slice(shown, match.index))
    nodes.push(colored(string ?? whole, colon ? 'key' : string ? 'string' : 'other'))
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

/** The label "Response, {status}, {ms} ms" as nodes. */
const responseLine = (answer) =>
  kLabels.response.split(/(\{\w+\})/).map((part) => (part === '{status}' ? statusNode(answer) : part === '{ms}' ? `${answer.took}` : part))

function showAnswer(name, answer, shown = answer.json) {
  element(`line-${name}`).replaceChildren(...responseLine(answer))
  element(`flow-${name}`).replaceChildren(statusNode(answer), `, ${answer.took} ms`)
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

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

function tick() {
  const seconds = Math.max(0, Math.ceil((state.endsAt - performance.now()) / 1000))
  element('lifetime').value = seconds
  element('time-left').textContent = seconds > 0 ? kLabels.left.replace('{time}', clock(seconds)) : kLabels.expired
  if (seconds > 0) return
  clearInterval(state.timer)
  showStatus(kLabels.token_expired)
}

function startCountdown(seconds) {
  clearInterval(state.timer)
  state.endsAt = performance.now() + seconds * 1000
  element('lifetime').max = seconds
  element('countdown').hidden = false
  state.timer = setInterval(tick, kTickMs)
  tick()
}

// The steps: each resolves to true if it succeeded.

async function stepRegister() {
  const answer = await register()
  if (!answer.isGood) {
    showAnswer('register', answer)
    return false
  }
  state.client = answer.json
  showAnswer('register', answer, maskedClient(answer.json))
  for (const id of ['run-token', 'show-secret']) element(id).disabled = false
  showStatus(kLabels.registered)
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
  showStatus(kLabels.token_valid)
  return true
}

async function stepProfile() {
  const answer = await readProfile(state.token)
  showAnswer('profile', answer)
  if (answer.isGood) showStatus(kLabels.received)
  return answer.isGood
}

/** Shows the three results and the profile, or the refusal, directly below the button. */
async function allSteps() {
  for (const name of kSteps) element(`flow-${name}`).replaceChildren('…')
  element('flow-answer').replaceChildren()
  element('flow').hidden = false
  const isGood = (await stepRegister()) && (await stepToken()) && (await stepProfile())
  const last = isGood ? 'profile' : kSteps.findLast((name) => element(`flow-${name}`).textContent !== '…')
  if (last) element('flow-answer').replaceChildren(...element(`answer-${last}`).cloneNode(true).childNodes)
  element('flow-answer').parentElement.scrollTop = 0
  element('flow').scrollIntoView({ block: 'nearest' })
  return isGood
}

// Errors, each caused by a real request

async function tokenOfAnyAge() {
  if (state.token) return state.token
  const client = state.client ?? (await register()).json
  return (await requestToken(grantOf(client))).json.access_token
}

/** The token with a changed first character of its signature. */
function altered(token) {
  const at = token.lastIndexOf('.') + 1
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
}

const someClient = () => state.client ?? { client_id: crypto.randomUUID() }

const kErrors = {
  'wrong-secret': ['POST {{token_path}}', () => requestToken({ ...grantOf(someClient()), client_secret: 'not-the-secret' })],
  'missing-secret': ['POST {{token_path}}', () => requestToken({ grant_type: 'client_credentials', client_id: someClient().client_id })],
  'wrong-grant': ['POST {{token_path}}', () => requestToken({ grant_type: 'password' })],
  'missing-token': ['GET {{profile_path}}', () => send(kProfile)],
  'altered-token': ['GET {{profile_path}}', async () => readProfile(altered(await tokenOfAnyAge()))],
  'unknown-path': ['GET /api/agent/unknown', () => send('/api/agent/unknown')],
  'wrong-method': ['GET {{token_path}}', () => send(kToken)],
}

async function provoke(name) {
  const [path, sendRequest] = kErrors[name]
  const request = `${path} · ${element(`name-${name}`).textContent}`
  const answer = await sendRequest()
  showError(request, answer)
  showStatus(`${request}: ${answer.status} ${answer.json?.error ?? ''}`)
  return true
}

// Buttons

/** Runs one action at a time. Clicks during an action are ignored; the buttons stay enabled, so that the focus does not move. */
async function run(what) {
  if (state.isBusy) return
  state.isBusy = true
  showStatus(kLabels.waiting)
  try {
    if (!(await what())) showStatus(kLabels.refused)
  } catch {
    showStatus(kLabels.no_response)
  } finally {
    state.isBusy = false
  }
}

/** The command with the values of this page filled in. For the clipboard only. */
function filledCommand(name) {
  const values = {
    $CLIENT_ID: state.client?.client_id, $CLIENT_SECRET: state.client?.client_secret, $ACCESS_TOKEN: state.token,
  }
  let text = element(`command-${name}`).textContent
  for (const [placeholder, value] of Object.entries(values)) {
    if (value) text = text.replaceAll(placeholder, value)
  }
  return text
}

async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(filledCommand(button.dataset.copy))
    button.textContent = kLabels.copied
    showStatus(kLabels.copied_filled)
    setTimeout(() => { button.textContent = text }, kCopiedMs)
  } catch {
    getSelection().selectAllChildren(element(`command-${button.dataset.copy}`))
    showStatus(kLabels.copy_failed)
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
  for (const button of document.querySelectorAll('[data-copy]')) {
    const text = button.textContent
    button.addEventListener('click', () => copy(button, text))
  }
  for (const button of document.querySelectorAll('[data-error]')) {
    button.addEventListener('click', () => run(() => provoke(button.dataset.error)))
  }
  for (const code of document.querySelectorAll('code.json')) code.replaceChildren(...jsonNodes(code.textContent))
  document.documentElement.classList.add('has-script')
}

start()
