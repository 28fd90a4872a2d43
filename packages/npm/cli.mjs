#!/usr/bin/env node
// `agent-access`: the program in WebAssembly. Only `dev` also needs a server; it calls the program as `dev --out FOLDER`.
const kOldestNode = 20

if (Number(process.versions.node.split('.')[0]) < kOldestNode) {
  console.error(`agent-access: needs Node.js ${kOldestNode} or newer, and this is ${process.versions.node}; see https://nodejs.org`)
  process.exit(1)
}
const args = process.argv.slice(2)
const isDev = args[0] === 'dev' && !['--help', '-h', '--out'].some((option) => args.includes(option))
if (isDev && (process.versions.bun || process.versions.deno)) {
  console.error('agent-access: dev needs Node.js; see https://nodejs.org')
  process.exit(1)
}
const { main } = isDev ? await import('./dev.mjs') : { main: (await import('./program.mjs')).run }
process.exitCode = await main(args)
