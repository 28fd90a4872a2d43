// The command line: mistyped words, mistakes in files, JSON output, completion of values, content that is still the example.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { binary, freePort, run, runProgram, startServe, until, writeFiles } from '../support/server.mjs'
import { pair } from '../support/tls.mjs'

const environment = { AGENT_ACCESS_LISTEN_ADDRESS: '127.0.0.1:0', AGENT_ACCESS_LISTEN_ADMIN: '' }

const directory = temporaryFolder('command-line')
const config = join(directory, 'site', 'agent-access.toml')
assert.equal((await runProgram(['init', join(directory, 'site'), '--base-url', 'https://example.com'])).code, 0)

/** The JSON object that a command prints, beside warnings on standard error. */
const jsonOf = (output) => JSON.parse(output.split('\n').find((line) => line.startsWith('{')))

for (const [args, text] of [
  [['serv'], 'unknown command "serv"; did you mean "serve"?'],
  [['check', '--confg', 'x'], 'unknown option "--confg" of agent-access check; did you mean "--config"?'],
  [['completion', 'bash', 'zsh'], 'unexpected argument "zsh" of agent-access completion'],
  [['try'], 'agent-access try needs URL; `agent-access try --help` shows what it takes'],
  [['completion'], 'agent-access completion needs SHELL: bash, zsh, fish;'],
  [['init'], 'agent-access init needs DIR; `agent-access init --help`'],
  [['export', '--host', 'heroku', 'out'], '--host: heroku not in {cloudflare,'],
]) {
  test(`${args.join(' ')}: names what is wrong and ends with 2`, async () => {
    const { code, output } = await runProgram(args)
    assert.equal(code, 2)
    assert.ok(output.startsWith(`agent-access: ${text}`), output)
  })
}

test('the command alone lists its commands, and is wrong usage', async () => {
  const { code, output, stdout } = await runProgram([])
  assert.deepEqual([code, stdout], [2, ''])
  for (const name of ['dev', 'init', 'serve', 'check', 'try', 'report', 'version']) assert.match(output, new RegExp(`^ {2}${name} {2,}\\S`, 'm'))
})

test('the manual page has an example for every command that the help lists', async () => {
  const { stdout: help } = await runProgram(['--help'])
  const { stdout: page } = await runProgram(['man', '1'])
  const commands = [...help.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name)
  const [, ...sections] = /^\.SH COMMANDS\n([\s\S]*?)^\.SH /m.exec(page)[1].split(/^\.SS /m)
  assert.deepEqual(sections.map((section) => /^[a-z]+/.exec(section)[0]).sort(), commands.sort())
  for (const section of sections) assert.match(section, /^\.nf\n(.*\n)?agent\\-access /m, section)
})

test('no line of a help is wider than 80 columns', async () => {
  const { stdout: help } = await runProgram(['--help'])
  const commands = [...help.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name)
  assert.ok(commands.length > 10)
  for (const args of [[], ...commands.map((name) => [name]), ['man'], ['reference']]) {
    const { code, stdout } = await runProgram([...args, '--help'])
    assert.equal(code, 0)
    for (const line of stdout.split('\n')) assert.ok(line.length <= 80, `${args}: ${line}`)
    // A command to paste is never broken.
    for (const line of stdout.slice(stdout.lastIndexOf('Example:')).split('\n').slice(1)) assert.match(line, /^( {2}.*agent-access |[^ ]|$)/)
  }
})

