// Many requests as bytes on a few connections, with targets that no client library would send.
import { connect } from 'node:net'

const kConnections = 16

/** The first final response of `text`, or undefined while it is incomplete: { status, text, rest }. */
function takeResponse(text, hasEnded) {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [head, status] = [text.slice(0, end), Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1] ?? 0)]
  const start = end + 4
  if (status < 200) return takeResponse(text.slice(start), hasEnded)
  const take = (size) => (text.length < start + size ? undefined : { status, text: text.slice(0, start + size), rest: text.slice(start + size) })
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  if (length !== undefined || status === 304) return take(Number(length ?? 0))
  const last = /^transfer-encoding: *chunked/im.test(head) ? text.indexOf('\r\n0\r\n\r\n', end) : -1
  if (last >= 0) return take(last + 7 - start)
  return hasEnded ? take(text.length - start) : undefined
}

/** Requests of `queue` on one connection, until it is closed or the queue is empty. */
async function sendOnOneConnection(port, queue, fields, take) {
  const socket = connect(port, '127.0.0.1')
  const send = () => {
    const target = queue.pop()
    if (target === undefined) socket.end()
    else socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${fields}\r\n`, 'latin1')
    return target
  }
  let target = send()
  let [text, answered] = ['', 0]
  const takeOne = (hasEnded) => {
    const taken = target === undefined ? undefined : takeResponse(text, hasEnded)
    if (taken === undefined) return
    take(target, taken)
    ++answered
    text = taken.rest
    const isLast = hasEnded || /^connection: *close/im.test(taken.text)
    target = isLast ? undefined : send()
    if (isLast) socket.end()
  }
  try {
    for await (const piece of socket.setEncoding('latin1')) {
      text += piece
      takeOne(false)
    }
  } catch (error) {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error
  }
  takeOne(true)
  if (target === undefined) return
  // Closed after the response before this request: it is sent again.
  if (answered > 0) queue.push(target)
  else take(target, { status: 0, text })
}

/** Calls take(target, { status, text }) for the response to each target; `fields` are lines. Status 0: the connection was closed without one. */
export async function sendMany(port, targets, take, fields = '') {
  const queue = [...targets]
  const one = async () => {
    while (queue.length > 0) await sendOnOneConnection(port, queue, fields, take)
  }
  await Promise.all(Array.from({ length: kConnections }, one))
}
