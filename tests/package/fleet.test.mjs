// An operator follows docs/operations/fleet.md word by word, on booted Debian machines: from one with nginx, as the guide for owners
// leaves it, to replicas behind HAProxy; then upgrades, changes, and a machine that leaves and one that comes. Meanwhile agents
// register, get tokens and read through the domain; none of their requests fails. It takes two minutes, so it runs with make package-test only.
// `desk` is the operator's computer, the agents' too, and that of the authority for certificates (pebble). `three` is the machine that was `one`,
// with another address.
import assert from 'node:assert/strict'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { deb, noPackage, packBefore, root } from '../support/built_package.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { shellBlocks } from '../support/markdown.mjs'
import { cannotConnect, startMachines } from './machines.mjs'

const bare = process.env.AGENT_ACCESS_ROOT ?? join(root, 'build/bare-debian')
const skip = (process.env.AGENT_ACCESS_FLEET_GUIDE === 'yes' ? false : 'skipped: runs with make package-test (AGENT_ACCESS_FLEET_GUIDE=yes)') || noPackage || cannotConnect(bare)
const read = (page) => readFile(join(root, 'docs', page), 'utf8')
const guide = await read('operations/fleet.md')
const blocks = shellBlocks(guide)
const [, settings] = /^```toml\n([\s\S]*?)^```$/m.exec(guide)
const owner = shellBlocks(await read('guide-for-owners.md')).filter(({ heading }) => heading === 'In five minutes').map(({ script }) => script)

const kAddresses = { desk: '10.0.0.1', front: '10.0.0.10', one: '10.0.0.11', two: '10.0.0.12' }
const kAgents = ['10.0.0.101', '10.0.0.102', '10.0.0.103']
const kDomain = (address) => `${address} example.com www.example.com`
// Register, token, profile and a document over https, with an address of its own; a line for each request that fails.
const kAgent = `#!/bin/bash
exec 2>/dev/null
here=/run/load/$1; mkdir -p $here; touch $here/failed $here/done
ask() { curl -sS --interface $from --max-time 20 -w '%{stderr}%{http_code}\\n' "$@" 2>$here/code; [ "$(tail -n 1 $here/code)" = "$want" ] || echo "failed: $(cat $here/code) $*" >> $here/failed; }
from=$1
member() { sed -E "s/.*\\"$1\\":\\"([^\\"]+)\\".*/\\1/"; }
while [ -e /run/load/goes-on ]; do
  for base in https://example.com https://www.example.com; do
    client=$(want=201 ask $base/oauth/register -H 'Content-Type: application/json' -d '{}')
    token=$(want=200 ask $base/oauth/token -d grant_type=client_credentials -d client_id=$(member client_id <<<"$client") -d client_secret=$(member client_secret <<<"$client") | member access_token)
    want=200 ask $base/api/agent/full-profile -H "Authorization: Bearer $token" >/dev/null
    want=200 ask $base/llms.txt >/dev/null
    echo >> $here/done
    sleep 0.3
  done
done`
const kPebble = { pebble: { listenAddress: '10.0.0.1:14000', managementListenAddress: '127.0.0.1:15000', certificate: '/run/acme/cert.pem', privateKey: '/run/acme/key.pem', httpPort: 80, tlsPort: 443 } }

const packages = temporaryFolder('fleet-guide')
let fleet
const failures = () => fleet.desk.ok('cat /run/load/*/failed')
/** Waits until every agent has completed two more rounds, after which none of them has failed. */
function goOn() {
  fleet.desk.ok('for done in /run/load/*/done; do n=$(wc -l < $done); while [ $(wc -l < $done) -lt $((n + 2)) ]; do sleep 0.1; done; done')
  assert.equal(failures(), '')
}
/** The last lines of the journals, without those about requests. */
const journals = () => ['front', 'one', 'two'].map((name) => `${name}:\n${fleet[name].machine.run('journalctl --no-pager -n 400 -o short-precise | grep -vE "event.:.access|haproxy.*agent_access|sshd|systemd-logind|pam_unix" | tail -n 25').output}`).join('\n')
/** Runs the next block of the page, which must be below this heading, as the operator: its output. */
let at = 0
function follow(heading) {
  const block = blocks[at++]
  assert.equal(block.heading, heading)
  const { status, output } = fleet.desk.machine.run(`set -euo pipefail\ncd ~root/fleet\nexec 2>&1\n${block.script}`)
  assert.equal(status, 0, `${block.script}\n${output}\n${status === 0 ? '' : journals()}`)
  return output
}
const pids = (name) => fleet[name].ok('systemctl show --value -p MainPID agent-access').trim()
const fingerprints = (output) => [...output.matchAll(/^secret \(fingerprint\).*$/gm)].flatMap(([line]) => line.match(/\b[0-9a-f]{8}\b/g))

