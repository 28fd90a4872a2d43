// docs/frameworks.md with frameworks that bundle the module together with the site.
import { testFramework } from '../support/framework_suite.mjs'

const [packages, filesFirst] = ['frameworks', true]
const [astro, vite, nitro] = ['astro/bin/astro.mjs', 'vite/bin/vite.js', 'nitropack/dist/cli/index.mjs']
const kDev = ['dev', '--host', '127.0.0.1']

testFramework({
  heading: 'Astro', site: 'astro', packages, filesFirst, environment: { ASTRO_TELEMETRY_DISABLED: '1' },
  build: [astro, 'build'], serve: ['dist/server/entry.mjs'], dev: [astro, ...kDev],
})
testFramework({
  heading: 'SvelteKit', site: 'sveltekit', packages, publicFolder: 'static', filesFirst,
  build: [vite, 'build'], serve: ['build/index.js'], dev: [vite, ...kDev],
})
testFramework({ heading: 'Nitro', site: 'nitro', packages, filesFirst, build: [nitro, 'build'], serve: ['.output/server/index.mjs'], dev: [nitro, ...kDev] })
