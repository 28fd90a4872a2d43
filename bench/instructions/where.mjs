// where.mjs FOLDER: a table of inclusive instruction counts by stage, for each script whose dump is there.
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

// In the order of a request. A stage with a dash is part of the one before it.
const kStages = [
  ['head', 'net::parse_head('],
  ['rate limiter', 'limit::RateLimiter::charge('],
  ['- its fields', 'service::append_rate_limit_fields('],
  ['forward-auth request', 'service::note_forward_auth('],
  ['body of a token request', 'read_token_request('],
  ['message of MCP read', 'mcp::read_message('],
  ['profile written for MCP', 'mcp::Server::profile_result('],
  ['new client: id and secret', 'oauth::ClientAuthority::register_client('],
  ['secret checked', 'oauth::ClientAuthority::authenticate('],
  ['token issued', 'oauth::TokenIssuer::issue('],
  ['- signature', 'crypto::Signer::sign('],
  ['token verified', 'oauth::BearerVerifier::verify('],
  ['SHA-256, all', 'crypto::Sha256::digest('],
  ['response rendered', 'net::Outbox::seal('],
  ['metrics and log line', 'ops::AccessObserver::on_response_sent('],
  ['- log line', 'ops::Log::write('],
]

const [folder] = process.argv.slice(2)
const repeats = new Map(readFileSync(`${folder}/scripts`, 'utf8').trim().split('\n').map((line) => line.split(' ')))

/** The greatest inclusive count of the functions whose names hold `text`: recursion and inlined copies count once. */
const costOf = (lines, text) => Math.max(0, ...lines.filter(({ name }) => name.includes(text)).map(({ cost }) => cost))

function stagesOf(file) {
  const text = execFileSync('callgrind_annotate', ['--inclusive=yes', '--threshold=100', '--auto=no', file], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const script = /^Trigger: Client Request: (\S+)/m.exec(text)?.[1]
  const lines = [...text.matchAll(/^\s*([\d,]+) \([^)]*\)\s+(.*)$/gm)].map(([, cost, name]) => ({ cost: Number(cost.replaceAll(',', '')), name }))
  const repeat = Number(repeats.get(script))
  const total = lines.find(({ name }) => name.startsWith('PROGRAM TOTALS')).cost
  return { script, all: Math.round(total / repeat), costs: kStages.map(([, name]) => Math.round(costOf(lines, name) / repeat)) }
}

const files = readdirSync(folder).filter((name) => /^dump\.\d+$/.test(name)).map((name) => `${folder}/${name}`)
const columns = files.map(stagesOf).filter(({ script }) => repeats.has(script) && !/^(connection_|start$)/.test(script))
  .sort((a, b) => [...repeats.keys()].indexOf(a.script) - [...repeats.keys()].indexOf(b.script))
const row = (cells) => `| ${cells.join(' | ')} |`
const number = (value) => (value ? value.toLocaleString('en') : '')
console.log(row(['stage', ...columns.map(({ script }) => script)]))
console.log(row(['---', ...columns.map(() => '---:')]))
for (const [i, [stage]] of kStages.entries()) console.log(row([stage, ...columns.map(({ costs }) => number(costs[i]))]))
console.log(row(['**all**', ...columns.map(({ all }) => number(all))]))
