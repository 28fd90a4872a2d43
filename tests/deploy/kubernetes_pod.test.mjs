// What the pod of deploy/kubernetes runs: the program in the root of the image, as the user, with the environment and the volumes of the
// rendered objects. Only the two addresses differ where it serves, as other programs may have these ports.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { eventually, missing, onlyRoot, propagation, statusOf } from '../support/faults.mjs'
import { inImage, makeImage } from '../support/image.mjs'
import { choose, containerOf, environmentOf, mountVolumes, noKustomize, podOf, render, siteFolder } from '../support/kubernetes.mjs'
import { freePort, Program } from '../support/server.mjs'
import { exchangeOne, request } from '../support/raw.mjs'

const skip = { skip: noKustomize || onlyRoot || missing('unshare', '--mount', '--net', '--propagation', propagation, 'true') }
const kAddresses = ['AGENT_ACCESS_LISTEN_ADDRESS', 'AGENT_ACCESS_LISTEN_ADMIN']

let folder, root, objects
before(async () => {
  if (skip.skip) return
  folder = await siteFolder()
  await choose(folder, ['gateway-api', 'service-monitor'])
  objects = await render(folder.site)
  root = await makeImage()
  await mountVolumes(objects, root)
})
after(async () => {
  await folder?.remove()
  if (root) await rm(join(root, '..'), { recursive: true, force: true })
})

/** Runs a command in the pod to its end: { code, output, stdout }. */
async function inPod(args, environment = environmentOf(objects)) {
  const { runAsUser: user, runAsGroup: group } = podOf(objects).spec.securityContext
  const program = new Program(args, environment, { wrap: inImage(root, { user, group, network: 'own' }) })
  return { ...await program.ended, output: program.output, stdout: program.stdout }
}

// What the pod listens on is reached by the others of the cluster that its NetworkPolicy allows.
const kExposed = [/^listen\.address: 0\.0\.0\.0:8080 may be reached from outside, without TLS/, /^listen\.admin: 0\.0\.0\.0:9464 may be reached from outside/,
  /^base_urls: https:\/\/example\.com is there without https:\/\/www\.example\.com/]

test('check finds nothing wrong with the mounted files and the settings, as the user of the pod', skip, async () => {
  const { code, output } = await inPod(['check'])
  assert.equal(code, 0, output)
  for (const line of [/^ok {4}configuration {2}\/etc\/agent-access\/agent-access\.toml$/m, /^ok {4}secret {9}fingerprint [0-9a-f]{8}, 0 previous$/m, /^ok {4}listen\.address 0\.0\.0\.0:8080 is free$/m, /^ok {4}listen\.admin {3}0\.0\.0\.0:9464 is free$/m]) assert.match(output, line)
  const warnings = output.split('\n').filter((line) => line.startsWith('warn') && !line.startsWith('warn  example'))
  assert.equal(warnings.length, kExposed.length, output)
  for (const [at, line] of warnings.entries()) assert.match(line.replace(/^warn {2}exposure +/, ''), kExposed[at])
})

test('every variable is a setting that config takes from it', skip, async () => {
  const { code, stdout, output } = await inPod(['config', '--json'])
  assert.equal(code, 0, output)
  const { AGENT_ACCESS_CONFIG, ...variables } = environmentOf(objects)
  assert.equal(AGENT_ACCESS_CONFIG, '/etc/agent-access/agent-access.toml')
  const taken = JSON.parse(stdout).settings.filter(({ name, from }) => from?.startsWith('environment') && /^[a-z0-9_.]+$/.test(name)).map(({ name }) => `AGENT_ACCESS_${name.toUpperCase().replace('.', '_')}`)
  assert.deepEqual(taken.sort(), Object.keys(variables).sort())
  assert.equal(Object.keys(variables).length, 7)
})

test('it serves, answers the probes, knows clients behind the controller, and drains within the grace period', skip, async () => {
  const [port, adminPort] = [await freePort(), await freePort()]
  const environment = { ...environmentOf(objects), [kAddresses[0]]: `127.0.0.1:${port}`, [kAddresses[1]]: `127.0.0.1:${adminPort}` }
  const { args, startupProbe, livenessProbe, readinessProbe } = containerOf(objects)
  await using program = new Program(args, environment, { wrap: inImage(root) })
  await program.waitFor(port)
  await program.waitFor(adminPort)
  assert.match(statusOf(program.pid, 'Uid'), /^65532\s+65532\s+65532\s+65532$/)
  // As the kubelet asks: Host is the address of the pod.
  const probe = async ({ httpGet }) => {
    const options = { port: adminPort, host: '10.244.3.5:9464', fields: ['User-Agent: kube-probe/1.32', 'Accept: */*', 'Connection: close'] }
    return (await exchangeOne(request('GET', httpGet.path, options), options)).answer.status
  }
  await eventually(async () => (await probe(readinessProbe)) === 200, 'a pod that is ready')
  assert.deepEqual([await probe(startupProbe), await probe(livenessProbe)], [200, 200])
  const get = async (path, fields = []) => {
    const options = { port, host: 'example.com', fields: ['Connection: close', ...fields] }
    return (await exchangeOne(request('GET', path, options), options)).answer.status
  }
  // The client, and a controller with an address of the pod network.
  assert.equal(await get('/oauth/token', ['X-Forwarded-For: 203.0.113.7, 10.244.3.9']), 405)
  await eventually(() => program.output.includes('"client":"203.0.113.0/24"'), 'the address of the client in the log')
  program.signal('SIGTERM')
  await eventually(async () => (await probe(readinessProbe)) === 503, 'a pod that is not ready')
  assert.equal(await probe(livenessProbe), 200)
  assert.equal(await get('/llms.txt'), 200)
  program.signal('SIGTERM')
  assert.deepEqual(await program.ended, { code: 1, signal: null })
})

test('the grace period is longer than drain_delay and the requests in flight', skip, () => {
  assert.equal(environmentOf(objects).AGENT_ACCESS_LISTEN_DRAIN_DELAY, '10s')
  assert.ok(podOf(objects).spec.terminationGracePeriodSeconds > 10 + 25)
})