/** Sets each line of a TOML text in the file that `init` wrote. */
function setAll(ok, toml) {
  let section
  for (const line of toml.split('\n')) {
    section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section
    const [, key] = /^(\w+) = /.exec(line) ?? []
    if (key) ok(`cd /etc/agent-access; sed -i -E '/^\\[${section}\\]$/,/^\\[/ s|^#?${key} = .*|${line}|' agent-access.toml; grep -qxF '${line}' agent-access.toml`)
  }
}

before(async () => {
  if (skip) return
  for (const name of ['old', 'new']) await mkdir(join(packages, name))
  await copyFile(deb, join(packages, 'new', basename(deb)))
  packBefore(join(packages, 'old', basename(deb)))
  await writeFile(join(packages, 'agent'), kAgent, { mode: 0o755 })
  await writeFile(join(packages, 'pebble.json'), JSON.stringify(kPebble))
  fleet = await startMachines(bare, { '/packages': packages }, kAddresses, [kDomain(kAddresses.one)])
  const { desk, front, one, two } = fleet
  for (const { ok } of [desk, front, two]) ok('systemctl disable --now nginx 2>&1')
  for (const { ok } of [desk, one, two]) ok('systemctl disable --now haproxy 2>&1')
  desk.ok(`mkdir ~root/fleet /run/acme /run/load; cp /packages/old/*.deb ~root/fleet
for address in ${kAgents.join(' ')}; do ip address add $address/24 dev bridge; done
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout /run/acme/key.pem -out /run/acme/cert.pem 2>/dev/null
systemd-run --quiet --unit=acme --setenv=PEBBLE_VA_NOSLEEP=1 --setenv=PEBBLE_WFE_NONCEREJECT=0 pebble -config /packages/pebble.json
curl -sSk --retry 50 --retry-connrefused --retry-delay 1 -o /run/acme/root.crt https://localhost:15000/roots/0`)
  const authority = desk.ok('cat /run/acme/root.crt')
  for (const { ok } of [desk, front, one, two]) {
    ok(`cat > /usr/local/share/ca-certificates/authority.crt <<'PEM'\n${authority}PEM\nupdate-ca-certificates 2>&1
printf 'server = https://10.0.0.1:14000/dir\\nno-verify-ssl = true\\nagree-tos = true\\nregister-unsafely-without-email = true\\nnon-interactive = true\\n' > /etc/letsencrypt/cli.ini`)
  }
})
after(() => fleet?.stop())

test('one machine serves as the guide for owners leaves it', { skip }, () => {
  const { desk, one } = fleet
  one.ok(`cd /packages/old; ${owner[0]}
cd /etc/agent-access
echo '{"name": "Robin Example", "inquiries": "Hydrophones"}' > profile.json
echo '{"tagline": "Quiet buoys", "owner": {"name": "Robin Example", "same_as": ["https://example.org/robin"]}}' > site.json
${owner[1]}
${owner[2]}`)
  desk.ok("until curl -sSf -o /dev/null https://example.com/llms.txt; do sleep 0.1; done")
  desk.ok(`touch /run/load/goes-on; for address in ${kAgents.join(' ')}; do systemd-run --quiet --unit=agent-$address /packages/agent $address; done
for address in ${kAgents.join(' ')}; do until [ -s /run/load/$address/done ]; do sleep 0.1; done; done`)
  goOn()
})

test('a second machine gets the package and the files of the first one, and both have a firewall', { skip }, () => {
  const [first, second, ...more] = fingerprints(follow('A second machine'))
  assert.ok(first && first === second && more.length === 0, `${first} ${second} ${more}`)
  assert.equal(fleet.two.ok("stat -c '%U:%G %a' /etc/agent-access/secret").trim(), 'root:agent-access 640')
  follow('A second machine')
  goOn()
})

test('only the balancer reaches the replica', { skip }, () => {
  setAll(fleet.two.ok, settings)
  assert.match(follow('The settings of a replica'), /^ready$/m)
  // What is not the balancer reaches neither port.
  assert.match(fleet.desk.fails('curl -sS --connect-timeout 2 http://10.0.0.12:9464/metrics'), /timed? ?out/i)
  assert.match(fleet.front.ok('curl -sS http://10.0.0.12:9464/readyz'), /^ok/)
  goOn()
})

