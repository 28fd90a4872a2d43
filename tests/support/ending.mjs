// Loaded into the process of each test file by run.mjs. A test that does not end leaves sockets or timers open, which would keep the process, and the run,
// for ever. It ends a while after its last test: --test-force-exit would end it at once, and lose results that are not yet written.
import { after } from 'node:test'

const kMostAfterLast = 5_000
const kMostToReport = 1_000

// The runner reports what failed, and sets the exit code, at this event, which does not come by itself while something is open.
function end() {
  process.emit('beforeExit')
  setTimeout(() => process.exit(), kMostToReport)
}

after(() => { setTimeout(end, kMostAfterLast).unref() })
