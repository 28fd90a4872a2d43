// The thread of client.mjs: one exchange of HTTP/1.1 at a time, each on a connection of its own. No redirects, cookies, proxies or content codings.
// A request arrives as to a proxy, with the URL in its first line. Sent back, as bytes: "OUTCOME MICROSECONDS REASON", a line, then the heads and the
// body. Outcomes and reasons are those of the program's other client, which has libcurl.
import { readFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectSecure, rootCertificates } from 'node:tls'
import { workerData } from 'node:worker_threads'

class Fault extends Error {
  constructor(outcome, reason = '') {
    super(reason)
    this.outcome = outcome
  }
}

const kSystemReasons = {
  ECONNREFUSED: 'Connection refused', EHOSTUNREACH: 'No route to host', ENETUNREACH: 'Network is unreachable', ETIMEDOUT: 'Connection timed out',
  EADDRNOTAVAIL: 'Cannot assign requested address', EACCES: 'Permission denied', ECONNRESET: 'Connection reset by peer',
}

/** What an error before the first byte of HTTP says. */
function connectionFault({ code = '', message }, host, isInHandshake) {
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'].includes(code)) return new Fault('unknown_host', "Couldn't resolve host name")
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return new Fault('certificate', `no alternative certificate subject name matches target host name '${host}'`)
  // Node.js reports the last of the errors of a certificate whose issuer is missing, and libcurl the first.
  if (code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE') return new Fault('certificate', 'unable to get local issuer certificate')
  const [, number, library, reason] = /error:([0-9A-F]{8}):([^:]*):[^:]*:([^:]*)/.exec(message) ?? []
  if (number) return new Fault('tls', `error:${number}:${library}::${reason}`)
  if (code === 'ECONNREFUSED') return new Fault('refused', kSystemReasons[code])
  if (isInHandshake) return new Fault(code.startsWith('E') ? 'tls' : 'certificate', message.split(';')[0])
  return new Fault('unreachable', kSystemReasons[code] ?? message)
}

/** What an error after it says. `seen`: how many bytes arrived. */
function exchangeFault({ code = '', syscall, rawPacket }, seen) {
  if (code === 'HPE_HEADER_OVERFLOW') return new Fault('head')
  if (code.startsWith('HPE_')) return new Fault('broken', rawPacket?.subarray(0, 5).toString('latin1') === 'HTTP/' ? 'Weird server reply' : 'Unsupported protocol')
  if (syscall) return new Fault('broken', 'Failure when receiving data from the peer')
  return new Fault('broken', seen === 0 ? 'Server returned nothing (no headers, no data)' : 'the head is cut off')
}

function authoritiesOf(caFile) {
  if (caFile === '') return undefined
  try {
    return [...rootCertificates, readFileSync(caFile, 'latin1')]
  } catch {
    throw new Fault('authorities', `error setting certificate verify locations:  CAfile: ${caFile}`)
  }
}

/** A connection that begins; over TLS the certificate is verified. */
function opened({ isSecure, name, port, caFile }) {
  if (!isSecure) return connectPlain({ host: name, port })
  return connectSecure({ host: name, port, servername: isIP(name) ? '' : name, ca: authoritiesOf(caFile), minVersion: 'TLSv1.2' })
}

function connected(socket, { isSecure, name }) {
  let isOpen = false
  socket.once('connect', () => { isOpen = true })
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => reject(connectionFault(error, name, isSecure && isOpen)))
    socket.once(isSecure ? 'secureConnect' : 'connect', resolve)
  })
}

function headOf(status, fields) {
  let head = `HTTP/1.1 ${status} \r\n`
  for (let at = 0; at < fields.length; at += 2) head += `${fields[at]}: ${fields[at + 1]}\r\n`
  return Buffer.from(`${head}\r\n`, 'latin1')
}

/** Sends the request on the connection; `received` gets the pieces of the response. Ends early where it is larger than the limits. */
function exchanged(socket, { method, target, fields, body }, { mostHead, mostBody }, received) {
  return new Promise((resolve, reject) => {
    const call = send({ createConnection: () => socket, method, path: target, headers: fields, maxHeaderSize: mostHead })
    let heads = 0
    const onHead = ({ statusCode, rawHeaders }) => {
      const head = headOf(statusCode, rawHeaders)
      received.push(head)
      heads += head.length
      if (heads > mostHead) reject(new Fault('head'))
    }
    call.on('information', onHead)
    call.on('error', (error) => reject(exchangeFault(error, socket.bytesRead)))
    call.on('response', (response) => {
      onHead(response)
      if (method !== 'HEAD' && Number(response.headers['content-length']) > mostBody) reject(new Fault('body'))
      let size = 0
      response.on('data', (piece) => {
        received.push(piece)
        size += piece.length
        if (size > mostBody) resolve() // which the program refuses
      })
      response.on('end', resolve)
      response.on('error', () => reject(new Fault('broken', 'Transferred a partial file')))
    })
    call.end(body.length > 0 ? body : undefined)
  })
}

/** METHOD http://HOST:PORT/TARGET HTTP/1.1, the fields, an empty line and the body. */
function parsed(bytes) {
  const end = bytes.indexOf('\r\n\r\n')
  const [first, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const [method, url] = first.split(' ')
  const [, scheme, host, port, target] = /^(https?):\/\/(\[[^\]]*\]|[^/:]*)(?::(\d+))?(.*)$/.exec(url)
  const fields = lines.flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
  const isSecure = scheme === 'https'
  return { isSecure, name: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port ?? (isSecure ? 443 : 80)), method, target, fields, body: bytes.subarray(end + 4) }
}

async function answerTo({ request, caFile, limits }) {
  const begin = performance.now()
  const wanted = { ...parsed(Buffer.from(request)), caFile }
  const received = []
  let socket, timer
  const late = new Promise((_, reject) => { timer = setTimeout(() => reject(new Fault('timeout')), limits.timeout) })
  const done = (async () => {
    socket = opened(wanted)
    await connected(socket, wanted)
    await exchanged(socket, wanted, limits, received)
  })()
  const { outcome, message } = await Promise.race([done, late]).then(() => ({ outcome: 'complete', message: '' }), (error) => error)
  clearTimeout(timer)
  done.catch(() => {})
  socket?.on('error', () => {}).destroy()
  return Buffer.concat([Buffer.from(`${outcome ?? 'inside'} ${Math.round((performance.now() - begin) * 1000)} ${message.replaceAll('\n', ' ')}\n`), ...received])
}

const { port, signal } = workerData
port.on('message', async (request) => {
  port.postMessage(await answerTo(request))
  Atomics.store(signal, 0, 1)
  Atomics.notify(signal, 0)
})
