// The modules of the worker type-check, on what the Fetch standard, WebCrypto and the ECMAScript of Node.js 18 have, and nothing of Node.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/folder.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = temporaryFolder('worker-types')
const kOptions = ['--noEmit', '--allowJs', '--checkJs', '--strict', '--noImplicitAny', 'false', '--strictNullChecks', 'false', '--useUnknownInCatchVariables', 'false',
  '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable,dom.asynciterable', '--module', 'esnext', '--moduleResolution', 'bundler', '--typeRoots', folder]

/** What the compiler says of files of the folder. */
const check = (files) => new Promise((resolve) => {
  const compiler = join(root, 'tests/node_modules/typescript/bin/tsc')
  execFile(process.execPath, [compiler, ...kOptions, ...files], { cwd: folder }, (error, stdout) => resolve(stdout))
})

test('the modules have no mistake, and one that is made is found', async () => {
  const modules = (await readdir(join(root, 'web/worker'))).filter((name) => name.endsWith('.js'))
  for (const name of modules) await copyFile(join(root, 'web/worker', name), join(folder, name))
  // The export writes it.
  await writeFile(join(folder, 'worker-data.d.ts'), 'declare const data: any\nexport default data\n')
  assert.equal(await check(modules), '')
  await writeFile(join(folder, 'wrong.js'), "import { uuidBytes } from './encoding.js'\nuuidBytes(1)\n")
  assert.match(await check(['wrong.js']), /error TS2345: Argument of type 'number'/)
})
