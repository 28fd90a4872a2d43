// What is made when it is first asked for: sites of hosts.
import { of } from '../of.mjs'

export default [
  ...of('src/base/lazy.hpp', ['base'], [
    ['a second call makes the value again', 'is_made_.store(true, std::memory_order_release);', ''],
    ['each thread that waited makes the value again', 'if (!is_made_.load(std::memory_order_relaxed)) {', '{']
  ]),
  ...of('src/service/snapshot.cpp', ['service'], [
    ['every site is made with the snapshot', 'if (host != 0 && before == nullptr) continue;', ''],
    ['a reload makes the first site only', 'if (host != 0 && before == nullptr) continue;', 'if (host != 0) continue;']
  ])
]
