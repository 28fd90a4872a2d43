// Values to loop over in tests.
import assert from 'node:assert/strict'

/** The elements of `values`, of which there must be some: a loop over none checks nothing, and would pass. */
export function filled(values) {
  const all = [...values]
  assert.ok(all.length > 0, 'there are no elements to check')
  return all
}