test('no table is wider than 80 columns on such a terminal', async () => {
  const log = join(directory, 'visits.log')
  const visit = (index) => JSON.stringify({ time: '2026-01-02T03:04:05.678Z', level: 'info', event: 'access', method: 'GET', path: `/${'long/'.repeat(20)}${index}`, route: 'file', status: 200, reason: `reason_${'x'.repeat(60)}`, user_agent: 'GPTBot/1.2 日本語' })
  await writeFile(log, `${visit(1)}\n${visit(2)}\n`)
  await using server = await startServe()
  for (const args of [['config'], ['keys'], ['check'], ['export', join(directory, 'a folder with a name that is long enough for a line'.repeat(2))],
    ['report', log], ['try', server.baseUrl], ['try', 'http://127.0.0.1:1']]) {
    const withConfig = ['report', 'try'].includes(args[0]) ? args : [args[0], '--config', config, ...args.slice(1)]
    const { stdout } = await runProgram(withConfig, { environment: { ...environment, COLUMNS: '80' } })
    assert.notEqual(stdout, '')
    const [table] = stdout.split('\nReverse proxy (') // the site is a text to paste
    for (const line of table.split('\n')) assert.ok(line.length <= 80 || args[0] === 'export' && !line.startsWith('/'), `${args[0]}: ${line}`)
    const { stdout: whole } = await runProgram(withConfig, { environment })
    assert.ok(whole.split('\n').length <= stdout.split('\n').length, args[0])
  }
})

test('commands with --config read the agent-access.toml of the folder that they are called in', async () => {
  const at = async (...args) => (await run(binary, args, { cwd: join(directory, 'site'), env: { ...process.env, ...environment } }).catch((error) => error)).stdout
  assert.match(await at('check'), /^ok {4}configuration {2}agent-access\.toml$/m)
  assert.match(await at('config'), /^base_urls +\["https:\/\/example\.com"\] +agent-access\.toml:\d+$/m)
  assert.match(await at('keys'), /signs/)
})

test('init keeps a secret that is there, and writes the rest', async () => {
  const folder = join(directory, 'a site again')
  assert.equal((await runProgram(['init', folder])).code, 0)
  const secret = await readFile(join(folder, 'secret'), 'utf8')
  for (const name of await readdir(folder)) if (name !== 'secret') await rm(join(folder, name))
  const { code, output } = await runProgram(['init', folder])
  assert.equal(code, 0, output)
  assert.ok(output.includes(`'${join(folder, 'secret')}' (was there already, and was kept)`), output)
  assert.equal(await readFile(join(folder, 'secret'), 'utf8'), secret)
  assert.equal((await readdir(folder)).length, 8)
})

test('printed commands run as they are printed, in a folder that a shell would read otherwise', async () => {
  const folder = join(directory, "Robin's $HOME; notes")
  const { output } = await runProgram(['init', folder, '--base-url', 'https://example.com'])
  const quoted = `'${folder.replaceAll("'", "'\\''")}/agent-access.toml'`
  assert.ok(output.includes(`Wrote ${quoted}\n`), output)
  const command = /^ {2}agent-access (check .*)$/m.exec(output)[1]
  const checked = await run('sh', ['-c', `"$0" ${command}`, binary], { env: { ...process.env, ...environment } })
  assert.match(checked.stdout, /^ok {4}configuration /m)
  const exported = await runProgram(['export', '--config', join(folder, 'agent-access.toml'), '--worker', '--host', 'node', join(folder, 'out')])
  const steps = exported.stdout.split('\n').filter((line) => /^ {2}(cd|export) /.test(line)).join('\n')
  const secret = await run('sh', ['-c', `${steps}\nprintf %s "$AGENT_ACCESS_SECRET"; pwd`])
  assert.equal(secret.stdout, `${(await readFile(join(folder, 'secret'), 'utf8')).trim()}${join(folder, 'out')}\n`)
  const missing = await runProgram(['check', '--config', join(folder, 'none.toml')])
  assert.ok(missing.stdout.includes(`cannot read ${quoted.replace('agent-access.toml', 'none.toml')}:`), missing.stdout)
})

test('a secret of few different bytes is refused, and as a previous one accepted with a warning', async () => {
  const folder = join(directory, 'weak')
  assert.equal((await runProgram(['init', folder, '--base-url', 'https://example.com'])).code, 0)
  await writeFile(join(folder, 'old'), 'a'.repeat(40))
  const refused = await runProgram(['check', '--config', join(folder, 'agent-access.toml')], { environment: { ...environment, AGENT_ACCESS_SECRET_FILE: join(folder, 'old') } })
  assert.equal(refused.code, 1)
  assert.match(refused.output, /^FAIL .*secret: \S+\/old holds 1 different byte, which can be guessed; write 32 random bytes into a new file/m)
  const previous = await runProgram(['check', '--config', join(folder, 'agent-access.toml')], { environment: { ...environment, AGENT_ACCESS_SECRET_PREVIOUS_FILES: join(folder, 'old') } })
  assert.equal(previous.code, 0, previous.output)
  assert.match(previous.output, /^warn .*\/old holds 1 different byte, which can be guessed, and is accepted because secret\.previous_files names it; remove it soon$/m)
})

