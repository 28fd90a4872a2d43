// Runs the tests of conformance/ that are about the commands of the npm package against it (build/npm/package), with the exceptions below, and
// compares its bytes with the program's. Arguments: test files.
import { conformanceOf } from '../support/conformance_of.mjs'

const kCommands = [
  'access_modes', 'check_beside', 'command_line', 'dev_site', 'export', 'import', 'import_yaml', 'own_file_names', 'owner_formats', 'proxy_option', 'published_secrets', 'report',
  'sources', 'try', 'try_as_agents', 'try_beside', 'try_mcp', 'warnings', 'worker_module', 'worker_module_file', 'worker_types', 'works',
]
const files = process.argv.length > 2 ? process.argv.slice(2) : ['npm/same_bytes.test.mjs', ...kCommands.map((name) => `conformance/${name}.test.mjs`)]

const kExceptions = [
  {
    by: 'package', reason: 'The help has the commands of the package, which has none that serves, reloads or asks the health of a service, no completions and no manual page.',
    tests: {
      command_line: [
        'serv: names what is wrong and ends with 2', 'the command alone lists its commands, and is wrong usage',
        'the manual page has an example for every command that the help lists', 'no line of a help is wider than 80 columns',
      ],
    },
  },
  {
    by: 'package', reason: 'Addresses, ports and certificates are of the machine that serves: the package does not look at them.',
    tests: {
      command_line: ['an address that the machine does not have is named with those that it has', 'check prints a proxy configuration without TLS, and none with it'],
      warnings: ['of certificates and declared rows'],
    },
  },
  {
    by: 'package', reason: 'Node.js cannot ask the kernel to stay below a folder (openat2), so links are left out, which is another warning.',
    tests: { warnings: ['of a deployment with every kind of warning'] },
  },
  {
    by: 'package', reason: 'Node.js starts no program for it: it does not read the journal.',
    tests: { report: ['the journal is read through journalctl', 'a unit that does not exist is no empty report', 'a report without a journal says so and fails'] },
  },
  {
    by: 'package', sometimes: true,
    reason: 'The exported worker serves the owner\'s own pages without a Content-Security-Policy, also while they show a mistake. Whether it knows the new page by then depends on time.',
    tests: { dev_site: ['dev --site shows the lines of check for a broken file, in the terminal and on every page, until it is mended'] },
  },
  {
    by: 'package', reason: 'It is started by a first line that asks for a node of the path, which the test takes away.',
    tests: { dev_site: ['dev --open runs the browser of BROWSER with the address, in no shell; without a browser it says so and serves'] },
  },
  {
    by: 'package', reason: 'Node.js itself does not start in 100 MB.',
    tests: { report: ['a log in which 200,000 clients give themselves other names and ask for other paths is counted whole, in 100 MB'] },
  },
]

/** `ofDev`: the `dev` of the tests is that of the package, too; else it is the program's, which other commands are tested against. */
async function holds(form, slug, ofDev) {
  const some = files.filter((file) => (file === 'conformance/dev_site.test.mjs') === ofDev)
  if (some.length === 0) return true
  if (ofDev) process.env.NPM_DEV = 'yes'
  const { passed, countBy, unexpected, needless } = await conformanceOf({ form, slug, program: 'support/npm_program.mjs', minutes: 10, files: some, exceptions: kExceptions })
  console.log(`${form}: ${passed} tests of conformance hold, ${countBy('package')} fail for what the package does not do, ${unexpected} for no reason in the list`)
  return unexpected + needless === 0
}
const results = [await holds('npm package', 'npm-conformance', false), await holds('npm package, dev', 'npm-conformance-dev', true)]
process.exitCode = results.every(Boolean) ? 0 : 1
