// Dates in texts, of numbers that come from outside.
import { of } from '../of.mjs'

const range = [
  ['a number after the year 9999 is a date', ' && unix_time <= kLastUtcSecond;', ';'],
  ['the last second of the year 9999 is not a date', 'unix_time <= kLastUtcSecond;', 'unix_time < kLastUtcSecond;'],
  ['the first second after the year 9999 is a date', 'unix_time <= kLastUtcSecond;', 'unix_time <= kLastUtcSecond + 1;'],
  ['a number before 1970 is a date', 'return unix_time >= 0 && ', 'return '],
  ['the first second of 1970 is not a date', 'unix_time >= 0', 'unix_time > 0']
]

const text = [
  ['every number is a date', 'if (!has_utc_date(unix_time)) {', 'if (false) {'],
  ['no number is a date', 'if (!has_utc_date(unix_time)) {', 'if (true) {'],
  ['the hour is left out', 'put(11, clock.hours().count());', ''],
  ['the second is left out', 'put(17, clock.seconds().count());', '']
]

export default [
  ...of('src/base/utc_time.hpp', ['base'], range),
  ...of('src/base/utc_time.hpp', ['base'], text)
]