test('--config wins over AGENT_ACCESS_CONFIG', async () => {
  const environmentOfOther = { AGENT_ACCESS_CONFIG: join(directory, 'other.toml') }
  const { code, output } = await runProgram(['config', '--config', config], { environment: environmentOfOther })
  assert.equal(code, 0, output)
  assert.ok(output.includes(`${config}:`), output)
  assert.equal((await runProgram(['config'], { environment: environmentOfOther })).code, 1)
})

test('an address that the machine does not have is named with those that it has', async () => {
  const away = { ...environment, AGENT_ACCESS_LISTEN_ADDRESS: '192.0.2.7:8080' }
  const kWhy = 'this machine does not have that address; it has (\\S+, )*127\\.0\\.0\\.1(, \\S+)*; 0\\.0\\.0\\.0 stands for all that it has'
  const checked = await runProgram(['check', '--config', config], { environment: away })
  assert.equal(checked.code, 1)
  assert.match(checked.output, new RegExp(`^FAIL {2}listen\\.address +192\\.0\\.2\\.7:8080: ${kWhy}`, 'm'))
  const served = await runProgram(['serve', '--config', config], { environment: away })
  assert.equal(served.code, 1)
  assert.match(served.output, new RegExp(`cannot listen on 192\\.0\\.2\\.7:8080: ${kWhy}`, 'm'))
})

for (const [url, remedy] of [
  ['https://Example.com', 'write the host without capital letters: its text is compared byte for byte'],
  ['https://example.com ', 'remove the space: a base URL has none'],
  ['https://my_site.example', 'a host name has letters, digits and hyphens only: the underscore is not allowed'],
  ['https://*.example.com', 'write each host name in full: a base URL has no *'],
  ['https://example.com:80443', 'write the port as a number from 1 to 65535 that does not begin with 0, or leave it out'],
  ['https://example.com/agents', 'remove the path: agents look for documents at the root of a host, so a site such as https://name.github.io/repo needs a host name of its own'],
]) {
  test(`init refuses the base URL "${url}" with its own reason`, async () => {
    const { code, output } = await runProgram(['init', join(directory, 'refused'), '--base-url', url])
    assert.deepEqual([code, output], [2, `agent-access: "${url}": ${remedy}\n`])
  })
}

test('check warns of settings that trust or show too much, and of a host without its twin', async () => {
  const more = { ...environment, AGENT_ACCESS_BASE_URLS: 'https://port.test', AGENT_ACCESS_LISTEN_ADDRESS: '0.0.0.0:0', AGENT_ACCESS_LISTEN_ADMIN: '[::]:0', AGENT_ACCESS_LIMITS_TRUSTED_PROXIES: '0.0.0.0/0' }
  const { code, output } = await runProgram(['check', '--config', config], { environment: more })
  assert.equal(code, 0, output)
  const warned = [...output.matchAll(/^warn +exposure +(\S+): (\S+) /gm)].map(([, setting, value]) => `${setting} ${value}`)
  assert.deepEqual(warned, ['limits.trusted_proxies 0.0.0.0/0', 'listen.address 0.0.0.0:0', 'listen.admin [::]:0', 'base_urls https://port.test'])
})

test('--help and --version are no errors', async () => {
  for (const args of [['--help'], ['--version'], ['check', '--help']]) assert.equal((await runProgram(args)).code, 0)
})

