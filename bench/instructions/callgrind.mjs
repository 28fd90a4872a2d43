// Reads what callgrind wrote: how many instructions, and how many of them outside libcrypto, whose share depends on the
// version that a machine has installed.

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
      // The line after calls= is what the callee cost, which is counted where it was spent.
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
