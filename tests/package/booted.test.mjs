// The package in a booted Debian: installed, set up as it says, rotated, socket-activated, upgraded from the version before, removed
// and purged. AGENT_ACCESS_ROOT is the folder of the bare Debian; scripts/release/package-test makes it.
import assert from 'node:assert/strict'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { BootedDebian, cannotBoot, scriptsIn } from '../support/booted_debian.mjs'
import { deb, noPackage, packBefore, root } from '../support/built_package.mjs'
import { temporaryFolder } from '../support/folder.mjs'

const bare = process.env.AGENT_ACCESS_ROOT ?? join(root, 'build/bare-debian')
const skip = noPackage || cannotBoot(bare)
const kFolder = '/etc/agent-access'
const kCheck = `agent-access check --config ${kFolder}/agent-access.toml`

const packages = temporaryFolder('packages')
let debian
let ok
let fails
before(async () => {
  if (skip) return
  await copyFile(deb, join(packages, 'agent-access.deb'))
  packBefore(join(packages, 'before.deb'))
  debian = await BootedDebian.boot(bare, { '/packages': packages });
  ({ ok, fails } = scriptsIn(debian))
})
after(() => debian?.stop())

const property = (name, unit = 'agent-access.service') => ok(`systemctl show --value -p ${name} ${unit}`).trim()
const settings = (text) => ok(`cat > ${kFolder}/agent-access.toml <<'TOML'\nbase_urls = ["http://127.0.0.1:8080"]\n${text}\nTOML`)

// The three requests of an agent, as the README has them; prints the profile.
const kClient = `client=$(curl -sSf $base/oauth/register -H 'Content-Type: application/json' -d '{}')
id=$(sed -E 's/.*"client_id":"([^"]+)".*/\\1/' <<<"$client"); secret=$(sed -E 's/.*"client_secret":"([^"]+)".*/\\1/' <<<"$client")`
const kProfile = `token=$(curl -sSf $base/oauth/token -d grant_type=client_credentials -d client_id=$id -d client_secret=$secret | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')
curl -sSf $base/api/agent/full-profile -H "Authorization: Bearer $token"`
const register = () => ok(`base=http://127.0.0.1:8080\n${kClient}\necho $id $secret`).trim().split(' ')
/** Reloads a unit and waits until its service has: systemd may be done before. */
const reload = (unit = 'agent-access') => {
  const count = `journalctl --no-pager -o cat -u ${unit} | grep -c '"event":"reload"'`
  ok(`n=$(${count} || true); systemctl reload ${unit}; for i in $(seq 100); do [ "$(${count})" -gt "$n" ] && break; sleep 0.1; done`)
}
const profileOf = ([id, secret]) => ok(`base=http://127.0.0.1:8080 id=${id} secret=${secret}\n${kProfile}`)

test('it installs without a failed unit, enables the service, and says what to do next', { skip }, () => {
  const output = ok('apt-get install -y --no-install-recommends /packages/before.deb 2>&1')
  assert.match(output, /agent-access init \/etc\/agent-access --base-url https:\/\/example\.com\n {2}agent-access check .*\n {2}systemctl enable --now agent-access\n/)
  assert.equal(ok(`stat -c '%U:%G %a' ${kFolder}`).trim(), 'root:agent-access 2750')
  assert.equal(property('ActiveState'), 'inactive')
  assert.equal(property('UnitFileState'), 'enabled')
  assert.equal(ok('systemctl --failed --no-legend | grep agent-access || true'), '')
  assert.match(ok('getent passwd agent-access'), /:\/usr\/sbin\/nologin$/m)
})