test('check names mistakes in TOML and JSON with line, column and what was found', async () => {
  const folder = join(directory, 'broken')
  await writeFiles(folder, {
    'a.toml': '[listen]\naddress = 127.0.0.1:8080\n',
    'b.toml': 'base_urls = ["https://müller.example"]\n',
    'c.toml': 'base_urls = ["http://localhost"]\n',
    'profile.json': '{\n  "a": 1, // one\n}',
    'site.json': '\uFEFF{}',
    'faq.json': '{\n  "questions": [1,]\n}',
    secret: 'x'.repeat(43),
  })
  const check = async (name) => (await runProgram(['check', '--config', join(folder, name)], { environment })).output
  assert.match(await check('a.toml'), /a\.toml:2:\d+: not valid TOML: a text needs double quotes: address = "127\.0\.0\.1:8080"/)
  assert.match(await check('b.toml'), /"https:\/\/müller\.example": write an international host name in its ASCII form, whose labels begin with xn--$/m)
  const output = await check('c.toml')
  assert.match(output, /profile\.json:2:11: the profile is not valid JSON: found a comment, which JSON does not have; remove it/)
  assert.match(output, /site\.json:1:1: the file is not valid JSON: found a byte order mark before the text/)
  assert.match(output, /faq\.json:2:18: the file is not valid JSON: found a comma before the \]; remove the comma/)
})

test('init asks for base URLs only if it was given none', async () => {
  const folder = temporaryFolder('init')
  const next = async (name, ...args) => /^Next: .*$/m.exec((await runProgram(['init', join(folder, name), ...args])).output)[0]
  assert.equal(await next('named', '--base-url', 'https://robin.example'), 'Next: replace the examples, then')
  assert.equal(await next('plain'), `Next: edit base_urls in ${join(folder, 'plain', 'agent-access.toml')} and replace the examples, then`)
})

test('check and serve warn about content that is still the example', async () => {
  const { code, output } = await runProgram(['check', '--config', config], { environment })
  assert.equal(code, 0, output)
  for (const warning of ['example +base_urls: https://example.com is', 'profile +content.profile: is still the example of `init`, so it is not published: agents get an empty profile\\. Replace', 'site +content.site: is still', 'faq +content.faq: is still']) {
    assert.match(output, new RegExp(`^warn +${warning} `, 'm'))
  }
  const example = async (name) => (await import(`../../web/example/${name}`, { with: { type: 'json' } })).default
  await using server = await startServe({ files: { 'site.json': await example('site.json') } })
  await until(() => server.program.output.includes('content.site: is still the example'), 'the warning')
  assert.doesNotMatch(server.program.output, /content\.profile: is still/)
})

test('check prints a proxy configuration without TLS, and none with it', async () => {
  const proxied = { ...environment, AGENT_ACCESS_LISTEN_ADDRESS: `127.0.0.1:${await freePort()}` }
  assert.match((await runProgram(['check', '--config', config], { environment: proxied })).output, /proxy_pass/)
  const tls = { ...proxied, AGENT_ACCESS_TLS_CERTIFICATE: pair.certificate, AGENT_ACCESS_TLS_KEY: pair.key }
  const { output } = await runProgram(['check', '--config', config], { environment: tls })
  assert.match(output, /^\w+ +tls /m)
  assert.doesNotMatch(output, /proxy_pass/)
})

