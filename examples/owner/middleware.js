// Vercel looks for this file before it builds, so it is committed. `npm run build` writes what it names.
export { default } from './out/middleware.js'

export const config = { runtime: 'nodejs', matcher: '/((?!_site/).*)' }
