// An owner follows the guide word by word on a booted Debian: package, nginx, certificates from a real ACME authority (pebble), which here
// reaches the domain by /etc/hosts. Then the secret is changed and the package upgraded under a light load, and the report is read.
import assert from 'node:assert/strict'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { BootedDebian, cannotBoot, scriptsIn } from '../support/booted_debian.mjs'
import { deb, noPackage, packBefore, root } from '../support/built_package.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { shellBlocks } from '../support/markdown.mjs'

const bare = process.env.AGENT_ACCESS_ROOT ?? join(root, 'build/bare-debian')
const skip = noPackage || cannotBoot(bare)
const blocksOf = async (page, heading) => shellBlocks(await readFile(join(root, 'docs', page), 'utf8')).filter((block) => block.heading === heading).map(({ script }) => script)
const steps = await blocksOf('guide-for-owners.md', 'In five minutes')

// Register, token, profile over https, as one agent after another does it; a line for each request that fails.
const kAgents = `#!/bin/bash
exec 2>/dev/null
ask() { curl -sS --max-time 20 -w '%{stderr}%{http_code}\\n' "$@" 2>/run/load.code; [ "$(tail -n 1 /run/load.code)" = "$want" ] || echo "failed: $(cat /run/load.code) $*" >> /run/load.failed; }
member() { sed -E "s/.*\\"$1\\":\\"([^\\"]+)\\".*/\\1/"; }
while [ -e /run/load.goes-on ]; do
  for base in https://example.com https://www.example.com; do
    client=$(want=201 ask $base/oauth/register -H 'Content-Type: application/json' -d '{}')
    token=$(want=200 ask $base/oauth/token -d grant_type=client_credentials -d client_id=$(member client_id <<<"$client") -d client_secret=$(member client_secret <<<"$client") | member access_token)
    want=200 ask $base/api/agent/full-profile -H "Authorization: Bearer $token" >/dev/null
    echo >> /run/load.done
    sleep 0.3
  done
done`
const kPebble = { pebble: { listenAddress: '127.0.0.1:14000', managementListenAddress: '127.0.0.1:15000', certificate: '/run/acme/cert.pem', privateKey: '/run/acme/key.pem', httpPort: 80, tlsPort: 443 } }

const packages = temporaryFolder('owner')
let debian
let ok
before(async () => {
  if (skip) return
  for (const name of ['old', 'new']) await mkdir(join(packages, name))
  await copyFile(deb, join(packages, 'new', basename(deb)))
  packBefore(join(packages, 'old', basename(deb)))
  await writeFile(join(packages, 'agents'), kAgents, { mode: 0o755 })
  await writeFile(join(packages, 'pebble.json'), JSON.stringify(kPebble))
  debian = await BootedDebian.boot(bare, { '/packages': packages })
  ok = scriptsIn(debian).ok
  // The domain, and the authority that certifies it.
  ok(`echo '127.0.0.1 localhost example.com www.example.com' >> /etc/hosts
mkdir /run/acme; openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout /run/acme/key.pem -out /run/acme/cert.pem 2>/dev/null
systemd-run --quiet --unit=acme --setenv=PEBBLE_VA_NOSLEEP=1 --setenv=PEBBLE_WFE_NONCEREJECT=0 pebble -config /packages/pebble.json
printf 'server = https://localhost:14000/dir\\nno-verify-ssl = true\\nagree-tos = true\\nregister-unsafely-without-email = true\\nnon-interactive = true\\n' > /etc/letsencrypt/cli.ini
curl -sSk --retry 50 --retry-connrefused --retry-delay 1 -o /usr/local/share/ca-certificates/authority.crt https://localhost:15000/roots/0
update-ca-certificates 2>&1`)
})
after(() => debian?.stop())

test('it installs and writes an example of every file', { skip }, () => {
  assert.match(ok(`cd /packages/old; ${steps[0]} 2>&1`), /systemctl enable --now agent-access/)
  assert.match(ok('ls /etc/agent-access'), /^agent-access\.toml\nfaq\.json\nfaq\.schema\.json\nprofile\.json\n/)
})

