// Whether the program under test was built with a sanitizer.
import { spawnSync } from 'node:child_process'
import { binary } from './server.mjs'

export const isSanitized = /__asan_|__tsan_/.test(spawnSync('nm', ['-D', binary], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout)
