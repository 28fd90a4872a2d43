// A real nginx that gives certain agents the answers of products which stand in front of services: `try` names each product, with its remedy.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { filled } from '../support/filled.mjs'
import { startNginx } from '../support/nginx.mjs'
import { freePort, runProgram, startServe } from '../support/server.mjs'

const kAnswers = JSON.parse(await readFile(new URL('../support/guard_answers.json', import.meta.url), 'utf8'))
// nginx writes its own Server field.
const kGuards = [...new Set(kAnswers.map(({ guard }) => guard))].map((name) => kAnswers.find(({ guard, headers }) => guard === name && !headers.server))
const kRefused = ['As GPTBot', 'As Claude-User', 'As Python-urllib']

const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
/** A server that passes everything to the service but the refused agents. */
const siteOf = (port, upstream, { status, headers: { 'content-type': type = 'text/plain', location, ...headers }, body }) => `server {
  listen 127.0.0.1:${port};
  location / {
    if ($is_refused) { return 599; }
    proxy_pass http://127.0.0.1:${upstream};
    proxy_set_header Host $http_host;
  }
  error_page 599 = @guard;
  location @guard {
    default_type ${quoted(type)};
${Object.entries(headers).map(([name, value]) => `    add_header ${name} ${quoted(value)} always;`).join('\n')}
    return ${status} ${quoted(location ?? body)};
  }
}
`
const kMap = 'map $http_user_agent $is_refused { default 0; ~*claude-user|gptbot|urllib 1; }\n'

const fronts = []
for (const guard of filled(kGuards)) fronts.push([await freePort(), guard])
const server = await startServe({ settings: { mcp: { enabled: true }, base_urls: fronts.map(([port]) => `http://127.0.0.1:${port}`) } })
const site = join(server.directory, 'guards.conf')
await writeFile(site, kMap + fronts.map(([port, guard]) => siteOf(port, server.port, guard)).join(''))
const nginx = await startNginx({ directory: join(server.directory, 'nginx'), includes: [site], port: fronts[0][0] })
after(async () => { await nginx.stop(); await server.stop() })

test('try behind nginx names the guard and the remedy for each of them', async () => {
  const { output } = await runProgram(['check', '--config', server.configFile])
  const known = / no challenge +(\/.*)\n/.exec(output)[1].split(' ')
  for (const [port, { guard, sign, status }] of fronts) {
    const { code, stdout } = await runProgram(['try', `http://127.0.0.1:${port}`, '--only', 'access', '--as', 'agents', '--json'])
    const steps = JSON.parse(stdout).steps.filter(({ ok }) => ok === false)
    assert.equal(code, 1, guard)
    assert.deepEqual(steps.map(({ name }) => name), kRefused, `${guard}: ${JSON.stringify(steps)}`)
    assert.equal(steps[0].status, status)
    assert.ok(steps[0].detail.includes(`${guard} answers (`) && steps[0].detail.includes(sign), steps[0].detail)
    const paths = steps[0].remedy.slice(steps[0].remedy.indexOf(' /') + 1).split(' ')
    for (const path of filled(paths)) assert.ok(known.includes(path), `${path} is not in the list of check`)
  }
  assert.ok(fronts.length >= 8, `${fronts.length} guards`)
})