test('with content of its own it passes the check and starts', { skip }, () => {
  ok(`cd /etc/agent-access
echo '{"name": "Robin Example", "inquiries": "Hydrophones"}' > profile.json
echo '{"tagline": "Quiet buoys", "owner": {"name": "Robin Example", "same_as": ["https://example.org/robin"]}}' > site.json`)
  assert.doesNotMatch(ok(`${steps[1]} 2>&1`), /^FAIL/m)
  assert.equal(ok('systemctl is-active agent-access').trim(), 'active')
})

test('an authority certifies both hosts, and nginx passes them on', { skip }, () => {
  const output = ok(`${steps[2]} 2>&1`)
  assert.match(output, /Successfully received certificate/)
  assert.doesNotMatch(output, /\[warn\]|\[emerg\]/)
  // A reload of nginx returns before its new processes serve.
  assert.match(ok('for i in $(seq 100); do curl -sSi http://www.example.com/faq > /run/answer; grep -q "^HTTP/1.1 301 " /run/answer && break; sleep 0.1; done; cat /run/answer'),
    /^HTTP\/1\.1 301 [\s\S]*location: https:\/\/www\.example\.com\/faq/i)
})

test('the test of the deployment finds nothing on either host', { skip }, () => {
  const output = ok(`${steps[3]} 2>&1`)
  assert.equal([...output.matchAll(/^ {2}\d+ passed, 0 failed, 0 warnings/gm)].length, 2, output)
})

test('a changed secret and a renewed certificate lose no request', { skip }, async () => {
  const rotation = await blocksOf('debian-and-systemd.md', 'Change the master secret')
  assert.equal(rotation.length, 2)
  ok('touch /run/load.goes-on /run/load.failed /run/load.done; systemd-run --quiet --unit=load /packages/agents')
  const served = () => Number(ok('wc -l < /run/load.done'))
  const goOn = () => ok('n=$(wc -l < /run/load.done); while [ $(wc -l < /run/load.done) -lt $((n + 4)) ]; do sleep 0.1; done')
  goOn()
  ok(`${rotation[0]}\nsed -i 's/^#\\? *previous_files = .*/previous_files = ["secret.previous"]/' /etc/agent-access/agent-access.toml\n${rotation[1]}`)
  assert.match(ok('agent-access check --config /etc/agent-access/agent-access.toml'), /, 1 previous$/m)
  goOn()
  ok('certbot renew --force-renewal --no-random-sleep-on-renew 2>&1')
  goOn()
  ok('rm /run/load.goes-on; while systemctl -q is-active load; do sleep 0.1; done')
  assert.equal(ok('cat /run/load.failed'), '')
  assert.ok(served() >= 12, String(served()))
})

test('a restart and an upgrade end when the next process serves', { skip }, () => {
  const ask = 'curl -sSf -o /dev/null https://example.com/llms.txt'
  ok(`systemctl restart agent-access; ${ask}`)
  const process = ok('systemctl show --value -p MainPID agent-access').trim()
  ok(`cd /packages/new; apt install ./agent-access_*.deb 2>&1; ${ask}`)
  assert.notEqual(ok('systemctl show --value -p MainPID agent-access').trim(), process)
})

test('the report of the last week counts what came', { skip }, () => {
  const reads = Number(ok('wc -l < /run/load.done'))
  assert.deepEqual(JSON.parse(ok('agent-access report --json')).agents.map(({ name }) => name).filter((name) => name === 'curl'), ['curl'])
  const text = ok('agent-access report')
  const [, registrations, tokens, profiles] = /, (\d+) registrations, (\d+) tokens, (\d+) reads of the profile/.exec(text.replaceAll(/(?<=\d),(?=\d)/g, '')).map(Number)
  assert.ok(registrations >= reads && tokens >= reads && profiles >= reads, `${reads}\n${text}`)
})
