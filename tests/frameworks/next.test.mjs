// docs/frameworks.md with Next.js.
import { testFramework } from '../support/framework_suite.mjs'

const next = 'next/dist/bin/next'
const kHost = ['--hostname', '127.0.0.1']

testFramework({
  heading: 'Next.js', site: 'next', packages: 'frameworks/next', addressField: 'X-Real-IP', environment: { NEXT_TELEMETRY_DISABLED: '1' },
  build: [next, 'build'], serve: [next, 'start', ...kHost], dev: [next, 'dev', ...kHost],
})
