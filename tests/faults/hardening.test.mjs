// What the process disables before it serves: core files, tracing, new privileges.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually, injectFaults, missing, noStrace, onlyRoot, startVictim, statusOf } from '../support/faults.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { Program, startServe } from '../support/server.mjs'
import { readProfile, register, token } from '../support/steps.mjs'

const limitOf = (pid, name) => new RegExp(`^${name}\\s+(\\S+)\\s+(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/limits`, 'latin1')).slice(1)

async function withServer(options, check) {
  await using server = await startServe(options)
  await check(server, server.program.pid)
}

test('no core file, no new privileges, no tracing by its own user', async () => {
  await withServer({}, (server, pid) => {
    assert.equal(statusOf(pid, 'NoNewPrivs'), '1')
    assert.deepEqual(limitOf(pid, 'Max core file size'), ['0', '0'])
    // Files of a process that is not dumpable belong to root.
    assert.equal(statSync(`/proc/${pid}/mem`).uid, 0)
    assert.equal(statSync(`/proc/${pid}/environ`).uid, 0)
  })
})

test('a crash leaves no core', async () => {
  await withServer({}, async (server) => {
    server.program.signal('SIGABRT')
    const how = await server.program.ended
    assert.equal(how.signal, 'SIGABRT')
    assert.ok(!existsSync(server.path('core')) && !existsSync('core'))
  })
})

test('secrets are in locked memory', async () => {
  await withServer({}, (server, pid) => {
    const limit = limitOf(pid, 'Max locked memory')[0]
    const locked = Number.parseInt(statusOf(pid, 'VmLck'), 10)
    if (limit === 'unlimited' || Number(limit) >= 1024 * 1024) assert.ok(locked > 0, `VmLck ${locked} kB`)
    assert.doesNotMatch(server.program.output, /may reach swap/)
  })
})

const noPrlimit = missing('prlimit', '--memlock=0', '/bin/true')
// For root the limit does not apply.
const dropped = process.getuid() === 0 ? ['setpriv', '--bounding-set=-ipc_lock', '--inh-caps=-ipc_lock', '--ambient-caps=-ipc_lock', '--'] : []
const noDrop = dropped.length === 0 ? false : missing(...dropped, '/bin/true')
test('too little lockable memory is a warning and does not stop the start', { skip: noPrlimit || noDrop }, async () => {
  await withServer({ wrap: ['prlimit', '--memlock=0:0', ...dropped] }, async (server) => {
    await eventually(() => server.program.output.includes('"event":"start"'), 'the start')
    assert.match(server.program.output, /secrets may reach swap/)
    const client = await register(server.baseUrl)
    assert.equal((await readProfile(server.baseUrl, await token(server.baseUrl, client))).status, 200)
  })
})

const noNobody = onlyRoot || missing('getent', 'passwd', 'nobody')
test('started as root it stays root, and warns', { skip: onlyRoot }, async () => {
  await withServer({}, async (server) => {
    await eventually(() => server.program.output.includes('"event":"start"'), 'the start')
    assert.match(server.program.output, /running as root; start it as a user of its own/)
  })
})

