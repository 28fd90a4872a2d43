#!/usr/bin/env node
// The npm package in place of the program: AGENT_ACCESS_BIN=tests/support/npm_program.mjs runs the tests of its commands against it. What the
// package does not have is the program's, and so is `dev` without NPM_DEV; NPM_PROGRAM names another entry of the package than that of build/npm.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kOfProgram = ['serve', 'reload', 'health', 'completion', 'man', 'reference', ...(process.env.NPM_DEV ? [] : ['dev'])]
const args = process.argv.slice(2)
const command = kOfProgram.includes(args[0]) ? [join(root, 'build/release/agent-access')]
  : [process.execPath, process.env.NPM_PROGRAM ?? join(root, 'build/npm/package/cli.mjs')]
const child = spawn(command[0], [...command.slice(1), ...args], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1']) process.on(signal, () => child.kill(signal))
child.on('close', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)))
