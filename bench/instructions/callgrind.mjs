// Reads callgrind's dumps: the number of instructions, in total and outside of libcrypto, whose share depends on the
// installed version.

const costLine = /^(?:[+-]?\d+|\*|0x[0-9a-f]+) (\d+)$/
const objectLine = /^(c?ob)=\((\d+)\)(?: (.*))?$/

// { script, all, own }: script is the name that the driver gave the dump.
export const readDump = (text) => {
  const names = new Map()
  let script = '', object = '', isInclusive = false, total = NaN, foreign = 0, sum = 0
  for (const line of text.split('\n')) {
    const place = objectLine.exec(line)
    const cost = costLine.exec(line)
    if (place) {
      if (place[3] !== undefined) names.set(place[2], place[3])
      if (place[1] === 'ob') object = names.get(place[2]) ?? ''
    } else if (line.startsWith('calls=')) {
      isInclusive = true
    } else if (cost) {
      // The line after calls= is the cost of the callee, which is counted in the callee itself.
      if (!isInclusive) {
        sum += Number(cost[1])
        if (object.includes('libcrypto')) foreign += Number(cost[1])
      }
      isInclusive = false
    } else if (line.startsWith('desc: Trigger: Client Request: ')) {
      script = line.slice('desc: Trigger: Client Request: '.length)
    } else if (line.startsWith('totals: ')) {
      total = Number(line.slice('totals: '.length))
    } else if (line.startsWith('events: ') && line !== 'events: Ir') {
      throw new Error(`callgrind counted something else than instructions: ${line}`)
    }
  }
  if (total !== sum) throw new Error(`the dump of ${script || 'no script'} says ${total} instructions and holds ${sum}`)
  return { script, all: total, own: total - foreign }
}
