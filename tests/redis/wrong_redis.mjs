// A server in a thread of its own that is no Redis: it replies to each connection as `kind` says.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const kRepeats = 1_000
const kHandshakeMs = 100 // less than a batch may take
const kEndless = Buffer.alloc(64 * 1024, 'x')
const kHandshake = `+OK\r\n$40\r\n${'0'.repeat(40)}\r\n`

let replies = 0
function write(socket, text, count = 1) {
  replies += count
  socket.write(text.repeat(count))
}

/** Writes as long as the other side reads. */
function writeWithoutEnd(socket) {
  write(socket, '$536870912\r\n')
  const more = () => { while (!socket.destroyed && socket.write(kEndless)); }
  socket.on('drain', more)
  more()
}
function writeSlowly(socket) {
  write(socket, '$536870912\r\n')
  const timer = setInterval(() => socket.write('x'), 10)
  socket.once('close', () => clearInterval(timer))
}
function hangUp(socket) {
  write(socket, '+OK\r\n$40\r\n')
  socket.end()
}
const asked = (act) => (socket) => socket.once('data', () => act(socket))
const reply = (text) => asked((socket) => write(socket, text, kRepeats))
/** Connects as a slow Redis does, so that the first batch has debts; the reply to it is `count` times `debt`, and this again and again. */
const lie = (debt, more = 0) => (socket) => socket.on('data', (bytes) => {
  const count = /EVALSHA\r\n\$40\r\n\w+\r\n\$\d+\r\n(\d+)/.exec(bytes)?.[1]
  if (count === undefined) setTimeout(() => socket.write(kHandshake), kHandshakeMs)
  else write(socket, `*${Number(count) + more}\r\n${`:${debt}\r\n`.repeat(Number(count) + more)}`, kRepeats)
})

const kKinds = {
  'another protocol': reply('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'a reply without end': asked(writeWithoutEnd),
  'replies of wrong types': (socket) => socket.on('data', () => write(socket, ':1\r\n', 3)),
  'no reply': () => {},
  'a slow reply without end': asked(writeSlowly),
  'half a reply': asked(hangUp),
  'unknown errors': reply('-NONSENSE nothing\r\n'),
  'huge rows': reply('*2147483647\r\n'),
  'rows of rows': reply('*1\r\n*1\r\n:1\r\n'),
  'negative lengths': reply('$-2\r\n'),
  'numbers beyond 64 bits': reply(':99999999999999999999\r\n'),
  nil: reply('$-1\r\n'),
  'negative debts': lie(-1),
  'debts beyond all bounds': lie(100_000_000_000),
  'too many debts': lie(0, 1),
  'more replies than commands': lie(0),
}
const kInTurn = Object.values(kKinds)
let turn = 0
kKinds['every kind in turn'] = (socket) => kInTurn[turn++ % kInTurn.length](socket)

async function run() {
  const open = new Set()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => { open.delete(socket); parentPort.postMessage({ replies }) })
    kKinds[workerData.wrongRedis](socket)
  }).listen(workerData.port, '127.0.0.1')
  await once(server, 'listening')
  parentPort.postMessage({ port: server.address().port, replies })
  parentPort.once('message', () => {
    for (const socket of open) socket.destroy()
    server.close()
  })
}

/** { url, replies, stop }. `port` 0: any. */
export async function startWrongRedis(kind, port = 0) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { wrongRedis: kind, port } })
  const [first] = await once(worker, 'message')
  const ended = once(worker, 'exit')
  const wrong = {
    url: `redis://127.0.0.1:${first.port}`,
    replies: 0,
    stop: async () => {
      worker.postMessage('stop')
      await ended
    },
  }
  worker.on('message', (message) => { wrong.replies = message.replies })
  return wrong
}

if (!isMainThread && workerData?.wrongRedis) run()
