// A server in a thread of its own that is no Redis: it replies to each packet as `kind` says.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const kEndless = Buffer.alloc(64 * 1024, 'x')

/** Writes as long as the other side reads. */
function writeWithoutEnd(socket) {
  socket.write('$536870912\r\n')
  const more = () => { while (!socket.destroyed && socket.write(kEndless)); }
  socket.on('drain', more)
  more()
}
const kReplies = {
  'another protocol': (socket) => socket.once('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')),
  'a reply without end': (socket) => socket.once('data', () => writeWithoutEnd(socket)),
  'replies of wrong types': (socket) => socket.on('data', () => socket.write(':1\r\n:1\r\n:1\r\n')),
}

async function run() {
  const open = new Set()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    kReplies[workerData.wrongRedis](socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  parentPort.postMessage(server.address().port)
  parentPort.once('message', () => {
    for (const socket of open) socket.destroy()
    server.close()
  })
}

/** { url, stop }. */
export async function startWrongRedis(kind) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { wrongRedis: kind } })
  const [port] = await once(worker, 'message')
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(worker, 'exit')
      worker.postMessage('stop')
      await ended
    },
  }
}

if (!isMainThread && workerData?.wrongRedis) run()
