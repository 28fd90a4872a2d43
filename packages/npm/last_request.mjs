// Loaded into the server of `dev` before all else: each response ends its connection, so that no request meets one that closes because a new server
// takes its place.
import { subscribe } from 'node:diagnostics_channel'

subscribe('http.server.request.start', ({ response }) => response.setHeader('Connection', 'close'))
