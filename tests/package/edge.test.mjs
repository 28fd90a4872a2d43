// The recipe of docs/edge.md for HAProxy in a booted Debian with the package: its unit and its timer under systemd, Debian's HAProxy, and a token
// of the service before and after the master secret is changed. AGENT_ACCESS_ROOT is the folder of the bare Debian; scripts/release/package-test makes it.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { BootedDebian, cannotBoot, scriptsIn } from '../support/booted_debian.mjs'
import { deb, noPackage, root } from '../support/built_package.mjs'
import { edgeBlock, edgeFile } from '../support/edge.mjs'
import { temporaryFolder } from '../support/folder.mjs'
import { withValues } from '../support/printed_sites.mjs'

const bare = process.env.AGENT_ACCESS_ROOT ?? join(root, 'build/bare-debian')
const noHaproxy = existsSync(join(bare, 'usr/sbin/haproxy')) ? false : `skipped: no haproxy in ${bare}; remove it, and make package-test makes it anew`
const skip = noPackage || cannotBoot(bare) || noHaproxy
const kFolder = '/etc/haproxy/agent-access'
const kService = 'http://127.0.0.1:8080'
const kList = `${kService}/.well-known/jwks.json`
/** Seconds since 1970 of the last start of the unit; 0: never. */
const kStarted = `date -d "$(systemctl show --value -p ExecMainStartTimestamp agent-access-keys.service)" +%s 2>/dev/null || echo 0`

const packages = temporaryFolder('packages')
let debian
let ok
let fails
before(async () => {
  if (skip) return
  await copyFile(deb, join(packages, 'agent-access.deb'))
  debian = await BootedDebian.boot(bare, { '/packages': packages });
  ({ ok, fails } = scriptsIn(debian))
})
after(() => debian?.stop())

const write = (file, text) => ok(`mkdir -p "$(dirname ${file})" && cat > ${file} <<'END_OF_FILE'\n${text}END_OF_FILE`)
/** The recipe with this machine's addresses: without TLS, which needs a certificate. */
const block = (number, values) => withValues(edgeBlock('HAProxy', number), values)
const kToken = `client=$(curl -sSf ${kService}/oauth/register -H 'Content-Type: application/json' -d '{}')
id=$(sed -E 's/.*"client_id":"([^"]+)".*/\\1/' <<<"$client"); secret=$(sed -E 's/.*"client_secret":"([^"]+)".*/\\1/' <<<"$client")
curl -sSf ${kService}/oauth/token -d grant_type=client_credentials -d client_id=$id -d client_secret=$secret | sed -E 's/.*"access_token":"([^"]+)".*/\\1/'`
const token = () => ok(kToken).trim()
/** The status that HAProxy answers for a token; the API is HAProxy's own answer. */
const statusOf = (jwt) => `curl -s -o /dev/null -w '%{http_code}' -H 'Authorization: Bearer ${jwt}' http://127.0.0.1:8443/reports/`
const status = (jwt) => ok(statusOf(jwt))
const kids = () => JSON.parse(ok(`curl -sSf ${kList}`)).keys.map(({ kid }) => kid)
const files = () => ok(`ls ${kFolder}`).trim().split('\n').sort()
/** Waits inside for a condition: a command that succeeds. */
const until = (condition, seconds = 30) => ok(`for second in $(seq ${seconds}); do if ${condition}; then exit 0; fi; sleep 1; done; systemctl list-timers --all --no-pager; exit 1`)
const kReloads = "journalctl --no-pager -o cat -u haproxy | grep -c '^Reloaded haproxy' || true"
const reloads = () => Number(ok(kReloads).trim())

test('the timer writes the keys after the boot, starts HAProxy with them, and a token opens the API', { skip }, () => {
  ok('apt-get install -y --no-install-recommends /packages/agent-access.deb 2>&1')
  ok(`agent-access init /etc/agent-access --base-url ${kService} && systemctl enable --now agent-access 2>&1`)
  ok('systemctl stop haproxy')
  write('/usr/local/bin/agent-access-keys', edgeFile('haproxy_keys.py'))
  ok('chmod 755 /usr/local/bin/agent-access-keys')
  write('/etc/haproxy/haproxy.cfg', `${ok('cat /etc/haproxy/haproxy.cfg')}${withValues(edgeFile('haproxy.cfg'), [
    ['bind :443 ssl crt /etc/haproxy/site.pem alpn h2,http/1.1', 'bind 127.0.0.1:8443'], ['https://example.com', kService, 5],
  ])}\nfrontend api\n  bind 127.0.0.1:8081\n  http-request return status 200\n`)
  ok(`echo '${block(4, []).trim()}' >> /etc/default/haproxy`)
  write('/etc/systemd/system/agent-access-keys.service', block(2, [['https://example.com', kService]]))
  // Minutes are seconds here, and the boot was long ago enough for the first run.
  write('/etc/systemd/system/agent-access-keys.timer', block(3, [['OnUnitActiveSec=4min', 'OnUnitActiveSec=4s'], ['AccuracySec=10s', 'AccuracySec=1s']]))
  ok('systemctl daemon-reload && systemctl enable --now agent-access-keys.timer 2>&1')
  until('systemctl is-active --quiet haproxy')
  until(`[ -e ${kFolder}/loaded ]`)
  assert.deepEqual(files(), [...kids().map((kid) => `${kid}.pem`), 'keys.cfg', 'loaded'].sort())
  const jwt = token()
  assert.equal(status(jwt), '200')
  assert.equal(status(`${jwt}a`), '401')
})

test('the timer runs the unit again, and reloads HAProxy only when keys changed', { skip }, () => {
  const started = Number(ok(kStarted))
  const [old, count] = [token(), reloads()]
  until(`[ "$(${kStarted})" -gt ${started} ]`)
  assert.equal(reloads(), count)
  const first = kids()
  // The keys of the next generation, all at once: those of the first are removed.
  ok("sed -i 's/^#generation = 1$/generation = 2/' /etc/agent-access/agent-access.toml; systemctl reload agent-access")
  let second = first // until the service has read it
  for (let tries = 0; tries < 100 && second.some((kid) => first.includes(kid)); ++tries) second = kids()
  assert.ok(second.every((kid) => !first.includes(kid)))
  until(second.map((kid) => `grep -q ${kid} ${kFolder}/loaded`).join(' && '))
  until(`[ "$(${kReloads})" -gt ${count} ]`)
  assert.deepEqual(files(), [...second.map((kid) => `${kid}.pem`), 'keys.cfg', 'loaded'].sort())
  const next = token()
  until(`[ "$(${statusOf(next)})" = 200 ]`)
  until(`[ "$(${statusOf(old)})" = 401 ]`)
})

test('while the service is stopped the unit fails and the keys stay', { skip }, () => {
  const [jwt, list] = [token(), ok(`cat ${kFolder}/keys.cfg`)]
  ok('systemctl stop agent-access-keys.timer agent-access')
  assert.match(fails('systemctl start agent-access-keys.service 2>&1; systemctl is-failed --quiet agent-access-keys.service || exit 0; journalctl -o cat -n 5 -u agent-access-keys; exit 1'), /cannot write the keys/)
  assert.equal(ok(`cat ${kFolder}/keys.cfg`), list)
  assert.equal(status(jwt), '200')
})
