export default defineNitroConfig({
  compatibilityDate: '2026-11-01',
})
