// The module that hosts run. Where files are not read by `env.ASSETS`, a small module of the host gives them instead.
import data from './worker-data.js'
import { createWorker } from './worker.js'

export default createWorker(data)
export { createWorker, data }
