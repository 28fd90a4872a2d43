// `agent-access report`: who came, from the log of a real service.
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '../support/folder.mjs'
import { isSanitized } from '../support/sanitizer.mjs'
import { binary, runProgram, startServe } from '../support/server.mjs'
import { kJson, readProfile, token } from '../support/steps.mjs'
import { run } from '../support/tls.mjs'

const kGptBot = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'

const directory = temporaryFolder('report')
const logFile = join(directory, 'agent-access.log')
const server = await startServe()
const get = async (path, agent) => (await fetch(`${server.baseUrl}${path}`, { headers: { 'User-Agent': agent } })).arrayBuffer()
await get('/llms.txt', kGptBot)
await get('/llms.txt', kGptBot)
await get('/auth.md', 'curl/8.5.0')
await get('/wp-login.php', 'curl/8.5.0')
const registered = await fetch(`${server.baseUrl}/oauth/register`,
  { method: 'POST', body: JSON.stringify({ client_name: 'My agent' }), headers: { 'Content-Type': kJson, 'User-Agent': 'ExampleAgent/1.0' } })
const jwt = await token(server.baseUrl, await registered.json())
await readProfile(server.baseUrl, jwt, { headers: { 'User-Agent': 'ExampleAgent/1.0' } })
await readProfile(server.baseUrl, `${jwt}x`, { headers: { 'User-Agent': 'ExampleAgent/1.0' } })
await server.program.stop()
const log = server.program.output
await server.stop()
await writeFile(logFile, `Started agent-access.service.\n${log}{"time":"2026-01-02T03:04:05.678Z","level":\n`)

const reported = async (...args) => {
  const { code, output } = await runProgram(['report', '--json', ...args])
  assert.equal(code, 0, output)
  return JSON.parse(output)
}
const kTotal = { requests: 8, documents: 3, registrations: 1, tokens: 1, profiles: 1, not_found: 1, refused: 1, failed: 0, robots_txt: 0 }
const kNoAddress = { verified: 0, outside: 0 }

test('the report has what happened, by day, agent, document and reason', async () => {
  const report = await reported(logFile)
  assert.deepEqual(report.total, kTotal)
  const { day, ...numbers } = report.days[0]
  assert.match(day, /^\d{4}-\d\d-\d\d$/)
  if (report.days.length === 1) assert.deepEqual(numbers, kTotal)
  const agent = (name) => report.agents.find((each) => each.name === name)
  assert.deepEqual(agent('GPTBot'), {
    name: 'GPTBot', operator: 'OpenAI', kind: 'training', requests: 2, documents: 2, registrations: 0, tokens: 0, profiles: 0, not_found: 0, refused: 0, failed: 0, robots_txt: 0,
    addresses: { ...kNoAddress, unknown: 2 },
  })
  assert.deepEqual([agent('curl').requests, agent('curl').not_found], [2, 1])
  assert.deepEqual([agent('unknown').registrations, agent('unknown').profiles, agent('unknown').refused], [1, 1, 1])
  assert.deepEqual(report.documents, [{ path: '/llms.txt', reads: 2 }, { path: '/auth.md', reads: 1 }])
  assert.deepEqual(report.unknown_paths, [{ path: '/wp-login.php', requests: 1 }])
  assert.deepEqual(report.refusals.map(({ reason, requests }) => [reason, requests]).toSorted(), [['malformed_token', 1], ['unknown_path', 1]].toSorted())
  assert.deepEqual(report.client_names, [{ name: 'My agent', registrations: 1 }])
  assert.deepEqual([report.damaged, report.garbage, report.left_out], [1, 0, 0])
  assert.equal(report.lines, report.total.requests + report.skipped + report.damaged)
  assert.equal(report.unread.find(({ reason }) => reason === 'of other programs').lines, 1)
  assert.deepEqual(report.formats, [{ name: 'agent-access', requests: 8 }])
  assert.deepEqual(report.statuses, { '2xx': 6, '4xx': 2 })
})

test('the same log is read from standard input and from several files', async () => {
  const piped = await run(binary, ['report', '--json', '-'], { input: log })
  assert.equal(piped.code, 0, piped.output)
  assert.deepEqual(JSON.parse(piped.output).total, kTotal)
  assert.equal((await reported(logFile, logFile)).total.requests, 16)
})

