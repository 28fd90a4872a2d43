// The one module of an export in a server of node:http, for worker_program.mjs: module_server.mjs FILE, at HOST and PORT.
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'

const { HOST, PORT } = process.env
const { middleware } = await import(pathToFileURL(process.argv[2]))
const server = createServer((incoming, outgoing) => middleware(incoming, outgoing)).listen(Number(PORT), HOST)
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
