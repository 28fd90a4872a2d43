// The module that hosts run. Where a host names the client elsewhere than Cloudflare, or does not read files by `env.ASSETS`, a small module of
// that host makes another worker of the same parts.
import { parseNode, networksOf } from './addresses.js'
import { TrustedProxies } from './forwarded.js'
import { isHost } from './http.js'
import { requestOf } from './node_request.js'
import { protocol } from './protocol.js'
import data from './worker-data.js'
import { createWorker } from './worker.js'

/** Cloudflare writes this field anew in every request. */
const ofCloudflare = ({ headers }) => headers.get('cf-connecting-ip')

const addresses = { ofCloudflare, parseNode, networksOf, TrustedProxies }

export default createWorker(data, { addressOf: ofCloudflare })
export { addresses, createWorker, data, isHost, protocol, requestOf }