test('the table is plain when its reader is no terminal', async () => {
  const { code, output } = await runProgram(['report', logFile])
  assert.equal(code, 0)
  assert.match(output, /^8 requests: 3 pages or documents read, 1 registration, 1 token, 1 read of the profile, 1 not found, 1 refused$/m)
  assert.match(output, /^Who trains\nAGENT .*\nGPTBot \(OpenAI\) +2 +2 +0 +0 +0 +0 +0$/m)
  assert.match(output, /^lines that are no visits: (\d+ other events of this service; )?[12] of other programs; 1 damaged, or cut$/m)
  assert.ok(/^[\x20-\x7e\n]*$/.test(output))
})

test('a terminal gets bars', async (t) => {
  const shown = await run('script', ['-qec', `'${binary}' report '${logFile}'`, '/dev/null'])
  if (/not found|ENOENT/.test(String(shown.code) + shown.output)) return t.skip('needs script of util-linux')
  assert.match(shown.output, /^GPTBot .* █+[▏▎▍▌▋▊▉]?\r?$/m)
})

test('--html writes one page for its owner, and says where', async () => {
  const file = join(directory, 'report.html')
  const wrote = { code: 0, output: `Wrote ${file}; open it in a browser\n` }
  const write = async () => {
    const { code, output } = await runProgram(['report', logFile, '--html', file])
    return { code, output }
  }
  assert.deepEqual([await write(), await write()], [wrote, wrote], 'created, then replaced')
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const page = await readFile(file, 'utf8')
  assert.match(page, /^<!doctype html>/)
  assert.match(page, /<dt>Requests<\/dt><dd>8<\/dd>/)
  assert.match(page, /<bdi>GPTBot<\/bdi> <span class="detail">OpenAI, training; 2 pages or documents read<\/span>/)
  assert.deepEqual(await runProgram(['report', logFile, '--html', '-']).then(({ code, stdout }) => [code, stdout]), [0, page])
})

test('--html replaces nothing but an earlier page, and says what to do', async () => {
  const before = await readFile(logFile, 'utf8')
  const refused = async (file) => {
    const { code, output } = await runProgram(['report', logFile, '--html', file])
    assert.equal(code, 1)
    return output
  }
  assert.equal(await refused(logFile), `agent-access: ${logFile} exists and is no report; name another file for --html\n`)
  assert.equal(await readFile(logFile, 'utf8'), before)
  assert.match(await refused('/nowhere/report.html'),
    /^agent-access: \/nowhere\/report\.html: cannot create .*: No such file or directory; name a file in an existing folder that you may write to, or - for standard output\n$/)
  const { code } = await runProgram(['report', logFile, '--html', join(directory, 'report.html'), '--json'])
  assert.equal(code, 2)
})

test('--since and --until limit the time', async () => {
  assert.equal((await reported(logFile, '--since', '1h')).total.requests, 8)
  assert.equal((await reported(logFile, '--until', 'yesterday')).total.requests, 0)
  assert.equal((await reported(logFile, '--since', '2026-01-01', '--until', '2026-01-02')).total.requests, 0)
  for (const args of [['--since', 'soon'], ['--until', '2026-13-01'], ['--since', 'today', '--until', 'yesterday']]) {
    const { code, output } = await runProgram(['report', logFile, ...args])
    assert.equal(code, 2)
    assert.match(output, /^agent-access: --since and --until need a time such as 7d, /)
  }
})

test('the journal is read through journalctl', async () => {
  const folder = await mkdtemp(join(directory, 'bin-'))
  await writeFile(join(folder, 'journalctl'), `#!/bin/sh\necho "$@" > ${folder}/arguments\ncat ${logFile}\n`)
  await chmod(join(folder, 'journalctl'), 0o755)
  const shown = await run('env', [`PATH=${folder}:${process.env.PATH}`, binary, 'report', '--json', '--since', '2026-01-01', '--unit', 'other@1'])
  assert.equal(shown.code, 0, shown.output)
  assert.equal(JSON.parse(shown.output).total.requests, 8)
  const { output } = await run('cat', [join(folder, 'arguments')])
  assert.equal(output, '--no-pager -o cat -u other@1 --since @1767225600\n')
  await writeFile(join(folder, 'journalctl'), '#!/bin/sh\nexit 1\n')
  const failed = await run('env', [`PATH=${folder}:${process.env.PATH}`, binary, 'report'])
  assert.deepEqual(failed, { code: 1, output: 'agent-access: journalctl failed; name log files, or - for standard input (unit: agent-access)\n' })
})

