// docs/frameworks.md with Nuxt.
import { testFramework } from '../support/framework_suite.mjs'

testFramework({
  heading: 'Nuxt', site: 'nuxt', packages: 'frameworks/nuxt', filesFirst: true, environment: { NUXT_TELEMETRY_DISABLED: '1' },
  build: ['nuxt/bin/nuxt.mjs', 'build'], serve: ['.output/server/index.mjs'], dev: ['nuxt/bin/nuxt.mjs', 'dev', '--host', '127.0.0.1'],
})
