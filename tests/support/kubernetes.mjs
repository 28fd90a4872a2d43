// The folder deploy/kubernetes: copied with a site, rendered by kustomize, and its volumes laid out as the kubelet does.
import { spawnSync } from 'node:child_process'
import { chown, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import yaml from 'js-yaml'
import { run, runProgram } from './server.mjs'

export const manifests = fileURLToPath(new URL('../../deploy/kubernetes', import.meta.url))

/** False if kubectl has a kustomize that knows components (3.7 or later), otherwise the reason to skip. Debian 12's kubectl has 2.0. */
export const noKustomize = (() => {
  const probe = spawnSync('kubectl', ['version', '--client', '--output', 'json'], { encoding: 'utf8' })
  if (probe.status !== 0) return 'skipped: kubectl is not installed'
  const version = JSON.parse(probe.stdout).kustomizeVersion
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0) >= 4 ? false : `skipped: kubectl has kustomize ${version ?? 'of before version 4'}; that of Debian 13 is new enough`
})()

/** A copy of the folder in which `site` is a site of https://example.com: { directory, site, remove }. */
export async function siteFolder() {
  const directory = await mkdtemp(join(tmpdir(), 'agent-access-kubernetes-'))
  const site = join(directory, 'site')
  await cp(manifests, directory, { recursive: true })
  const made = await runProgram(['init', site, '--base-url', 'https://example.com'])
  if (made.code !== 0) throw new Error(made.output)
  // The example itself counts as missing.
  for (const name of ['profile.json', 'site.json', 'faq.json']) {
    const file = join(site, name)
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('Robin', 'Alex'))
  }
  return { directory, site, remove: () => rm(directory, { recursive: true, force: true }) }
}

/** The kustomization of the site with every line that is commented out there: `  # - …` and what belongs to it. */
const withAllLines = (text) => yaml.load(text.replaceAll(/^ {2}# (- | {2})/gm, '  $1'))

/** Makes the site use these components, with the lines that its comments have for them; `settings` are merged into those of the pod. */
export async function choose(folder, components, { settings = [] } = {}) {
  const file = join(folder.site, 'kustomization.yaml')
  const all = withAllLines(await readFile(join(manifests, 'site/kustomization.yaml'), 'utf8'))
  all.components = components.map((name) => `../${name}`)
  all.patches = all.patches.filter(() => components.includes('gateway-api'))
  const [content, more] = all.configMapGenerator
  all.configMapGenerator = settings.length === 0 ? [content] : [content, { ...more, literals: settings }]
  await writeFile(file, yaml.dump(all))
}

/** The objects that kustomize makes of a folder. It breaks base64 into lines, which the API admits and the functions of the types do not. */
export async function render(folder) {
  const { stdout } = await run('kubectl', ['kustomize', folder], { maxBuffer: 1 << 24 })
  const objects = yaml.loadAll(stdout)
  for (const { data } of objects.filter(({ kind }) => kind === 'Secret')) for (const key of Object.keys(data)) data[key] = data[key].replaceAll('\n', '')
  return objects
}

/** The only object of a kind, or of a kind and a name. */
export function find(objects, kind, name) {
  const found = objects.filter((object) => object.kind === kind && (name === undefined || object.metadata.name === name))
  if (found.length !== 1) throw new Error(`${found.length} objects ${kind} ${name ?? ''}`)
  return found[0]
}

export const podOf = (objects) => find(objects, 'Deployment').spec.template
export const containerOf = (objects) => podOf(objects).spec.containers[0]

/** The environment of the container. */
export function environmentOf(objects) {
  const maps = containerOf(objects).envFrom.map(({ configMapRef }) => objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name))
  return Object.assign({}, ...maps.map(({ data }) => data))
}

function filesOf(objects, volume) {
  const [kind, name] = volume.configMap ? ['ConfigMap', volume.configMap.name] : ['Secret', volume.secret.secretName]
  const { data } = objects.find((object) => object.kind === kind && object.metadata.name === name)
  return Object.entries(data).map(([key, value]) => [key, kind === 'Secret' ? Buffer.from(value, 'base64') : value])
}

/**
 * Writes the volumes of the pod below `root`, as the kubelet does: files of root and the group `fsGroup` in a folder `..data` of another
 * name, and a link to each.
 */
export async function mountVolumes(objects, root) {
  const { volumes, securityContext } = podOf(objects).spec
  for (const { name, mountPath } of containerOf(objects).volumeMounts) {
    const volume = volumes.find((one) => one.name === name)
    const [folder, data] = [join(root, mountPath), join(root, mountPath, '..2026_01_02_03_04_05.678901234')]
    await rm(folder, { recursive: true, force: true })
    await mkdir(data, { recursive: true })
    await symlink('..2026_01_02_03_04_05.678901234', join(folder, '..data'))
    for (const [key, content] of filesOf(objects, volume)) {
      await writeFile(join(data, key), content, { mode: (volume.configMap ?? volume.secret).defaultMode ?? 0o644 })
      await chown(join(data, key), 0, securityContext.fsGroup)
      await symlink(`..data/${key}`, join(folder, key))
    }
  }
}