test('a unit that does not exist is no empty report', async () => {
  const folder = await mkdtemp(join(directory, 'bin-'))
  const program = async (name, script) => {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(folder, name), 0o755)
  }
  const report = () => run('env', [`PATH=${folder}:${process.env.PATH}`, binary, 'report', '--unit', 'agent-acces'])
  await program('journalctl', 'exit 0')
  await program('systemctl', `echo "$@" > ${folder}/arguments; echo not-found`)
  const wrong = { code: 1, output: 'agent-access: there is no unit agent-acces here, and the journal has no line of it; name another with --unit, or log files\n' }
  assert.deepEqual(await report(), wrong)
  assert.equal((await run('cat', [join(folder, 'arguments')])).output, 'show -p LoadState --value agent-acces\n')
  // A unit that has written nothing yet, and one that was removed but has lines.
  await program('systemctl', 'echo loaded')
  await program('journalctl', 'case "$*" in *"-u "*) echo "-- No entries --";; *) echo "Started other.service.";; esac')
  const silent = await report()
  assert.equal(silent.code, 0)
  assert.match(silent.output, /^no request is in this time; /m)
  assert.doesNotMatch(silent.output, /other programs/)
  await program('systemctl', 'echo not-found')
  await program('journalctl', `cat ${logFile}`)
  assert.equal((await report()).code, 0)
})

test('a report without a journal says so and fails', async () => {
  const folder = await mkdtemp(join(directory, 'bin-'))
  const program = async (name, script) => {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(folder, name), 0o755)
  }
  const report = (...args) => run('env', [`PATH=${folder}:${process.env.PATH}`, binary, 'report', ...args])
  const none = { code: 1, output: 'agent-access: there is no journal here, or this user may not read it (root and the group systemd-journal may); name log files, or - for standard input\n' }
  // As journalctl does with no file of a journal.
  await program('journalctl', 'case " $* " in *" -q "*) ;; *) echo "-- No entries --";; esac')
  for (const systemctl of ['echo loaded', 'exit 1']) {
    await program('systemctl', systemctl)
    for (const args of [[], ['--json']]) assert.deepEqual(await report(...args), none)
  }
  // A journal without the unit, where systemd does not run.
  await program('journalctl', 'case "$*" in *"-u "*) ;; *) echo "Started other.service.";; esac')
  assert.deepEqual(await report(), { code: 1, output: 'agent-access: the journal has no line of the unit agent-access, and systemd does not run here; name another with --unit, or log files\n' })
})

test("the owner's own try is named, and counted only if that is wanted", async () => {
  await using server = await startServe()
  assert.equal((await runProgram(['try', server.baseUrl, '--only', 'access', '--as', 'agents'])).code, 0)
  await fetch(`${server.baseUrl}/llms.txt`, { headers: { 'User-Agent': kGptBot } }).then((answer) => answer.text())
  await server.program.stop()
  const file = join(directory, 'try.log')
  await writeFile(file, server.program.output)
  const visits = await reported(file)
  assert.deepEqual([visits.total.requests, visits.total.tokens, visits.agents.map(({ name }) => name)], [1, 0, ['GPTBot']])
  assert.ok(visits.try_requests > 60, String(visits.try_requests))
  assert.match((await runProgram(['report', file])).output, new RegExp(`^${visits.try_requests} requests of agent-access try, which is your own test, are not counted; --with-try counts them$`, 'm'))
  const all = await reported(file, '--with-try')
  assert.deepEqual([all.total.requests, all.try_requests], [1 + visits.try_requests, 0])
  assert.deepEqual(all.agents.map(({ name }) => name), ['GPTBot', 'agent-access try'])
})

