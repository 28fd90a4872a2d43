// deploy/kubernetes as kustomize renders it: every object fits the API, and says what the pod needs.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { choose, containerOf, environmentOf, find, manifests, noKustomize, podOf, render, siteFolder } from '../support/kubernetes.mjs'
import { typeComplaints, valueComplaints } from '../support/kubernetes_types.mjs'
import { shellBlocks } from '../support/markdown.mjs'
import { binary, run } from '../support/server.mjs'

const skip = { skip: noKustomize }
const kName = { 'app.kubernetes.io/name': 'agent-access' }
const kAll = ['gateway-api', 'service-monitor']
const kVariants = [[], ...kAll.map((name) => [name]), ['gateway-api', 'service-monitor'], kAll]

let folder
const variants = new Map()
before(async () => {
  if (noKustomize) return
  folder = await siteFolder()
  for (const components of kVariants) {
    await choose(folder, components)
    variants.set(components.join(' and ') || 'the base alone', await render(folder.site))
  }
})
after(() => folder?.remove())

const ofAll = () => [...variants.values()].at(-1)
const policies = () => ofAll().filter(({ kind }) => kind === 'NetworkPolicy')

test('every folder is the base, the site or a component that is rendered here', () => {
  assert.deepEqual(globSync('*/kustomization.yaml', { cwd: manifests }).sort(), ['base', ...kAll, 'site'].map((name) => `${name}/kustomization.yaml`).sort())
})

test('every object fits the types of the API, which know no other field', skip, async () => {
  const complaints = await typeComplaints([...variants.values()].flat())
  assert.equal(complaints, '')
})

test('every value is one that the API admits', skip, async () => {
  for (const [name, objects] of variants) {
    assert.ok(objects.length >= 10, name)
    for (const object of objects) assert.equal(await valueComplaints(object), '', `${name}: ${object.kind} ${object.metadata.name}`)
  }
})

test('the pod runs without rights, as the Pod Security Standard restricted demands', skip, () => {
  const { spec } = podOf(ofAll())
  assert.deepEqual(spec.securityContext, { fsGroup: 65532, runAsGroup: 65532, runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } })
  assert.deepEqual(spec.containers.map(({ securityContext }) => securityContext), [{ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true }])
  assert.equal(spec.automountServiceAccountToken, false)
  assert.equal(find(ofAll(), 'ServiceAccount').automountServiceAccountToken, false)
  assert.equal(spec.enableServiceLinks, false)
  assert.equal(find(ofAll(), 'Namespace').metadata.labels['pod-security.kubernetes.io/enforce'], 'restricted')
  assert.match(readFileSync(join(manifests, '../Containerfile'), 'utf8'), /^USER 65532:65532$/m)
  for (const { readOnly } of spec.containers[0].volumeMounts) assert.equal(readOnly, true)
})

test('every selector selects the pods, and nothing else of the site', skip, () => {
  assert.deepEqual(podOf(ofAll()).metadata.labels, kName)
  assert.deepEqual(find(ofAll(), 'Deployment').spec.selector, { matchLabels: kName })
  for (const name of ['agent-access', 'agent-access-metrics']) assert.deepEqual(find(ofAll(), 'Service', name).spec.selector, kName)
  assert.deepEqual(find(ofAll(), 'PodDisruptionBudget').spec.selector, { matchLabels: kName })
  assert.deepEqual(policies().map(({ spec }) => spec.podSelector), Array(3).fill({ matchLabels: kName }))
  const spread = podOf(ofAll()).spec.topologySpreadConstraints
  assert.deepEqual(spread.map(({ topologyKey, labelSelector }) => [topologyKey, labelSelector]), [['kubernetes.io/hostname', { matchLabels: kName }], ['topology.kubernetes.io/zone', { matchLabels: kName }]])
  assert.deepEqual(find(ofAll(), 'HorizontalPodAutoscaler').spec.scaleTargetRef, { apiVersion: 'apps/v1', kind: 'Deployment', name: find(ofAll(), 'Deployment').metadata.name })
  const metrics = find(ofAll(), 'Service', 'agent-access-metrics')
  assert.deepEqual(find(ofAll(), 'ServiceMonitor').spec.selector.matchLabels, metrics.metadata.labels)
  assert.notDeepEqual(find(ofAll(), 'Service', 'agent-access').metadata.labels, metrics.metadata.labels)
})

test('the autoscaler decides how many pods there are, never fewer than two, and a disruption takes one', skip, () => {
  assert.equal(find(ofAll(), 'Deployment').spec.replicas, undefined)
  assert.deepEqual(find(ofAll(), 'Deployment').spec.strategy.rollingUpdate, { maxSurge: 1, maxUnavailable: 0 })
  assert.equal(find(ofAll(), 'HorizontalPodAutoscaler').spec.minReplicas, 2)
  assert.equal(find(ofAll(), 'PodDisruptionBudget').spec.maxUnavailable, 1)
  assert.ok(containerOf(ofAll()).resources.requests.cpu, 'what the autoscaler computes with')
})