for (const call of ['setgroups', 'setresgid', 'setresuid']) {
  test(`if ${call} fails, check --as reads no file as root`, { skip: noNobody || noStrace }, async () => {
    await withServer({}, async (server) => {
      const wrap = ['strace', '-D', '-f', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:error=EPERM`]
      const program = new Program(['check', '--as', 'nobody', '--config', server.configFile], {}, { wrap })
      const { code } = await program.ended
      assert.equal(code, 1, program.output)
      assert.match(program.output, /^FAIL {2}user +cannot become the user "nobody"/m)
      assert.doesNotMatch(program.output, /configuration/)
    })
  })
}

test('it opens no connection while it serves and reloads', { skip: noStrace }, async () => {
  await using server = await startVictim()
  const tracer = await injectFaults(server.program.pid, 'connect,execve,fork,vfork:error=EPERM')
  const client = await register(server.baseUrl)
  const jwt = await token(server.baseUrl, client)
  assert.equal((await readProfile(server.baseUrl, jwt)).status, 200)
  await server.program.reload()
  assert.doesNotMatch(await tracer.stop(), /(connect|execve|fork)\(/)
})

const units = ['agent-access.service', 'agent-access@.service', 'agent-access.socket', 'agent-access-admin.socket'].map((name) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)))
const [unit] = units
test('systemd-analyze rates the exposure of the unit file as low', { skip: missing('systemd-analyze', '--version') }, () => {
  const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], { encoding: 'utf8' })
  const score = /Overall exposure level[^:]*: ([\d.]+)/.exec(stdout)
  assert.ok(score, stdout + stderr)
  assert.ok(Number(score[1]) <= 1.2, `exposure ${score[1]}`)
})

test('with the drop-in for socket activation systemd-analyze rates the unit as safe', { skip: missing('systemd-analyze', '--version') }, async () => {
  const folder = temporaryFolder('unit')
  // A drop-in applies as if its lines followed those of the unit.
  const both = `${readFileSync(unit, 'utf8')}\n${readFileSync(new URL('../../deploy/systemd/socket-activated.conf', import.meta.url), 'utf8')}`
  await writeFile(join(folder, 'agent-access.service'), both)
  const { stdout, stderr } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', join(folder, 'agent-access.service')], { encoding: 'utf8' })
  const score = /Overall exposure level[^:]*: ([\d.]+)/.exec(stdout)
  assert.ok(score, stdout + stderr)
  assert.ok(Number(score[1]) <= 0.5, `exposure ${score[1]}`)
})

test('systemd-analyze verify accepts the unit files', { skip: missing('systemd-analyze', '--version') }, () => {
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' })
  // The program is not installed where the unit looks for it.
  const complaints = `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !/\/usr\/bin\/agent-access is not executable/.test(line))
  assert.deepEqual(complaints, [])
})

test('the unit of further sites is the first one, with the files of its site', () => {
  const [first, further] = units.map((file) => readFileSync(file, 'utf8').replace(/^#.*\n/, ''))
  assert.equal(further, first.replace(/(Description=.*)/, '$1 (%i)').replaceAll('/etc/agent-access/', '/etc/agent-access/%i/'))
})

/** The last value of each setting by section: { Unit: { After: 'network.target' } }. */
function settingsOf(text) {
  const sections = {}
  let section
  for (const line of text.split('\n').map((each) => each.trim()).filter((each) => each !== '' && !each.startsWith('#'))) {
    const begin = /^\[(\w+)\]$/.exec(line)
    if (begin) {
      section = sections[begin[1]] ??= {}
      continue
    }
    const [, name, value] = /^(\w+)=(.*)$/.exec(line)
    section[name] = value
  }
  return sections
}

test('the unit restarts the program after any number of quick crashes, watches it and bounds its memory', () => {
  const { Unit, Service } = settingsOf(readFileSync(unit, 'utf8'))
  // systemd.unit(5): an interval of 0 switches the limit of starts off. Its default is 5 starts in 10 seconds.
  assert.equal(Unit.StartLimitIntervalSec, '0')
  // systemd.service(5): on-failure covers exit codes, signals, timeouts and the watchdog.
  assert.equal(Service.Restart, 'on-failure')
  assert.equal(Service.RestartSec, '500ms')
  assert.equal(Service.WatchdogSec, '30')
  assert.equal(Service.Type, 'notify')
  assert.equal(Service.MemoryMax, '1G')
  // What `check` and `init` know of the unit (src/app/config/unit.hpp).
  assert.deepEqual([Service.User, Service.ProtectHome, Service.PrivateTmp], ['agent-access', 'yes', 'yes'])
  assert.equal(Unit.ConditionPathExists, '/etc/agent-access/agent-access.toml')
})