test('the table of agents can be replaced', async () => {
  const file = join(directory, 'agents.json')
  const printed = await runProgram(['report', '--print-agents'])
  assert.ok(JSON.parse(printed.output).agents.length > 40)
  await writeFile(file, JSON.stringify({ agents: [{ name: 'Example', operator: 'Example Society', kind: 'assistant', contains: 'exampleagent' }] }))
  assert.deepEqual((await reported(logFile, '--agents', file)).agents.map(({ name }) => name), ['Example', 'unknown'])
  await writeFile(file, '{"agents":[{"name":"Example"}]}')
  const { code, output } = await runProgram(['report', logFile, '--agents', file])
  assert.equal(code, 1)
  assert.match(output, /agents\.json agent 1 needs the texts name, operator, kind and contains; only operator may be empty; --print-agents prints/)
})

test('what cannot be read is named with a remedy', async () => {
  const missing = await runProgram(['report', '/nowhere/x.log'])
  assert.deepEqual([missing.code, missing.output], [1, 'agent-access: cannot open /nowhere/x.log: No such file or directory\n'])
  const cut = join(directory, 'cut.log.gz')
  await writeFile(cut, gzipSync(log).subarray(0, -20))
  assert.equal((await runProgram(['report', cut])).output, `agent-access: ${cut} is damaged, or cut; what is left of it: zcat FILE | agent-access report -\n`)
  const packed = join(directory, 'x.log.zst')
  await writeFile(packed, Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]))
  assert.equal((await runProgram(['report', packed])).output, `agent-access: ${packed} is compressed; try: zstdcat FILE | agent-access report -\n`)
  const other = join(directory, 'notes.txt')
  await writeFile(other, 'Call Robin\n')
  const { code, output } = await runProgram(['report', other])
  assert.equal(code, 1)
  assert.match(output, /^agent-access: \S+ is no log that this program reads: no line is about a request\. It reads access logs of nginx, /)
  const unit = await runProgram(['report', '--unit', 'a;b'])
  assert.deepEqual([unit.code, unit.output], [1, 'agent-access: "a;b" is not the name of a unit\n'])
})

test('a log in which 200,000 clients give themselves other names and ask for other paths is counted whole, in 100 MB', { skip: isSanitized ? 'skipped: a sanitizer reserves more' : false }, async () => {
  const line = (index) => JSON.stringify({
    time: '2026-01-02T03:04:05.678Z', level: 'info', event: 'access', client: '127.0.0.0/24', method: 'POST', host: `h${index}`, path: `/nothing-${index}`, route: 'register', status: 201,
    reason: `reason ${index}`, user_agent: `Agent${index}/1.0`, client_name: `agent ${index}`,
  })
  const { code, output } = await run('sh', ['-c', 'ulimit -v 100000 && exec "$1" report --json -', 'sh', binary], { input: Array.from({ length: 200_000 }, (_, index) => `${line(index)}\n`).join('') })
  assert.equal(code, 0, output.slice(0, 500))
  const report = JSON.parse(output)
  assert.deepEqual([report.total.requests, report.total.registrations], [200_000, 200_000])
  for (const list of ['unknown_agents', 'client_names']) assert.ok(report[list].length > 0 && report[list].length <= 10_000, `${list}: ${report[list].length}`)
})

test('lines that another program has written again are read', async () => {
  const again = log.split('\n').filter((line) => line.startsWith('{')).map((line) => {
    const members = Object.entries(JSON.parse(line)).toReversed().map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    return `{ ${members.join(', ')} }\r\n`
  })
  const file = join(directory, 'again.log')
  await writeFile(file, again.join(''))
  const report = await reported(file)
  assert.deepEqual([report.total, report.damaged, report.garbage], [kTotal, 0, 0])
})

