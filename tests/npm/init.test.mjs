// What `init` of the npm package names as the next steps, which the package has.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { noNpmPackage as skip, npmProgram } from '../support/npm_package.mjs'
import { runProgram } from '../support/server.mjs'

test('the next steps are to check, to export and to look at it', { skip }, async () => {
  const folder = join(temporaryFolder('npm-init'), 'my-site')
  const config = join(folder, 'agent-access.toml')
  const { code, stdout } = await runProgram(['init', folder, '--base-url', 'https://example.com'], { file: npmProgram })
  assert.equal(code, 0)
  assert.equal(stdout.split('\nNext: ')[1], `replace the examples, then
  agent-access check --config ${config}
  agent-access export --config ${config} --worker --host HOST FOLDER
for your host or framework (export --help names them), or see it here first:
  agent-access dev --site ${folder}
`)
})
