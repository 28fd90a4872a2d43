// Where the figures were measured: machine, versions, cores.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, release, totalmem } from 'node:os'

const firstLine = (command, pattern = /.*/) => {
  try {
    const text = execFileSync('sh', ['-c', `${command} 2>&1`], { encoding: 'utf8', timeout: 10_000 })
    return pattern.exec(text)?.at(-1)?.trim() ?? text.split('\n')[0].trim()
  } catch {
    return 'not installed'
  }
}
const read = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export function describeMachine() {
  return {
    processor: /^model name\s*:\s*(.*)$/m.exec(read('/proc/cpuinfo'))?.[1] ?? 'unknown',
    cores: availableParallelism(),
    memory_bytes: totalmem(),
    kernel: release(),
    distribution: /^PRETTY_NAME="?([^"\n]*)/m.exec(read('/etc/os-release'))?.[1] ?? 'unknown',
    virtual: /\bhypervisor\b/.test(read('/proc/cpuinfo')),
    load_before: Number(read('/proc/loadavg').split(' ')[0]),
  }
}

export function listVersions(binary) {
  const npm = (name) => JSON.parse(read(`bench/node_modules/${name}/package.json`) || '{}').version ?? 'not installed'
  return {
    agent_access: firstLine(`${binary} version`),
    commit: firstLine('git rev-parse --short HEAD'),
    openssl: firstLine('openssl version'),
    nginx: firstLine('nginx -v', /nginx\/(\S+)/),
    haproxy: firstLine('haproxy -v', /version (\S+)/),
    node: process.version.slice(1),
    hono: npm('hono'), hono_node_server: npm('@hono/node-server'), jose: npm('jose'), oidc_provider: npm('oidc-provider'), mcp_server: npm('@modelcontextprotocol/server'), mcp_node: npm('@modelcontextprotocol/node'),
    h2load: firstLine('h2load --version', /nghttp2\/(\S+)/),
  }
}

/** Core lists for taskset. Server and load never share a core, except in the curve over threads on a machine with two. */
export function chooseCores() {
  const allowed = /^Cpus_allowed_list:\s*(.*)$/m.exec(read('/proc/self/status'))[1].split(',')
    .flatMap((range) => {
      const [from, to = from] = range.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, i) => from + i)
    })
  if (allowed.length < 2) throw new Error('two cores are needed: one for the server, one for the load')
  const all = allowed.join(',')
  const hasFour = allowed.length >= 4
  return {
    server: String(allowed[0]), load: String(allowed[1]), all,
    twoServer: hasFour ? `${allowed[0]},${allowed[2]}` : all, twoLoad: hasFour ? `${allowed[1]},${allowed[3]}` : all,
  }
}