test('all ports are those at which the program listens', skip, () => {
  const environment = environmentOf(ofAll())
  assert.deepEqual(containerOf(ofAll()).ports, [{ name: 'http', containerPort: 8080 }, { name: 'admin', containerPort: 9464 }])
  assert.equal(environment.AGENT_ACCESS_LISTEN_ADDRESS, '0.0.0.0:8080')
  assert.equal(environment.AGENT_ACCESS_LISTEN_ADMIN, '0.0.0.0:9464')
  const service = find(ofAll(), 'Service', 'agent-access').spec.ports[0]
  assert.deepEqual([service.name, service.port, service.targetPort], ['http', 80, 'http'])
  assert.deepEqual(find(ofAll(), 'HTTPRoute', 'agent-access').spec.rules[0].backendRefs, [{ name: 'agent-access', port: 80 }])
  assert.deepEqual(find(ofAll(), 'Service', 'agent-access-metrics').spec.ports, [{ name: 'admin', port: 9464, targetPort: 'admin' }])
  assert.deepEqual(find(ofAll(), 'ServiceMonitor').spec.endpoints, [{ interval: '30s', path: '/metrics', port: 'admin' }])
})

test('nothing reaches the pods but the Gateway and Prometheus, and they reach nothing', skip, () => {
  const portsOf = (name) => find(ofAll(), 'NetworkPolicy', name).spec.ingress.map(({ ports }) => ports.map(({ port }) => port))
  assert.deepEqual(find(ofAll(), 'NetworkPolicy', 'agent-access').spec, { podSelector: { matchLabels: kName }, policyTypes: ['Ingress', 'Egress'] })
  assert.deepEqual(portsOf('agent-access-from-gateway'), [['http']])
  assert.deepEqual(portsOf('agent-access-from-prometheus'), [['admin']])
  assert.deepEqual(policies().map(({ spec }) => spec.policyTypes.join()).sort(), ['Ingress', 'Ingress', 'Ingress,Egress'])
  for (const { spec } of policies()) for (const { from } of spec.ingress ?? []) assert.equal(from.length, 1, 'one peer, which namespace and label select together')
})

test('the hosts of the routes are those of base_urls', skip, async () => {
  const [, list] = /^base_urls = (\[.*\])$/m.exec(await readFile(join(folder.site, 'agent-access.toml'), 'utf8'))
  const hosts = JSON.parse(list).map((url) => new URL(url).host)
  for (const name of ['agent-access', 'agent-access-redirect']) assert.deepEqual(find(ofAll(), 'HTTPRoute', name).spec.hostnames, hosts)
})

test('over http what takes credentials goes where the service refuses it, and the rest is redirected', skip, () => {
  const [refused, redirected, ...others] = find(ofAll(), 'HTTPRoute', 'agent-access-redirect').spec.rules
  assert.deepEqual(others, [])
  assert.deepEqual(refused.matches.map(({ path }) => path), ['/oauth/register', '/oauth/token', '/api/agent/full-profile', '/mcp', '/mcp/'].map((value) => ({ type: 'Exact', value })))
  assert.deepEqual(refused.filters, [{ type: 'URLRewrite', urlRewrite: { path: { type: 'ReplaceFullPath', replaceFullPath: '/oauth/https-required' } } }])
  assert.deepEqual(refused.backendRefs, [{ name: 'agent-access', port: 80 }])
  assert.deepEqual(redirected, { filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } }] })
})

test('a change of content, secret or setting gives the pods another template, and nothing else does', skip, async () => {
  const template = async (settings) => {
    await choose(folder, ['gateway-api'], { settings })
    return JSON.stringify(podOf(await render(folder.site)))
  }
  const first = await template([])
  assert.equal(await template([]), first)
  assert.notEqual(await template(['AGENT_ACCESS_LIMITS_TRUSTED_PROXIES=10.244.0.0/16']), first)
  for (const name of ['profile.json', 'secret']) {
    const content = await readFile(join(folder.site, name), 'utf8')
    await writeFile(join(folder.site, name), `${content}\n`)
    assert.notEqual(await template([]), first, name)
    await writeFile(join(folder.site, name), content)
  }
  assert.equal(await template([]), first)
})

test('the commands of the page make and render a site', skip, async () => {
  const directory = temporaryFolder('kubernetes')
  await mkdir(join(directory, 'bin'))
  await symlink(binary, join(directory, 'bin/agent-access'))
  await cp(manifests, join(directory, 'deploy/kubernetes'), { recursive: true })
  const page = readFileSync(new URL('../../docs/kubernetes.md', import.meta.url), 'utf8')
  const [{ script }, ...more] = shellBlocks(page)
  assert.deepEqual(more, [])
  const environment = { ...process.env, PATH: `${join(directory, 'bin')}:${process.env.PATH}`, AGENT_ACCESS_LISTEN_ADDRESS: '127.0.0.1:0', AGENT_ACCESS_LISTEN_ADMIN: '' }
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: directory, env: environment })
  assert.doesNotMatch(stdout, /^FAIL/m)
  assert.ok(existsSync(join(directory, 'kubernetes/site/secret')))
  const objects = await render(join(directory, 'kubernetes/site'))
  assert.equal(containerOf(objects).image, 'registry.example.com/agent-access:1.0.0')
  assert.equal(await typeComplaints(objects), '')
})
