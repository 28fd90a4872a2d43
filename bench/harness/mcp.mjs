// The MCP endpoint and its peer: the requests of both, and the site that the peer serves, read from ours.
import { writeFileSync } from 'node:fs'
import { ask, askJson } from './http.mjs'
import { kProfile } from './site.mjs'

const kRevision = '2026-07-28'
const kQuestions = '/ai/faq.json'
const kMeta = {
  'io.modelcontextprotocol/protocolVersion': kRevision,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A request to POST /mcp; `name` is what Mcp-Name repeats, a member of `params`. */
function message(method, params = {}, name = undefined, headers = {}) {
  return {
    method: 'POST', path: '/mcp', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: kMeta } }),
    headers: {
      'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': kRevision, 'Mcp-Method': method,
      ...(name ? { 'Mcp-Name': name } : {}), ...headers,
    },
  }
}

/** { toolsList, resource, profile }: the requests that both servers get. The resource is the questions of the site. */
export function mcpRequests(bench) {
  const uri = `${bench.base}${kQuestions}`
  return {
    toolsList: message('tools/list'),
    resource: message('resources/read', { uri }, uri),
    profile: message('tools/call', { name: 'get_full_profile' }, 'get_full_profile', { Authorization: `Bearer ${bench.token}` }),
  }
}

const resultOf = async (base, request) => (await askJson(`${base}/mcp`, request)).result

async function allResources(base) {
  const resources = []
  for (let cursor; ;) {
    const page = await resultOf(base, message('resources/list', cursor ? { cursor } : {}))
    resources.push(...page.resources)
    if (!(cursor = page.nextCursor)) return resources
  }
}

/** Writes what the peer serves: the tools and resources of ours, the text of the one that is read, the profile, and the keys. Returns the file. */
export async function writeMcpSite(bench) {
  const { base, token, site } = bench
  const { toolsList, resource } = mcpRequests(bench)
  const [{ text, uri }] = (await resultOf(base, resource)).contents
  const file = site.at('mcp.json')
  writeFileSync(file, JSON.stringify({
    issuer: base, audience: base + kProfile, jwks: await askJson(`${base}/.well-known/jwks.json`), tools: (await resultOf(base, toolsList)).tools,
    resources: await allResources(base), texts: { [uri]: text }, profile: await askJson(base + kProfile, { headers: { Authorization: `Bearer ${token}` } }),
  }))
  return file
}

/** Why the responses { status, body } of two servers cannot be compared, or nothing: both are results, and their sizes differ by at most a tenth. */
export function mcpDifference(name, ours, peer) {
  for (const { status, body } of [ours, peer]) {
    if (status !== 200) return `${name}: status ${status}`
    const { result } = JSON.parse(body)
    if (!result || result.isError) return `${name}: an error instead of a result`
  }
  const [one, other] = [ours, peer].map(({ body }) => Buffer.byteLength(body))
  return Math.abs(other - one) <= one / 10 ? undefined : `${name}: ${one} bytes from agent-access and ${other} from the peer`
}

/** Why the peer cannot be compared with ours, or nothing. */
export async function compareMcpAnswers(bench, peer) {
  for (const [name, request] of Object.entries(mcpRequests(bench))) {
    const [one, other] = await Promise.all([bench.base, peer].map((base) => ask(`${base}/mcp`, request)))
    const difference = mcpDifference(name, one, other)
    if (difference) return difference
  }
  return undefined
}
