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
  const { signal, port } = thread
  const end = performance.now() + limits.timeout + kGraceMs
  port.postMessage({ request, caFile, limits })
  while (Atomics.wait(signal, 0, 0, end - performance.now()) !== 'timed-out') {
    Atomics.store(signal, 0, 0)
    const answer = receiveMessageOnPort(port)
    if (answer) return answer.message // without one this was the signal of the answer before, which came late
  }
  thread = undefined // what it sends later is for nobody
  return Buffer.from('lost 0 \n')
}
