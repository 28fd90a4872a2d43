// `try --as agents` through a proxy that refuses certain User-Agents as real products do: the finding names who was refused and by which product.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { startChanger } from '../support/changer.mjs'
import { filled } from '../support/filled.mjs'
import { kGateSettings } from '../support/gates.mjs'
import { freePort, runProgram, startDev, startServe } from '../support/server.mjs'

const kNames = ['GPTBot', 'ChatGPT-User', 'Claude-User', 'PerplexityBot', 'Googlebot', 'curl', 'python-httpx', 'python-requests', 'Python-urllib', 'node',
  'Go-http-client', 'Java']
const kPaths = '/oauth/* /api/agent/* /.well-known/* /AGENTS.md /agents.md /ai/faq.json /api/site.json /auth.md /browser-tools.js /llms-full.txt /llms.txt /mcp /mcp/server-card /openapi.json'
const kTargets = ['/oauth/register', '/oauth/token', '/api/agent/full-profile', '/mcp', '/.well-known/oauth-authorization-server', '/llms.txt']
const kAnswers = JSON.parse(await readFile(new URL('../support/guard_answers.json', import.meta.url), 'utf8'))

let change, asked

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const changer = await startChanger({ listen: port, port: () => server.port, change: () => change })
const server = await startDev({ environment: { AGENT_ACCESS_BASE_URLS: origin } })
after(async () => { changer.close(); await server.stop() })

const agentOf = (request) => request.headers['user-agent']
/** A proxy that gives `answer` to the agents whose User-Agent has `part`; `asked` counts the requests of each agent. */
const refusing = (part, answer) => ({
  answer: (request, reply) => {
    asked.set(agentOf(request), (asked.get(agentOf(request)) ?? 0) + 1)
    if (!part.test(agentOf(request))) return
    Object.assign(reply, { status: answer.status, headers: { ...answer.headers }, body: answer.body })
  },
})
const kPassing = refusing(/^$/, {})

/** Runs `try --json` and returns { code, report, agents, steps }; `agents` are the steps of that group by their names. */
async function runTry(changes, ...args) {
  change = changes
  asked = new Map()
  const { code, stdout } = await runProgram(['try', origin, '--json', ...args])
  const report = JSON.parse(stdout)
  const steps = report.steps.filter(({ group }) => group === 'Agents')
  return { code, report, steps, agents: Object.fromEntries(steps.map((step) => [step.name.replace(/^As /, ''), step])) }
}
const failed = (steps) => steps.filter(({ ok }) => ok === false).map(({ name }) => name)

test('every agent passes against the program, with six requests each', async () => {
  const { code, steps, report } = await runTry(kPassing, '--as', 'agents')
  assert.equal(code, 0)
  assert.deepEqual([report.failed, report.warnings, report.skipped], [0, 0, 0])
  assert.deepEqual(steps.map(({ name }) => name), [...kNames.map((name) => `As ${name}`), 'Refusals by address'])
  for (const { name, ok, detail, remedy } of steps) {
    assert.deepEqual([ok, remedy, detail === ''], [true, '', name !== 'Refusals by address'])
  }
  assert.match(steps.at(-1).detail, /addresses of agents cannot be imitated/)
  assert.equal(asked.size, kNames.length + 1)
  for (const [agent, count] of asked) if (!agent.startsWith('agent-access-try')) assert.equal(count, kTargets.length, agent)
})

test('agents are called by default at public https hosts only, and --as is agents or plain', async () => {
  for (const args of [[], ['--as', 'plain']]) assert.deepEqual((await runTry(kPassing, '--only', 'access', ...args)).steps, [])
  assert.equal((await runProgram(['try', origin, '--as', 'browser'])).code, 2)
  const { output } = await runProgram(['try', '--help'])
  assert.match(output, /--as/)
  assert.match(output, /agent-access try http:\/\/127\.0\.0\.1:8080 --as agents/)
})

for (const { guard, source, ...answer } of filled(kAnswers)) {
  test(`names ${guard}: ${answer.status} of ${source}`, async () => {
    const { code, agents, steps, report } = await runTry(refusing(/GPTBot|urllib/, answer), '--only', 'access', '--as', 'agents')
    assert.equal(code, 1)
    assert.deepEqual(failed(report.steps), ['As GPTBot', 'As Python-urllib'])
    const { detail, remedy, status } = agents.GPTBot
    assert.equal(status, answer.status)
    assert.ok(detail.includes(`${guard} answers (`) && detail.includes(answer.sign), detail)
    for (const path of kTargets) assert.ok(detail.includes(path), `${path}: ${detail}`)
    assert.ok(remedy.endsWith(` ${kPaths}`), remedy)
    assert.ok(agents['Python-urllib'].detail.includes(guard))
    assert.equal(agents['Python-urllib'].remedy, 'as for GPTBot')
    // Said once each.
    assert.equal(steps.filter(({ detail: text }) => text.includes("the service's own log may show nothing")).length, 1)
    assert.equal(steps.filter(({ detail: text }) => text.includes('cannot be imitated')).length, 1)
  })
}