/** How each host exports the line that a worker writes; "wrangler tail" prints objects over many lines. */
const kExports = {
  'wrangler tail': (line) => JSON.stringify({
    outcome: 'ok', scriptName: 'agents', exceptions: [], logs: [{ message: [line], level: 'log', timestamp: 1767323045678 }], eventTimestamp: 1767323045670,
    event: { request: { url: 'https://agents.example.com/llms.txt', method: 'GET', headers: { 'user-agent': line }, cf: { colo: 'AMS' } }, response: { status: 200 } },
  }, null, 2),
  Logpush: (line) => JSON.stringify({ EventType: 'fetch', Event: { Request: { URL: 'https://agents.example.com/', Method: 'GET' } }, Logs: [{ Level: 'log', Message: [line], TimestampMs: 1767323045678 }], Outcome: 'ok', ScriptName: 'agents' }),
  'netlify logs --json': (line) => JSON.stringify({ source: 'edge-function', name: 'agent-access', timestamp: '2026-01-02T03:04:05.678Z', level: 'info', message: line }),
  'netlify logs': (line) => `[🌐 agent-access] 2026-01-02T03:04:05.678Z INFO ${line}`,
  'vercel logs --json': (line) => JSON.stringify({ level: 'info', message: line, messageTruncated: false, rowId: '1', source: 'edge-middleware', timestampInMs: 1767323045678, requestMethod: 'GET', requestPath: '/llms.txt', domain: 'agents.example.com', responseStatusCode: 200 }),
  'a log drain of Vercel': (line) => JSON.stringify({ id: '1', deploymentId: 'dpl_1', source: 'edge', host: 'agents.example.com', timestamp: 1767323045678, projectId: 'prj_1', level: 'info', message: `${line}\n` }),
  Deno: (line) => `2026-01-02T03:04:05.678Z info ${line}`,
}
for (const [name, exported] of Object.entries(kExports)) {
  test(`the lines of a worker are read as ${name} exports them`, async () => {
    const file = join(directory, 'exported.log')
    await writeFile(file, `${log.split('\n').filter((line) => line.startsWith('{')).map(exported).join('\n')}\n`)
    const { total, damaged } = await reported(file)
    assert.deepEqual([total, damaged], [kTotal, 0])
  })
}

test('JSON of the report has no character that a terminal acts on', async () => {
  const file = join(directory, 'terminal.log')
  const visit = { time: '2026-01-02T03:04:05.678Z', level: 'info', event: 'access', method: 'GET', path: '/a', route: 'unknown', status: 404, user_agent: 'a\u009b31m\u007f\u202e\u2066\u200f日' }
  await writeFile(file, `${JSON.stringify(visit)}\n`)
  const { code, output } = await runProgram(['report', '--json', file])
  assert.equal(code, 0)
  assert.equal(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/.test(output), false)
  assert.equal(JSON.parse(output).unknown_agents[0].user_agent, visit.user_agent)
})

test('a line of the log behind text of another program is not counted', async () => {
  const file = join(directory, 'forged.log')
  const visit = JSON.stringify({ time: '2026-01-02T03:04:05.678Z', level: 'info', event: 'access', method: 'GET', path: '/a', route: 'file', status: 200 })
  const forged = ['GET / HTTP/1.1 user agent: ', 'Jan  2 03:04:05 host sshd[12]: Invalid user ', '2026-01-02T03:04:05.678Z INFO user agent: ', '{"msg": "no end" ']
  const real = ['', 'Jan  2 03:04:05 host agent-access[123]: ', '2026-01-02T03:04:05.678901234Z stdout F ', 'agent-access-1  | ']
  await writeFile(file, [...forged, ...real].map((text) => `${text}${visit}\n`).join(''))
  const { total, skipped, damaged } = await reported(file)
  assert.deepEqual([total.requests, skipped, damaged], [4, 3, 1]) // the last one is no prefix, but a line that is damaged
})

test('the report as text and as a page escapes what a reader does not see', async () => {
  const file = join(directory, 'hidden.log')
  const visit = (name) => JSON.stringify({ time: '2026-01-02T03:04:05.678Z', level: 'info', event: 'access', method: 'POST', path: '/oauth/register', route: 'register', status: 201, user_agent: `Agent ${name}`, client_name: `name ${name}` })
  await writeFile(file, `${visit('fdp\u202eexe')}\n${visit('a\u200bb\u2066\u009b31m\u{e0041}')}\n`)
  for (const args of [[], ['--html', '-']]) {
    const { output } = await runProgram(['report', ...args, file])
    assert.equal(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\u{e0041}]/u.test(output), false)
    for (const shown of ['name fdp\\u202eexe', 'a\\u200bb\\u2066\\u009b31m\\udb40\\udc41']) assert.ok(output.includes(shown), output)
  }
})

test('a time without a unit is refused with the remedy', async () => {
  for (const name of ['--since', '--until']) {
    const { code, output } = await runProgram(['report', name, '30', logFile])
    assert.deepEqual([code, output], [2, `agent-access: ${name} 30 has no unit; write 30d for days or 30h for hours\n`])
  }
})

