// The module of Cloudflare Pages.
export { default } from './worker.js'
