// What `init` of the npm package names as the next steps, which the package has.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../support/folder.mjs'
import { noNpmPackage as skip, npmProgram } from '../support/npm_package.mjs'
import { runProgram } from '../support/server.mjs'

/** The steps that `init` prints for a folder, with these variables. */
async function stepsFor(folder, environment) {
  const { code, stdout } = await runProgram(['init', folder, '--base-url', 'https://example.com'], { file: npmProgram, environment })
  assert.equal(code, 0)
  return stdout.split('\nNext: ')[1]
}

test('the next steps are to check, to export and to look at it', { skip }, async () => {
  const folder = join(temporaryFolder('npm-init'), 'my-site')
  const config = join(folder, 'agent-access.toml')
  assert.equal(await stepsFor(folder, {}), `replace the examples, then
  agent-access check --config ${config}
  agent-access export --config ${config} --worker --host HOST FOLDER
for your host or framework (export --help names them), or see it here first:
  agent-access dev --site ${folder}
`)
})

test('where npm runs the program, the steps begin with npx', { skip }, async () => {
  const folder = join(temporaryFolder('npm-npx'), 'my-site')
  assert.match(await stepsFor(folder, { npm_config_user_agent: 'npm/10.8.2 node/v20.19.2 linux x64 workspaces/false' }), /\n {2}npx agent-access check --config /)
})
