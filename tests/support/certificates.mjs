// Certificates for tests, made with the openssl program: an authority and the certificates that it signs.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { run } from './server.mjs'

const openssl = (...args) => run('openssl', args, { timeout: 30_000 })

/** Options for a validity that has ended. OpenSSL 3.5 refuses an end before the start, and 3.0 cannot set the start. */
async function ofThePast() {
  const { stderr } = await openssl('x509', '-help')
  return stderr.includes('-not_after') ? ['-not_before', '20200101000000Z', '-not_after', '20200102000000Z'] : ['-days', '-1']
}

const kKeys = { ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'], rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'] }

/** An authority in `directory`: { file, issue }. */
export async function makeAuthority(directory) {
  const path = (name) => join(directory, name)
  const file = path('authority.pem')
  await openssl('genpkey', ...kKeys.ec, '-out', path('authority.key'))
  await openssl('req', '-x509', '-new', '-key', path('authority.key'), '-out', file, '-days', '200', '-subj', '/CN=Test Authority',
    '-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign,cRLSign')

  /** Writes `name`.pem and `name`.key: { certificate, key }. With `expired`, its validity has ended. */
  const issue = async (name, { names = ['DNS:localhost', 'IP:127.0.0.1'], days = 180, kind = 'ec', expired = false } = {}) => {
    const certificate = path(`${name}.pem`)
    const key = path(`${name}.key`)
    await writeFile(path(`${name}.ext`), `subjectAltName=${names.join(',')}\nbasicConstraints=critical,CA:FALSE\n` +
      'keyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\n')
    await openssl('genpkey', ...kKeys[kind], '-out', key)
    await openssl('req', '-new', '-key', key, '-subj', `/CN=${name}`, '-out', path(`${name}.csr`))
    const signing = ['x509', '-req', '-in', path(`${name}.csr`), '-CA', file, '-CAkey', path('authority.key'), '-sha256',
      '-extfile', path(`${name}.ext`), '-out', certificate]
    await openssl(...signing, ...(expired ? await ofThePast() : ['-days', String(days)]))
    return { certificate, key }
  }
  return { file, issue, read: async (pair) => ({ certificate: await readFile(pair.certificate), key: await readFile(pair.key) }) }
}

/** For the tests of one file: an authority in a folder that is removed after them, and a pair that it has issued. */
export async function temporaryAuthority() {
  const directory = await mkdtemp(join(tmpdir(), 'agent-access-tls-'))
  after(() => rm(directory, { recursive: true, force: true }))
  const authority = await makeAuthority(directory)
  return { directory, authority, ca: await readFile(authority.file), pair: await authority.issue('server') }
}