test('a log as text is recognized', async () => {
  const file = join(directory, 'text.log')
  await writeFile(file, '2026-01-02T03:04:05.678Z INFO  access path=/ status=200\n')
  const { code, output } = await runProgram(['report', file])
  assert.equal(code, 1)
  assert.match(output, /and the log of this service as JSON \(log\.format = "json", the default\)$/m)
})

const kTime = '28/Nov/2026:00:30:00 +0200'
const combined = (peer, path, agent, forwarded = '-') => `${peer} - - [${kTime}] "GET ${path} HTTP/1.1" 200 5 "-" "${agent}" "${forwarded}"\n`

test('the log of another server is read, rotated and compressed, too', async () => {
  const files = { 'access.log': combined('192.0.2.3', '/', kGptBot), 'access.log.1': `\uFEFF${combined('192.0.2.3', '/a', 'Claude-User/1.0').replace('\n', '\r\n')}`, 'error.log': 'no request\n' }
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
  const members = [combined('192.0.2.3', '/b', kGptBot), '', combined('192.0.2.3', '/c', 'bingbot/2.0')]
  await writeFile(join(directory, 'access.log.2.gz'), Buffer.concat(members.map((text) => gzipSync(text))))
  await writeFile(join(directory, 'access.log.3.gz'), gzipSync(''))
  const report = await reported(...[...Object.keys(files), 'access.log.2.gz', 'access.log.3.gz'].map((name) => join(directory, name)))
  assert.deepEqual([report.lines, report.total.requests, report.skipped, report.days[0].day], [5, 4, 1, '2026-11-27'])
  assert.deepEqual(report.agents.map(({ name, kind }) => [name, kind]), [['Claude-User', 'assistant'], ['bingbot', 'search'], ['GPTBot', 'training']])
  assert.deepEqual(report.formats, [{ name: 'combined', requests: 4 }])
})

test('addresses are compared with lists, and forwarded ones count behind trusted proxies only', async () => {
  const folder = await mkdtemp(join(directory, 'lists-'))
  const list = join(folder, 'gptbot.json')
  await writeFile(list, JSON.stringify({ creationTime: '2026-11-22T16:01:10.000000', prefixes: [{ ipv4Prefix: '192.0.2.0/28' }] }))
  await writeFile(join(folder, 'index.json'), JSON.stringify({ lists: { 'gptbot.json': ['GPTBot'] } }))
  const file = join(directory, 'behind.log')
  await writeFile(file, combined('10.0.0.5', '/', kGptBot, '203.0.113.7, 192.0.2.3') + combined('203.0.113.7', '/', kGptBot, '192.0.2.3') + combined('unix:', '/', kGptBot, '192.0.2.4'))
  const addresses = async (...args) => (await reported(...args, file)).addresses
  assert.deepEqual(await addresses(), { verified: 0, outside: 0, unknown: 3 })
  for (const lists of [folder, `GPTBot=${list}`]) {
    assert.deepEqual(await addresses('--addresses', lists), { verified: 0, outside: 1, unknown: 2 })
    assert.deepEqual(await addresses('--addresses', lists, '--trusted-proxies', '10.0.0.0/8,unix'), { verified: 2, outside: 1, unknown: 0 })
  }
  const page = await runProgram(['report', file, '--addresses', folder, '--html', '-'])
  assert.match(page.output, /OpenAI, training; 3 pages or documents read; 0 in their list, 1 not in it, 2 cannot be told \(list of 2026-11-22\)/)
  const refused = async (...args) => {
    const { code, output } = await runProgram(['report', file, ...args])
    assert.equal(code, 1)
    return output
  }
  assert.equal(await refused('--addresses', `GPTBott=${list}`), `agent-access: --addresses GPTBott=${list}: no agent is called GPTBott; --print-agents prints their names\n`)
  assert.equal(await refused('--addresses', `GPTBot=${file}`), `agent-access: --addresses: ${file} is no list of addresses: it names no networks\n`)
  assert.equal(await refused('--trusted-proxies', '10.0.0'), 'agent-access: --trusted-proxies 10.0.0: write an address, a network such as 10.0.0.0/8, or unix\n')
  await writeFile(join(folder, 'index.json'), '[]')
  assert.equal(await refused('--addresses', folder), `agent-access: --addresses: ${folder}/index.json must be {"lists": {"FILE": ["AGENT", …], …}}\n`)
})
