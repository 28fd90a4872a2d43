// Compares objects with the API of Kubernetes and of its custom resources: packages that are generated from their OpenAPI have types, with
// which the TypeScript compiler refuses unknown fields, and functions that refuse wrong values.
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './folder.mjs'
import { run } from './server.mjs'

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const kPackages = { 'gateway.networking.k8s.io': '@kubernetes-models/gateway-api', 'monitoring.coreos.com': '@kubernetes-models/prometheus-operator' }

const moduleOf = ({ apiVersion, kind }) => `${kPackages[apiVersion.split('/')[0]] ?? 'kubernetes-models'}/${apiVersion}/${kind}`

/** What the types say against the objects: the output of the compiler, empty if they fit. */
export async function typeComplaints(objects) {
  const folder = temporaryFolder('types')
  const lines = objects.flatMap((object, i) => [
    `import type { I${object.kind} as T${i} } from '${moduleOf(object)}'`,
    `export const object${i}: T${i} = ${JSON.stringify(object)}`,
  ])
  try {
    await symlink(modules, join(folder, 'node_modules'))
    await writeFile(join(folder, 'objects.ts'), lines.join('\n'))
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler']
    await run(process.execPath, [join(modules, 'typescript/bin/tsc'), ...options, join(folder, 'objects.ts')])
    return ''
  } catch (error) {
    if (error.stdout === undefined) throw error
    return error.stdout || error.stderr
  }
}

/** What the function of its kind says against the values of an object: empty if they are valid. */
export async function valueComplaints(object) {
  const { [object.kind]: Model } = await import(moduleOf(object))
  try {
    new Model(object).validate()
    return ''
  } catch (error) {
    return error.message
  }
}
