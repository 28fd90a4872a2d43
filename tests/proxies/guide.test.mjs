// The guide's ways to a site behind nginx work as they are written: only folders, ports, certificates and the host are inserted.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryAuthority } from '../support/certificates.mjs'
import { hasIpv6 } from '../support/faults.mjs'
import { startNginx } from '../support/nginx.mjs'
import { ifIpv6, withValues } from '../support/printed_sites.mjs'
import { freePort, runProgram, startServe, until } from '../support/server.mjs'
import { shell } from '../support/shell.mjs'

const guide = await readFile(new URL('../../docs/guide-for-owners.md', import.meta.url), 'utf8')
const shellBlocks = (text) => [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1])
const [, section] = /^## In five minutes\n([\s\S]*?)^## /m.exec(guide)
const { directory, authority, pair } = await temporaryAuthority()

test("the guide's way to a site behind nginx works as it is written", { skip: existsSync('/usr/sbin/nginx') ? false : 'skipped: nginx is not installed' }, async () => {
  const [front, plain] = [await freePort(), await freePort()]
  await using server = await startServe({ settings: { base_urls: [`https://127.0.0.1:${front}`] } })
  const nginxFolder = join(server.directory, 'nginx')
  const available = join(nginxFolder, 'sites-available/agent-access')
  for (const name of ['sites-available', 'sites-enabled']) await mkdir(join(nginxFolder, name), { recursive: true })
  await using nginx = await startNginx({ directory: nginxFolder, includes: [join(nginxFolder, 'sites-enabled/*')], isReady: () => existsSync(join(nginxFolder, 'nginx.pid')) })
  // The first two blocks and the certificate need a booted Debian: package/owner runs all of them.
  const [, , site, test] = shellBlocks(section)
  const [, print, ...enable] = site.split(/^(?=\S)/m)
  await shell(withValues(print, [['/etc/agent-access/', `${server.directory}/`], ['/etc/nginx/', `${nginxFolder}/`]]))
  await writeFile(available, withValues(await readFile(available, 'utf8'), [
    [`listen ${front} `, `listen 127.0.0.1:${front} `], [`listen [::]:${front} `, hasIpv6 ? `listen [::1]:${front} ` : `listen 127.0.0.1:${await freePort()} `],
    ['listen 80;', `listen 127.0.0.1:${plain};`], ['listen [::]:80;', ifIpv6(`listen [::1]:${plain};`)],
    ['/etc/letsencrypt/live/127.0.0.1/fullchain.pem', pair.certificate], ['/etc/letsencrypt/live/127.0.0.1/privkey.pem', pair.key],
  ]))
  const conf = join(nginxFolder, 'nginx.conf')
  const output = await shell(withValues([...enable, test.split('\n')[0]].join(''), [
    ['/etc/nginx/', `${nginxFolder}/`], ['nginx -t', `nginx -t -q -c ${conf} -p ${nginxFolder} -e ${nginxFolder}/error.log`],
    ['systemctl reload nginx\n', `nginx -s reload -c ${conf} -p ${nginxFolder} -e ${nginxFolder}/error.log\ncurl -sf -o ${nginxFolder}/answer --retry 30 --retry-connrefused --cacert ${authority.file} https://127.0.0.1:${front}/llms.txt\n`],
    ['try https://example.com', `try https://127.0.0.1:${front} --ca-file ${authority.file}`],
  ]))
  assert.match(output, /\n {2}\d+ passed, 0 failed, /)
  assert.doesNotMatch(await nginx.log(), /\[warn\]/)
})

test("the guide's way into a site that is there leaves that site as it was", { skip: existsSync('/usr/sbin/nginx') ? false : 'skipped: nginx is not installed' }, async () => {
  const front = await freePort()
  await using server = await startServe({ settings: { base_urls: [`https://127.0.0.1:${front}`], content: { beside: true } } })
  const nginxFolder = join(server.directory, 'nginx')
  const old = join(nginxFolder, 'old')
  const conf = `-c ${nginxFolder}/nginx.conf -p ${nginxFolder} -e ${nginxFolder}/error.log`
  const page = '<h1>The site that was there</h1>\n'
  const site = (include) => `server {\n  listen 127.0.0.1:${front} ssl;\n  server_name 127.0.0.1;\n  ssl_certificate ${pair.certificate};\n  ssl_certificate_key ${pair.key};\n  root ${old};\n  ${include}\n}\n`
  // A worker of nginx that ends after a reload closes its connections.
  const show = (path) => shell(`curl -sSi --cacert ${authority.file} https://127.0.0.1:${front}${path} | grep -vE '^(Date|Connection): '`)
  for (const folder of [old, join(nginxFolder, 'snippets')]) await mkdir(folder, { recursive: true })
  for (const name of ['index.html', 'about.html', 'robots.txt']) await writeFile(join(old, name), page)
  await writeFile(join(nginxFolder, 'site'), site(''))
  await using nginx = await startNginx({ directory: nginxFolder, includes: [join(nginxFolder, 'site')], port: front })
  const paths = ['/', '/about.html', '/robots.txt', '/nothing']
  const before = await Promise.all(paths.map(show))
  assert.ok(before[0].endsWith(page), before[0])

  const [, , , , print, reload] = shellBlocks(section)
  const written = join(directory, 'guide')
  assert.equal((await runProgram(['init', written, '--base-url', `https://127.0.0.1:${front}`])).code, 0)
  const [beside, , toFile] = print.split(/^(?=\S)/m)
  await shell(withValues(beside, [['/etc/agent-access/', `${written}/`]]))
  assert.match(await readFile(join(written, 'agent-access.toml'), 'utf8'), /^beside = true$/m)
  await shell(withValues(toFile, [['/etc/agent-access/', `${server.directory}/`], ['/etc/nginx/', `${nginxFolder}/`]]))
  const [, include] = /^```nginx\n(.*)\n```$/m.exec(section)
  await writeFile(join(nginxFolder, 'site'), site(include))
  await shell(withValues(reload, [['nginx -t', `nginx -t -q ${conf}`], ['systemctl reload nginx\n',
    `nginx -s reload ${conf}\ncurl -sf -o ${nginxFolder}/answer --retry 30 --retry-all-errors --cacert ${authority.file} https://127.0.0.1:${front}/llms.txt\n`]]))
  const master = (await readFile(join(nginxFolder, 'nginx.pid'), 'utf8')).trim()
  await until(async () => !(await readFile(`/proc/${master}/task/${master}/children`, 'utf8')).trim().includes(' '), 'the end of the worker before the reload')
  const after = await Promise.all(paths.map(show))
  assert.deepEqual(after, before)
  const { code, stdout } = await runProgram(['try', `https://127.0.0.1:${front}`, '--ca-file', authority.file])
  assert.equal(code, 0, stdout)
  assert.doesNotMatch(await nginx.log(), /\[warn\]/)
})
