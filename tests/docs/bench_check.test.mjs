// How bench-check reads callgrind's dumps and compares counts.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { readDump } from '../../bench/instructions/callgrind.mjs'
import { compare, isGood } from '../../bench/instructions/comparison.mjs'

const dump = (totals) => `# callgrind format
version: 1
desc: Trigger: Client Request: token_form

positions: line
events: Ir
summary: ${totals}

ob=(1) /path/scripts_driver
fl=(1) a.cpp
fn=(1) main
10 100
+2 50
cob=(2) /usr/lib/libcrypto.so.3
cfn=(2) SHA256
calls=3 0
+1 700

ob=(2)
fn=(2)
0 700

ob=(1)
fn=(3) other
* 5
totals: ${totals}
`

test('instructions are counted where they were spent, libcrypto beside the rest', () => {
  assert.deepEqual(readDump(dump(855)), { script: 'token_form', all: 855, own: 155 })
})

const both = (own, all) => ({ own, all })

test('growth up to three percent passes, more fails, a decrease passes and is reported', () => {
  const recorded = { jwks: both(1000, 2000) }
  const verdicts = (own, all) => compare(recorded, { jwks: both(own, all) }).map(({ verdict }) => verdict)
  assert.deepEqual(verdicts(1030, 2060), ['same', 'same'])
  assert.deepEqual(verdicts(1031, 2000), ['grew', 'same'])
  assert.deepEqual(verdicts(900, 1900), ['shrank', 'shrank'])
  assert.equal(isGood(compare(recorded, { jwks: both(1031, 2000) })), false)
  assert.equal(isGood(compare(recorded, { jwks: both(900, 1900) })), true)
})

test('the records for the compilers of Debian 12 and 13 have every script of the driver', async () => {
  const records = JSON.parse(await readFile(new URL('../../bench/instructions.json', import.meta.url), 'utf8'))
  const text = await readFile(new URL('../../bench/request_scripts.cpp', import.meta.url), 'utf8')
  const names = [...text.matchAll(/^ +\{"([a-z0-9_]+)",\s+\d{3},/gm)].map((match) => match[1])
  assert.ok(names.length >= 10)
  const driver = await readFile(new URL('../../bench/scripts_driver.cpp', import.meta.url), 'utf8')
  names.push(...[...driver.matchAll(/"(connection_[a-z]+|start|completion)"/g)].map((match) => match[1]))
  assert.deepEqual(Object.keys(records), ['g++ 12', 'g++ 14'])
  for (const { scripts } of Object.values(records)) assert.deepEqual(Object.keys(scripts).toSorted(), names.toSorted())
})
