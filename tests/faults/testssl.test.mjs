// TLS as testssl.sh sees it: a quarter of an hour, most of it about OpenSSL, so only among the long tests.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { isLong } from '../support/faults.mjs'
import { directory, withTls } from '../support/tls.mjs'

// What a certificate of the test's own authority is blamed for, and an address that is no public name.
const kOfTheTestCertificate = new Set(['cert_chain_of_trust', 'cert_trust', 'cert_revocation', 'cert_crlDistributionPoints',
  'cert_ocspURL', 'OCSP_stapling', 'DNS_CAArecord', 'cert_expirationStatus', 'cert_extlifeSpan', 'overall_grade',
  'grade_cap_reason_1', 'grade_cap_reason_2', 'final_score',
  'HTTP_status_code', // it asks for a Host without the port
  'sessionresumption_ticket', // its client of openssl may be gone before the ticket has come; tls.test.mjs resumes sessions
  'engine_problem']) // of the openssl that it runs itself

/** What testssl.sh says against the server, beside what it says of a certificate made for tests. */
async function complaintsOfTestssl(server) {
  const report = join(directory, 'testssl.json')
  await rm(report, { force: true })
  const args = ['--quiet', '--color', '0', '--warnings', 'batch', '--ip', '127.0.0.1', '--nodns', 'none', '--jsonfile', report,
    '--protocols', '--server-defaults', '--server-preference', '--fs', '--vulnerable', '--std', '--headers', `https://localhost:${server.port}`]
  const child = spawn('testssl', args, { stdio: 'ignore', env: { ...process.env, TERM: 'dumb' } })
  await once(child, 'close')
  const findings = JSON.parse(await readFile(report, 'utf8'))
  assert.ok(findings.some((one) => one.id === 'TLS1_3'), 'testssl reached the server')
  const bad = findings.filter((one) => ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', 'FATAL', 'WARN'].includes(one.severity))
  return bad.filter((one) => !kOfTheTestCertificate.has(one.id.split(' ')[0]))
}

test('testssl.sh finds no fault', { timeout: 1_800_000, skip: isLong ? false : 'skipped: runs with scripts/suite faults --long' }, () => withTls({}, async (server) => {
  let bad = await complaintsOfTestssl(server)
  // WARN: it could not look. It looks again.
  if (bad.length && bad.every((one) => one.severity === 'WARN')) bad = await complaintsOfTestssl(server)
  assert.deepEqual(bad, [])
}))
