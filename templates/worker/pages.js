export { default } from './worker.js'