test('a guard that refuses everybody is named by the steps of the plain run', async () => {
  const challenge = kAnswers.find(({ guard }) => guard === 'Cloudflare')
  const { code, report, steps } = await runTry(refusing(/./, challenge), '--as', 'agents')
  assert.equal(code, 1)
  const first = report.steps.find(({ ok }) => ok === false)
  assert.match(first.detail, /^expected 401 invalid_token, got 403 without a JSON body; Cloudflare answers \(field cf-mitigated\), not the service$/)
  assert.ok(first.remedy.includes('Bot Fight Mode') && first.remedy.endsWith(kPaths))
  assert.deepEqual([...new Set(steps.map(({ ok }) => ok))], [null])
})

test('an answer of an unknown product is told by its status, Server and title', async () => {
  const answer = { status: 403, headers: { 'content-type': 'text/html', server: 'front/1' }, body: '<title>No bots</title>' }
  const { agents, report } = await runTry(refusing(/^curl/, answer), '--as', 'agents')
  assert.deepEqual(failed(report.steps), ['As curl'])
  assert.match(agents.curl.detail, /403 instead of 201 at \/oauth\/register, 403 instead of 200 at \/oauth\/token, \/api/)
  assert.match(agents.curl.detail, /something in front of the service answers \(403, Server front\/1, title "No bots"\), not the service/)
  assert.ok(agents.curl.remedy.endsWith(kPaths))
})

test('another document, one refused path and a closed connection are findings', async () => {
  const changed = (part, path, alter) => ({
    answer: (request, reply) => { if (part.test(agentOf(request)) && request.url === path) alter(reply) },
  })
  const cloaked = await runTry(changed(/Perplexity/, '/llms.txt', (reply) => { reply.body = '# Another site\n' }), '--as', 'agents')
  assert.deepEqual(failed(cloaked.report.steps), ['As PerplexityBot'])
  assert.match(cloaked.agents.PerplexityBot.detail, /^another body at \/llms\.txt: something in front/)
  const one = await runTry(changed(/^Java/, '/mcp', (reply) => { reply.status = 404 }), '--as', 'agents')
  assert.match(one.agents.Java.detail, /^404 instead of 200 at \/mcp: /)
  const bare = await runTry({ request: (request, headers) => { if (/^curl/.test(agentOf(request))) delete headers.authorization } }, '--as', 'agents')
  assert.deepEqual(failed(bare.report.steps), ['As curl'])
  assert.equal(bare.agents.curl.detail, '401 instead of 200 at /api/agent/full-profile: the service itself answers invalid_token')
  const closed = await runTry({ request: (request) => { if (/^node agent-access-try$/.test(agentOf(request))) request.socket.destroy() } }, '--as', 'agents')
  assert.deepEqual(failed(closed.report.steps), ['As node'])
  assert.match(closed.agents.node.detail, /^no answer at \/oauth\/register: no complete HTTP response from /)
})

test('the limit of the service is no refusal of an agent, and ends the calls', async () => {
  const limit = { status: 429, headers: { 'content-type': 'application/json', 'retry-after': '7' }, body: '{"error":"rate_limited"}' }
  const { code, agents } = await runTry(refusing(/Googlebot/, limit), '--as', 'agents')
  assert.equal(code, 0)
  assert.deepEqual([agents.PerplexityBot.ok, agents.Googlebot.ok, agents['python-httpx'].ok, agents.Java.ok], [true, true, null, null])
  assert.match(agents.Googlebot.detail, /^429 .*the agent itself was not refused$/)
  assert.equal(agents.Googlebot.remedy, 'wait 7 s and run try again')
})

test('the table for people has the group', async () => {
  change = kPassing
  asked = new Map()
  const { output } = await runProgram(['try', origin, '--only', 'access', '--as', 'agents'])
  assert.match(output, /\n {2}Agents\n {2}ok {4}As GPTBot /)
})

test('check prints the paths in one line, and try tells the same', async () => {
  await using served = await startServe({ settings: { mcp: { enabled: true }, ...kGateSettings } })
  const checked = async (...args) => (await runProgram(['check', '--config', served.configFile, ...args])).stdout
  const told = / no challenge +(\/.*)\n/.exec(await checked())[1]
  const { subject, grade } = JSON.parse(await checked('--json')).results.find(({ text }) => text === told)
  assert.deepEqual([grade, subject], ['ok', 'no challenge'])
  assert.match(told, /^\/oauth\/\* \/api\/agent\/\* \/\.well-known\/\* \/api\/v1\/\* \/data\/\* /)
  for (const path of kPaths.split(' ')) assert.ok(told.split(' ').includes(path), `${path}: ${told}`)
  for (const path of ['/', '/favicon.svg', '/data/inbox/*']) assert.equal(told.split(' ').includes(path), false, path)
})
