// The options of the command line.
const kHelp = `Usage: bench/run [--quick] [--rounds N] [--seconds N] [--only WORDS] [--binary FILE]

Measures build/release/agent-access beside the floor program and the peers; server and load on cores of their own.

  --quick        one round of one second each, small curves: tries the harness, measures nothing
  --rounds N     rounds, interleaved; medians are reported (15)
  --seconds N    length of one sample (0.5; with TLS at least 1)
  --only WORDS   comma-separated: names of jobs (token_https); topics of ours over HTTP/1.1 (token, profile, register, discovery,
                 errors, mcp, gate); servers (floor, nginx, haproxy, hono, oidc, worker, mcpsdk); transport https; sections (crypto,
                 memory, start, latency, scale, others). The floor is always measured
  --binary FILE  another build of agent-access
RECORD=1 keeps results and page under docs/development/performance.
Example: bench/run --only token,profile,register,discovery --rounds 3`

export function readOptions(args) {
  const options = { quick: false, rounds: 15, seconds: 0.5, only: undefined, binary: 'build/release/agent-access', record: process.env.RECORD === '1' }
  const values = { '--rounds': 'rounds', '--seconds': 'seconds', '--only': 'only', '--binary': 'binary' }
  const given = new Set()
  for (let i = 0; i < args.length; ++i) {
    if (args[i] === '--help' || args[i] === '-h') {
      console.log(kHelp)
      process.exit(0)
    } else if (args[i] === '--quick') {
      options.quick = true
    } else if (values[args[i]] && args[i + 1] !== undefined) {
      given.add(values[args[i]])
      options[values[args[i]]] = args[++i]
    } else {
      console.error(`bench/run: what is ${args[i]}?\n${kHelp}`)
      process.exit(2)
    }
  }
  options.rounds = given.has('rounds') ? Number(options.rounds) : options.quick ? 1 : 15
  options.seconds = given.has('seconds') ? Number(options.seconds) : options.quick ? 1 : 0.5
  options.warmUp = options.quick ? 0.1 : 0.15
  options.words = options.only?.split(',').map((word) => word.trim()).filter(Boolean)
  if (!(options.rounds >= 1) || !(options.seconds > 0)) {
    console.error('bench/run: --rounds and --seconds are positive numbers')
    process.exit(2)
  }
  return options
}

/** Whether a section (latency, scale, ...) is to be measured. */
export const wants = (options, section) => !options.words || options.words.includes(section)