test('the steps that it printed lead to a running service', { skip }, () => {
  const init = ok(`agent-access init ${kFolder} --base-url http://127.0.0.1:8080`)
  assert.match(init, /\n {2}systemctl enable --now agent-access\n/)
  assert.equal(ok(`stat -c '%U:%G %a' ${kFolder}/secret`).trim(), 'root:agent-access 640')
  // Content of its own: check and log warn about the example.
  ok(`cd ${kFolder}; echo '{"name": "First"}' > profile.json; echo '{"tagline": "Quiet buoys", "owner": {"name": "Robin Example"}}' > site.json
echo '{"questions": [{"question": "What is a quiet buoy?", "answer": "One that makes no noise of its own."}]}' > faq.json`)
  const check = ok(kCheck)
  assert.match(check, /^ok {4}user +files are read with the rights of user agent-access \(of agent-access\.service/m)
  assert.doesNotMatch(check, /^(FAIL|warn)/m)
  ok('systemctl enable --now agent-access 2>&1')
  assert.deepEqual([property('ActiveState'), property('User')], ['active', 'agent-access'])
  assert.match(profileOf(register()), /"_meta":\{"issued_to":/)
  assert.equal(ok(`agent-access health --config ${kFolder}/agent-access.toml`), 'ready\n')
  assert.doesNotMatch(ok('journalctl --no-pager -u agent-access'), /"level":"(warn|error)"/)
})

test('systemctl reload applies new content, and fails with the reason while the old one is served', { skip }, () => {
  const process = property('MainPID')
  const client = register()
  ok(`echo '{"name": "Second"}' > ${kFolder}/profile.json`)
  reload()
  assert.match(profileOf(client), /"name": *"Second"/)
  ok(`echo '{"name": ' > ${kFolder}/profile.json`)
  fails('systemctl reload agent-access')
  assert.match(ok('journalctl --no-pager -u agent-access'), /agent-access: \/etc\/agent-access\/profile\.json:\d+:\d+: /)
  assert.deepEqual([property('ActiveState'), property('MainPID')], ['active', process])
  assert.match(profileOf(client), /"name": *"Second"/)
  assert.match(fails(kCheck), /^FAIL {2}profile/m)
  ok(`echo '{"name": "Third"}' > ${kFolder}/profile.json`)
  reload()
  assert.match(profileOf(client), /"name": *"Third"/)
  assert.match(ok('systemctl status agent-access'), /Status: "serving http:\/\/127\.0\.0\.1:8080"/)
})

test('the master secret rotates by reload as documented, and survives a restart', { skip }, async () => {
  const guide = await readFile(join(root, 'docs/debian-and-systemd.md'), 'utf8')
  const [, rotation] = /^## Change the master secret\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(guide)
  const old = register()
  ok(rotation)
  settings('[secret]\nprevious_files = ["secret.previous"]')
  assert.match(ok(kCheck), /^ok {4}secret +fingerprint \w+, 1 previous$/m)
  reload()
  const young = register()
  for (const client of [old, young]) assert.match(profileOf(client), /"name": *"Third"/)
  ok('systemctl restart agent-access')
  for (const client of [old, young]) assert.match(profileOf(client), /"name": *"Third"/)
  assert.equal(ok(`stat -c '%U:%G %a' ${kFolder}/secret ${kFolder}/secret.previous`), 'root:agent-access 640\n'.repeat(2))
  assert.doesNotMatch(ok('journalctl --no-pager -u agent-access'), /may be read by other users/)
})

test('a secret that only root may read fails check and reload with the command that helps, before a restart breaks the service', { skip }, () => {
  const client = register()
  ok(`chmod 600 ${kFolder}/secret`)
  const remedy = /secret: Permission denied; it belongs to root:agent-access with mode 600 and the program runs as agent-access; run: (chgrp agent-access \S+ && chmod g\+r \S+)/
  const found = remedy.exec(fails(kCheck))
  assert.ok(found, 'check names the remedy')
  fails('systemctl reload agent-access')
  assert.match(ok('journalctl --no-pager -u agent-access'), remedy)
  assert.match(profileOf(client), /Third/)
  ok(`${found[1]}; systemctl reload agent-access`)
  const hidden = join('/home', 'file')
  const message = fails(`cp ${kFolder}/profile.json ${hidden}; AGENT_ACCESS_CONTENT_PROFILE=${hidden} ${kCheck}`)
  const [, missing] = /FAIL {2}user +(\S+) does not exist for agent-access\.service/.exec(message) ?? []
  assert.equal(missing, hidden, message)
})

test('certificates come from the deploy hook, on port 443 by the drop-in, and are renewed by its reload', { skip }, () => {
  const renew = `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout /etc/letsencrypt/live/localhost/privkey.pem -out /etc/letsencrypt/live/localhost/fullchain.pem 2>/dev/null
    chmod 700 /etc/letsencrypt/live; chmod 600 /etc/letsencrypt/live/localhost/privkey.pem
    RENEWED_LINEAGE=/etc/letsencrypt/live/localhost sh /usr/share/doc/agent-access/deploy/letsencrypt-deploy-hook`
  const serial = () => ok('echo | openssl s_client -connect 127.0.0.1:443 -servername localhost 2>/dev/null | openssl x509 -noout -serial')
  ok(`mkdir -p /etc/letsencrypt/live/localhost; ${renew}`)
  ok(`cat > ${kFolder}/agent-access.toml <<'TOML'
base_urls = ["https://localhost"]
[listen]
address = "127.0.0.1:443"
[tls]
certificate = "tls/localhost/fullchain.pem"
key = "tls/localhost/privkey.pem"
TOML`)
  assert.match(ok(kCheck), /^warn {2}listen\.address 127\.0\.0\.1:443: ports below 1024 need the drop-in port-443\.conf/m)
  ok('install -D -m 644 /usr/share/doc/agent-access/deploy/systemd/port-443.conf -t /etc/systemd/system/agent-access.service.d; systemctl daemon-reload; systemctl restart agent-access')
  const first = serial()
  ok(renew)
  let second = first
  for (let tries = 0; second === first && tries < 100; ++tries) second = serial()
  assert.notEqual(first, second)
  assert.equal(property('ActiveState'), 'active')
  ok('rm -r /etc/systemd/system/agent-access.service.d; systemctl daemon-reload')
})

test('secrets of every kind are credentials with files that only root may read', { skip }, () => {
  settings('')
  ok(`cd ${kFolder}; chmod 600 secret secret.previous; openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem 2>/dev/null; chmod 600 key.pem
mkdir -p /etc/systemd/system/agent-access.service.d
sed -e 's/^#\\(LoadCredential=secret-previous:\\)/\\1/' -e 's,^#\\(LoadCredential=keys-pem:\\).*,\\1${kFolder}/key.pem,' /usr/share/doc/agent-access/deploy/systemd/credentials.conf > /etc/systemd/system/agent-access.service.d/credentials.conf
systemctl daemon-reload; systemctl restart agent-access`)
  const client = register()
  assert.match(profileOf(client), /Third/)
  assert.match(ok('curl -sSf http://127.0.0.1:8080/.well-known/jwks.json'), /"keys"/)
  reload()
  const kept = ok('journalctl --no-pager -u agent-access -o cat').split('\n').filter((line) => line.includes('"event":"credential_kept"'))
  assert.deepEqual(kept.map((line) => JSON.parse(line).setting), ['secret.file', 'secret.previous_files', 'keys.pem_files'])
  ok(`rm -r /etc/systemd/system/agent-access.service.d; cd ${kFolder}; rm key.pem secret.previous; chmod 640 secret; systemctl daemon-reload; systemctl restart agent-access`)
  assert.match(profileOf(client), /Third/)
})

test('a stopped worker is killed by the watchdog and the service starts again', { skip }, () => {
  ok('mkdir -p /run/systemd/system/agent-access.service.d; printf "[Service]\\nWatchdogSec=2\\n" > /run/systemd/system/agent-access.service.d/w.conf; systemctl daemon-reload; systemctl restart agent-access')
  const process = property('MainPID')
  ok(`kill -STOP ${process}; for i in $(seq 200); do p=$(systemctl show --value -p MainPID agent-access); [ "$p" != ${process} ] && [ "$p" != 0 ] && systemctl -q is-active agent-access && exit 0; read -t 0.1 < <(:) || :; sleep 0.1; done; exit 1`)
  assert.equal(property('NRestarts'), '1')
  ok('rm -r /run/systemd/system/agent-access.service.d; systemctl daemon-reload; systemctl restart agent-access')
})

test('the socket-activated pair serves without a network of its own, also its admin listener, and its reload works', { skip }, async () => {
  const guide = await readFile(join(root, 'docs/debian-and-systemd.md'), 'utf8')
  const [, steps] = /^## Socket activation\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(guide)
  ok(`${steps.trim()} 2>&1`)
  assert.equal(property('PrivateNetwork'), 'yes')
  const client = register()
  assert.match(profileOf(client), /Third/)
  assert.match(ok('curl -sSf http://127.0.0.1:9464/metrics'), /^agent_access_/m)
  assert.equal(ok(`agent-access health --config ${kFolder}/agent-access.toml`), 'ready\n')
  ok(`echo '{"name": "Fourth"}' > ${kFolder}/profile.json`)
  reload()
  assert.match(profileOf(client), /Fourth/)
  ok('systemctl restart agent-access')
  assert.match(profileOf(client), /Fourth/)
  // Without a running service the next connection starts it.
  ok('systemctl stop agent-access')
  assert.match(profileOf(client), /Fourth/)
  assert.ok(Number(/Overall exposure level[^:]*: ([\d.]+)/.exec(ok('systemd-analyze security --no-pager agent-access'))[1]) <= 0.5)
})

test('an upgrade replaces the running program, keeps configuration and sockets, and asks nothing', { skip }, () => {
  const client = register()
  const process = property('MainPID')
  const files = ok(`cd ${kFolder}; find . -type f | sort | xargs sha256sum`)
  const output = ok('apt-get install -y --no-install-recommends /packages/agent-access.deb 2>&1')
  assert.doesNotMatch(output, /agent-access init/)
  assert.equal(property('ActiveState'), 'active')
  assert.notEqual(property('MainPID'), process)
  assert.equal(ok(`readlink /proc/${property('MainPID')}/exe`).trim(), '/usr/bin/agent-access')
  assert.equal(property('ActiveState', 'agent-access.socket'), 'active')
  assert.equal(ok(`cd ${kFolder}; find . -type f | sort | xargs sha256sum`), files)
  assert.match(profileOf(client), /Fourth/)
})

test('a second site has a service of its own, and an upgrade restarts both', { skip }, async () => {
  const guide = await readFile(join(root, 'docs/guide-for-owners.md'), 'utf8')
  const [, steps] = /^### A second site on one machine\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(guide)
  const unit = 'agent-access@two.service'
  const local = steps.replace('https://two.example', 'http://127.0.0.1:8081').replace('agent-access check', "echo '{\"name\": \"Two\"}' > /etc/agent-access/two/profile.json\nagent-access check")
  const output = ok(`${local} 2>&1`)
  assert.match(output, /\n {2}systemctl enable --now agent-access@two\n/)
  assert.match(output, /^ok {4}user +.* \(of agent-access@two\.service; --as names another\)$/m)
  assert.match(output, /^ok {4}listen\.address +127\.0\.0\.1:8081 is free$/m)
  assert.deepEqual([property('ActiveState', unit), property('User', unit), property('UnitFileState', unit)], ['active', 'agent-access', 'enabled'])
  const secondOf = () => ok(`base=http://127.0.0.1:8081\n${kClient}\n${kProfile}`)
  assert.match(secondOf(), /"name": *"Two"/)
  assert.match(profileOf(register()), /"name": *"Fourth"/)

  // Each knows its own ports from those of the other.
  const second = `agent-access check --config ${kFolder}/two/agent-access.toml`
  for (const [check, own] of [[kCheck, '127.0.0.1:8080'], [second, '127.0.0.1:8081']]) {
    assert.match(ok(check), new RegExp(`^ok {4}listen\\.address +${own} is in use by this service, which is running$`, 'm'))
    assert.match(ok(check), /^ok {4}listen\.admin +127\.0\.0\.1:\d+ is in use by this service, which is running$/m)
  }
  const colliding = ok(`AGENT_ACCESS_LISTEN_ADDRESS=127.0.0.1:8080 AGENT_ACCESS_LISTEN_ADMIN=127.0.0.1:9464 ${second}`)
  assert.match(colliding, /^warn {2}listen\.address +127\.0\.0\.1:8080 is in use by an agent-access with other base_urls; choose another port in \[listen\]$/m)
  assert.match(colliding, /^warn {2}listen\.admin +127\.0\.0\.1:9464 is in use by an agent-access with other base_urls; /m)

  // A reload is one of this site alone.
  const first = property('MainPID')
  ok(`echo '{"name": "Two again"}' > ${kFolder}/two/profile.json`)
  reload('agent-access@two')
  assert.match(secondOf(), /"name": *"Two again"/)
  ok(`echo '{"name": ' > ${kFolder}/two/profile.json`)
  fails('systemctl reload agent-access@two')
  reload()
  ok(`echo '{"name": "Two again"}' > ${kFolder}/two/profile.json`)
  reload('agent-access@two')

  const processes = [first, property('MainPID', unit)]
  ok('apt-get install -y --reinstall --no-install-recommends /packages/agent-access.deb 2>&1')
  assert.deepEqual([property('ActiveState'), property('ActiveState', unit)], ['active', 'active'])
  for (const [index, name] of ['agent-access.service', unit].entries()) assert.notEqual(property('MainPID', name), processes[index], name)
  assert.match(secondOf(), /"name": *"Two again"/)
})

test('each shell completes on the first Tab', { skip }, () => {
  const bash = ok(`bash -ic 'source /usr/share/bash-completion/bash_completion; _completion_loader agent-access; COMP_WORDS=(agent-access rel); COMP_CWORD=1; _agent_access; echo "\${COMPREPLY[@]}"' 2>/dev/null`)
  assert.equal(bash.trim(), 'reload')
  const zsh = ok(`cat > /tmp/zsh-test <<'ZSH'
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "autoload -U compinit; compinit -u -D; PS1=READY"
zpty -r z seen '*READY*' ; zpty -w -n z $'agent-access rel\\t\\C-a#\\n'
zpty -r z seen '*reload*' && print completed
ZSH
timeout 20 zsh -f /tmp/zsh-test`)
  assert.match(zsh, /^completed$/m)
  assert.deepEqual(ok(`fish -c 'complete -C "agent-access exp"'`).trim().split('\t')[0], 'export')
  assert.match(ok(`fish -c 'complete -C "agent-access try --only "'`), /^access/m)
})

test('removal stops it and keeps the configuration; a purge leaves only the secret, and names it', { skip }, () => {
  ok('apt-get remove -y agent-access 2>&1')
  assert.equal(ok('pgrep -x agent-access || true'), '')
  assert.equal(ok('systemctl is-active agent-access.service agent-access.socket agent-access-admin.socket agent-access@two.service || true'), 'inactive\n'.repeat(4))
  assert.match(ok(`ls ${kFolder}`), /^secret$/m)
  assert.match(ok('rm -rf /etc/systemd/system/agent-access.service.d; apt-get purge -y agent-access 2>&1'), /^agent-access: kept the master secret \/etc\/agent-access\/secret; .*\nagent-access: kept the master secret \/etc\/agent-access\/two\/secret; /m)
  assert.equal(ok(`cd ${kFolder}; find . -type f | sort`), './secret\n./two/secret\n')
  ok(`rm -r ${kFolder}`)
  assert.equal(ok('find / -xdev -name "*agent-access*" -not -path "/proc/*" -not -path "/packages/*" -not -path "/var/log/*" -not -path "/etc/letsencrypt/*" -not -path "/run/*" 2>/dev/null || true'), '')
  assert.equal(ok('systemctl --failed --no-legend | grep agent-access || true'), '')
})

test('it installs again with a configuration that was there before, and serves', { skip }, () => {
  ok(`apt-get install -y --no-install-recommends /packages/agent-access.deb 2>&1; agent-access init ${kFolder} --base-url http://127.0.0.1:8080`)
  ok('apt-get remove -y agent-access 2>&1; apt-get install -y --no-install-recommends /packages/agent-access.deb 2>&1')
  assert.equal(property('ActiveState'), 'active')
  assert.match(profileOf(register()), /"_meta"/)
})