test('HAProxy serves the domain before the domain leads to it', { skip }, () => {
  follow('HAProxy')
  assert.match(follow('HAProxy'), /^agent_access_example_com,two,.*,UP,[\s\S]*Robin Example/m)
  goOn()
})

test('the domain leads to HAProxy, and that gets a certificate', { skip }, () => {
  for (const name of Object.keys(kAddresses)) fleet[name].ok(`sed -i 's/^.* example\\.com .*$/${kDomain(kAddresses.front)}/' /etc/hosts`)
  goOn()
  const serial = () => fleet.desk.ok('echo | openssl s_client -connect example.com:443 -servername example.com 2>/dev/null | openssl x509 -noout -serial')
  const before = serial()
  assert.match(follow('The domain leads to HAProxy'), /Successfully received certificate/)
  fleet.desk.ok(`until [ "$(echo | openssl s_client -connect example.com:443 -servername example.com 2>/dev/null | openssl x509 -noout -serial)" != ${before.trim()} ]; do sleep 0.1; done`)
  goOn()
})

test('the first machine becomes a replica, and the test of the deployment finds nothing', { skip }, () => {
  const output = follow('The first machine becomes a replica')
  assert.match(output, /^agent_access_example_com,one,.*,UP,/m)
  assert.match(output, /^ {2}\d+ passed, 0 failed, 0 warnings/m)
  goOn()
})

test('every replica is upgraded, restarted and drained', { skip }, () => {
  const before = ['one', 'two'].map(pids)
  fleet.desk.ok('cd ~root/fleet; rm *.deb; cp /packages/new/*.deb .')
  follow('Restart and upgrade')
  const upgraded = ['one', 'two'].map(pids)
  goOn()
  follow('Restart and upgrade')
  const restarted = ['one', 'two'].map(pids)
  goOn()
  follow('Restart and upgrade')
  assert.equal(new Set([...before, ...upgraded, ...restarted]).size >= 5, true, String([before, upgraded, restarted]))
  for (const name of ['one', 'two']) assert.doesNotMatch(fleet[name].ok("dpkg-query -W -f '${Version}' agent-access"), /~before/)
  goOn()
})

test('new content reaches all replicas', { skip }, () => {
  fleet.one.ok(`echo '{"name": "Robin Example", "inquiries": "Buoys"}' > /etc/agent-access/profile.json`)
  follow('Change the configuration or the content')
  assert.equal(fleet.two.ok('cat /etc/agent-access/profile.json'), fleet.one.ok('cat /etc/agent-access/profile.json'))
  goOn()
})

test('the master secret changes', { skip }, () => {
  const [old] = fingerprints(fleet.one.ok('agent-access config --config /etc/agent-access/agent-access.toml | grep fingerprint'))
  const accepted = fingerprints(follow('Change the master secret'))
  assert.deepEqual([accepted.length, accepted[0], accepted.slice(2)], [4, old, accepted.slice(0, 2)])
  goOn()
  follow('Change the master secret')
  for (const name of ['one', 'two']) {
    assert.deepEqual(fingerprints(fleet[name].ok('agent-access config --config /etc/agent-access/agent-access.toml | grep fingerprint')), [accepted[1], old])
  }
  goOn()
})

test('a machine leaves, and another one comes', { skip }, () => {
  follow('Remove a machine, and add one')
  assert.equal(fleet.one.ok('ls /etc/agent-access 2>/dev/null || echo none').trim(), 'none')
  goOn()
  fleet.one.ok('ip address flush dev eth0; ip address add 10.0.0.13/24 dev eth0; hostname three; rm -f agent-access_*.deb ~root/agent-access_*.deb /etc/nftables.conf; nft flush ruleset')
  for (const name of Object.keys(kAddresses)) fleet[name].ok("sed -i 's/^10\\.0\\.0\\.11 one$/10.0.0.13 three/' /etc/hosts")
  follow('Remove a machine, and add one')
  goOn()
  const output = follow('What to watch')
  assert.match(output, /^agent_access_example_com,two,UP\nagent_access_example_com,three,UP\n/)
  assert.equal(at, blocks.length, 'every block was run')
})

test('no request failed', { skip }, () => {
  fleet.desk.ok('rm /run/load/goes-on; while systemctl -q is-active "agent-*"; do sleep 0.1; done')
  const visits = Number(fleet.desk.ok('cat /run/load/*/done | wc -l'))
  assert.equal(failures(), '')
  assert.ok(visits >= 60, String(visits))
})
