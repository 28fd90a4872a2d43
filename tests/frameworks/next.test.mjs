// docs/frameworks.md with Next.js.
import { testFramework } from '../support/framework_suite.mjs'

const next = 'next/dist/bin/next'
const kHost = ['--hostname', '127.0.0.1']

// Turbopack numbers modules by hashes of five digits. A module that is added may take the number of another one, and chunks that refer to that one get
// other names.
const builtNames = /static\/chunks\/[\w-]+\.js/g

testFramework({
  heading: 'Next.js', site: 'next', packages: 'frameworks/next', addressField: 'X-Real-IP', builtNames,
  environment: { NEXT_TELEMETRY_DISABLED: '1' },
  build: [next, 'build'], serve: [next, 'start', ...kHost], dev: [next, 'dev', ...kHost],
})
