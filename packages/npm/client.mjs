// Requests of HTTP for the program, which is synchronous: a thread (exchange.mjs) has the connections, and this one waits for it.
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'

const kGraceMs = 5000 // the thread keeps the limit itself

let thread
function started() {
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const { port1, port2 } = new MessageChannel()
  new Worker(new URL('exchange.mjs', import.meta.url), { execArgv: [], workerData: { signal, port: port2 }, transferList: [port2] }).unref()
  return { signal, port: port1 }
}

/** What exchange.mjs answers to `request`, as bytes. */
export function exchange(request, caFile, limits) {
  thread ??= started()
  Atomics.store(thread.signal, 0, 0)
  thread.port.postMessage({ request, caFile, limits })
  if (Atomics.wait(thread.signal, 0, 0, limits.timeout + kGraceMs) !== 'timed-out') return receiveMessageOnPort(thread.port).message
  thread = undefined // what it sends later is for nobody
  return Buffer.from('lost 0 \n')
}
