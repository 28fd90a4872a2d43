// The first process of the namespaces: runs the services of deploy/compose.fleet.yaml as an engine would, each on a machine of its own at its address,
// with its command, user, settings and files, and replaces the replicas one after the other under load, as docs/containers.md says.
// Writes { site, replaced, requests, failures } or { error } into a file. It ends when its input does, and everything with it.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { startCrowd } from '../fleet/crowd.mjs'
import { makeHostAt, makeNetwork } from '../fleet/hosts.mjs'
import { eventually } from '../support/faults.mjs'
import { inImage } from '../support/image.mjs'
import { Program } from '../support/server.mjs'

const { file, folder, root, ca, result } = JSON.parse(process.argv[2])
process.stdin.on('end', () => process.exit(1)).resume()
const { services, secrets } = load(readFileSync(file, 'utf8'))
const kReplicas = ['one', 'two']
const kPatienceMs = 60_000
const kHaproxy = '172.30.77.10'

makeNetwork('172.30.77.1/24')
const hosts = Object.fromEntries(Object.entries(services).map(([name, { networks }]) => [name, makeHostAt(name, networks.fleet.ipv4_address, 24)]))
const clients = makeHostAt('clients', '172.30.77.200', 24)
// Agents have addresses of their own, which only HAProxy answers.
execFileSync('ip', ['-n', 'haproxy', 'route', 'add', '10.77.0.0/16', 'dev', 'eth0'])

/** Copies what a service mounts below `base`, with owner and mode. */
function mount({ volumes = [], secrets: names = [] }, base) {
  const mounts = [...volumes.map((text) => text.split(':')), ...names.map((name) => [secrets[name].file, `/run/secrets/${name}`])]
  for (const [from, to] of mounts) {
    mkdirSync(join(base, to, '..'), { recursive: true })
    execFileSync('cp', ['-aT', join(folder, from), join(base, to)])
  }
}

/** Starts the command of a service as its user, with the namespace's own settings of the kernel. */
function start(name, [program, ...words]) {
  const { user, sysctls = {} } = services[name]
  for (const [key, value] of Object.entries(sysctls)) execFileSync('ip', ['netns', 'exec', name, 'sysctl', '-q', '-w', `${key}=${value}`])
  const [uid, gid] = user.split(':')
  const [command, ...rest] = [...hosts[name].wrap, 'setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--bounding-set=-all', '--no-new-privs', program, ...words]
  spawn(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] })
}

const inReplica = (name, args) => new Program(args, services[name].environment, { wrap: [...hosts[name].wrap, ...inImage(root)] })
async function run(name, args) {
  const program = inReplica(name, args)
  return { ...await program.ended, output: program.output, stdout: program.stdout }
}
const [, ...healthCheck] = services.one.healthcheck.test.slice(1)
const isHealthy = async (name) => (await run(name, healthCheck)).code === 0
const untilHealthy = (name) => eventually(() => isHealthy(name), `${name} to be healthy`, kPatienceMs)
const metrics = async (name) => (await fetch(`http://${hosts[name].address}:9464/metrics`)).text()
const tokensOf = async (name) => Number(/^agent_access_tokens_issued_total (\d+)$/m.exec(await metrics(name))[1])

const record = { replaced: [] }
const programs = {}
let crowd
try {
  for (const name of kReplicas) mount(services[name], root)
  // /run and /etc/haproxy are those of this namespace.
  execFileSync('mount', ['-t', 'tmpfs', 'compose', '/etc/haproxy'])
  const printed = await run('one', ['check', '--proxy', 'haproxy', '--replica', `one=${hosts.one.address}:8080`, '--replica', `two=${hosts.two.address}:8080`])
  if (printed.code !== 0) throw new Error(printed.output)
  record.site = printed.stdout
  writeFileSync(join(folder, 'haproxy/haproxy.cfg'), printed.stdout)
  for (const name of kReplicas) programs[name] = inReplica(name, ['serve'])
  for (const name of kReplicas) await untilHealthy(name)
  mount(services.haproxy, '/')
  start('haproxy', ['/usr/sbin/haproxy', '-db', ...services.haproxy.command.slice(1)])
  await eventually(() => fetch(`http://${kHaproxy}/`, { redirect: 'manual' }).then(() => true, () => false), 'HAProxy', kPatienceMs)
  crowd = await startCrowd(clients, { agents: 6, address: kHaproxy, host: 'example.com', ca })
  for (const name of kReplicas) {
    record.replaced.push(await programs[name].stop())
    programs[name] = inReplica(name, ['serve'])
    await untilHealthy(name)
    await crowd.complete(30)
    // HAProxy sends it requests again once its own checks have passed.
    await eventually(async () => await tokensOf(name) > 0, `${name} to issue a token`, kPatienceMs)
  }
  await crowd.stop()
  Object.assign(record, { requests: crowd.requests.length, failures: crowd.failures() })
} catch (error) {
  record.error = `${error.stack}\n${Object.values(programs).map(({ output }) => output.slice(-2_000)).join('\n')}`
}
writeFileSync(result, JSON.stringify(record))
process.exit(0) // with the first process of the namespaces all others end