test('version, config, check, export and health print JSON', async () => {
  const version = jsonOf((await runProgram(['version', '--json'])).output)
  assert.match(version.version, /^\d+\.\d+\.\d+$/)

  const { settings } = jsonOf((await runProgram(['config', '--config', config, '--json'], { environment })).output)
  const setting = (name) => settings.find((candidate) => candidate.name === name)
  assert.deepEqual(setting('base_urls').value, ['https://example.com'])
  assert.deepEqual([setting('keys.rotation').value, setting('keys.rotation').from], ['7d', 'default'])
  assert.equal(setting('content.pages').value, true)
  assert.match(setting('secret (fingerprint)').value, /^[0-9a-f]+$/)

  const check = await runProgram(['check', '--config', config, '--json'], { environment })
  const { ok, results } = JSON.parse(check.output)
  assert.deepEqual([check.code, ok], [0, true])
  assert.ok(results.some(({ grade, subject }) => grade === 'ok' && subject === 'crypto'))
  assert.ok(results.some(({ grade, subject }) => grade === 'warn' && subject === 'example'))
  const failed = await runProgram(['check', '--config', join(directory, 'none.toml'), '--json'])
  assert.equal(failed.code, 1)
  assert.equal(JSON.parse(failed.output).results.at(-1).grade, 'fail')

  const exported = jsonOf((await runProgram(['export', '--config', config, join(directory, 'out'), '--json'])).output)
  assert.equal(exported.hosts[0].host, 'example.com')
  assert.ok(exported.dynamic.some(({ method, path }) => method === 'POST' && path === '/oauth/token'))

  await using server = await startServe()
  const ready = await runProgram(['health', '--config', server.configFile, '--json'])
  assert.deepEqual([ready.code, JSON.parse(ready.output)], [0, { ready: true }])
  await server.program.stop()
  const gone = await runProgram(['health', '--config', server.configFile, '--json'])
  assert.equal(gone.code, 1)
  assert.equal(JSON.parse(gone.output).ready, false)
})

/** What bash offers for the last of `words`, in a folder with a file and a folder. */
async function offered(...words) {
  const folder = await mkdtemp(join(directory, 'completion-'))
  await writeFiles(folder, { 'a file.toml': '', 'folder/x': '' })
  const { output: script } = await runProgram(['completion', 'bash'])
  const source = `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _agent_access; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await run('bash', ['--norc', '-c', source, 'bash', 'agent-access', ...words], { cwd: folder })
  return stdout.split('\n').filter((line) => line !== '')
}

test('bash completes commands, options and their values', async () => {
  assert.deepEqual(await offered('ser'), ['serve'])
  assert.deepEqual(await offered('check', '--c'), ['--config'])
  assert.deepEqual(await offered('check', '--config', 'a'), ['a file.toml'])
  assert.deepEqual(await offered('try', 'http://x', '--only', ''), ['access', 'discovery'])
  assert.deepEqual(await offered('completion', ''), ['bash', 'zsh', 'fish', '--help'])
  assert.deepEqual(await offered('init', ''), ['folder'])
  assert.deepEqual(await offered('dev', '--site', ''), ['folder'])
  assert.deepEqual(await offered('keys', '--at', ''), [])
})

test('check --dns prints only records for a zone file, and says that there is none for an address', async () => {
  const { code, stdout } = await runProgram(['check', '--dns', '--config', config], { environment: { ...environment, AGENT_ACCESS_BASE_URLS: 'https://example.com,https://www.example.com' } })
  assert.equal(code, 0, stdout)
  assert.match(stdout, /^; Optional, /)
  const records = stdout.split('\n').filter((line) => line !== '' && !line.startsWith(';'))
  const hosts = ['example.com', 'www.example.com']
  const https = hosts.map((host) => `${host}. 3600 IN HTTPS 1 . alpn="h2,http/1.1"`)
  assert.deepEqual(records, [...https, ...hosts.map((host) => `_index._agents.${host}. 3600 IN SVCB 1 ${host}. alpn="h2,http/1.1" port="443"`)])
  const local = await runProgram(['check', '--dns', '--config', config], { environment: { ...environment, AGENT_ACCESS_BASE_URLS: 'http://127.0.0.1:8080' } })
  assert.deepEqual([local.code, local.stdout], [1, ''])
  assert.match(local.output, /FAIL +dns +base_urls has no host name/)
  assert.equal((await runProgram(['check', '--dns', '--proxy', 'nginx', '--config', config])).code, 2)
})

test('a configuration of init turns on the ARD manifest and Markdown forms, which are off without a file', async () => {
  const settingsOf = async (args) => JSON.parse((await runProgram(['config', '--json', ...args])).stdout).settings
  const valueOf = (settings, name) => settings.find((setting) => setting.name === name).value
  const [written, bare] = await Promise.all([settingsOf(['--config', config]), settingsOf([])])
  for (const name of ['discovery.ard', 'discovery.page_markdown']) assert.deepEqual([valueOf(written, name), valueOf(bare, name)].map(String), ['true', 'false'], name)
})
