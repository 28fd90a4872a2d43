// Connection counts, the memory budget with its shares, and the order in which connections are closed.
//
// Without a row, because no test can make it happen: that a failed allocation while a connection is counted removes the counts
// that were already made. Nor that memory is returned while it is used again, which changes no response.
import { of } from '../of.mjs'

const connectionCounts = [
  ['the total has no cap', 'if (total() >= caps_.total) return base::Failure(http::Refused::total);', ''],
  ['one connection more than the cap of the total', 'total() >= caps_.total', 'total() > caps_.total'],
  ['an admitted connection is not counted in the total', '  total_.store(total() + 1, std::memory_order_relaxed);\n', ''],
  ['a closed connection stays in the total', '  total_.store(total() - 1, std::memory_order_relaxed);\n', ''],
  ['the cap of a network is one higher', 'present < caps_.caps[reach]', 'present <= caps_.caps[reach]'],
  ['networks have no cap', 'if (present < caps_.caps[reach]) continue;', 'continue;'],
  ['exempt peers count in their networks', 'if (has_exempt(peer)) return entries;', ''],
  ['only the first exempt network counts', 'return std::any_of(exempt_.begin(), exempt_.end(),', 'return std::any_of(exempt_.begin(), exempt_.begin() + (exempt_.empty() ? 0 : 1),'],
  ['exempt networks cannot be replaced', '  exempt_.swap(exempt);\n', ''],
  ['a refused connection stays counted in its smaller networks', 'leave(entries, reach + 1);', ''],
  ['a refused connection stays counted in the network that refused it', 'leave(entries, reach + 1);', 'leave(entries, reach);'],
  ['a refusal by the cap of a network is reported as one of an address', 'reach == 0 ? http::Refused::address : http::Refused::network', 'http::Refused::address'],
  ['only the address of a peer is counted', 'reach < kReaches && networks[reach].bits != 0; ++reach', 'reach < 1; ++reach'],
  ['the networks of a closed connection stay counted', '  leave(std::exchange(place.entries_, {}), kReaches);\n', ''],
  ['a connection that moves stays counted at its old address', 'leave(std::exchange(place.entries_, *entries), kReaches);', 'place.entries_ = *entries;'],
  ['a connection is not moved', 'leave(std::exchange(place.entries_, *entries), kReaches);', 'leave(*entries, kReaches);'],
  ['a place is released twice', '  place.counts_ = nullptr;\n', ''],
  ['networks of different size share an entry', 'entry->second.connections.fetch_sub(1, std::memory_order_relaxed) != 1', 'entry->second.connections.fetch_sub(1, std::memory_order_relaxed) != 2'],
  ['half of the descriptors is not kept free', 'static_cast<std::size_t>(descriptors.rlim_cur) / 2, 2', 'static_cast<std::size_t>(descriptors.rlim_cur), 2']
]

const place = [
  ['a place that was moved from is still counted', 'counts_(std::exchange(other.counts_, nullptr)), entries_', 'counts_(other.counts_), entries_'],
  ['a place that is replaced stays counted', '    release();\n    counts_', '    counts_']
]

const shares = [
  ['an IPv6 address is a client of its own', '{{{peer.leading(64), 64}', '{{{peer, 64}'],
  ['the wide IPv6 network is a /56', '{peer.leading(48), 48}', '{peer.leading(56), 48}'],
  ['a share may be zero', 'return std::max<std::size_t>(total / 100 * percent + total % 100 * percent / 100, 1);', 'return total / 100 * percent + total % 100 * percent / 100;'],
  ['the remainder of a share is lost', 'total / 100 * percent + total % 100 * percent / 100', 'total / 100 * percent']
]

const heldMemory = [
  ['the worker\'s total is not changed', '    worker_.add(grown);\n', ''],
  ['no share is ever exceeded', 'is_over_share = is_over_share || held > static_cast<std::int64_t>(shares.of(reach));', ''],
  ['only the largest network is checked', 'is_over_share = is_over_share || held >', 'is_over_share = held >'],
  ['the budget of the process is not checked', 'if (worker_.budget().is_spent()) return Excess::total;', ''],
  ['a share that is exceeded is not reported', 'return is_over_share ? Excess::share : Excess::none;', 'return Excess::none;']
]

const memoryBudget = [
  ['the process closes connections at half of the budget', 'return eighths(7);', 'return eighths(4);'],
  ['the last byte of the budget cannot be used', 'return held() > eighths(8);', 'return held() >= eighths(8);'],
  ['a worker keeps what it has not reported when it ends', '~WorkerMemory() { budget_.add(pending_); }', '~WorkerMemory() {}'],
  ['a worker reports no fall in steps', ' || pending_ <= -MemoryBudget::kStep', ''],
  ['the part of a worker is the whole budget', 'return held_ > budget_.calm_limit() / static_cast<std::int64_t>(workers);', 'return held_ > budget_.calm_limit();']
]

const shedding = [
  ['connections of trusted proxies are closed like others', 'if (candidate.is_exempt) return Rank::exempt;', ''],
  ['greedy connections have no rank of their own', 'if (candidate.is_greedy) return Rank::greedy;', ''],
  ['a greedy connection of a trusted proxy is closed first', '  if (candidate.is_exempt) return Rank::exempt;\n  if (candidate.is_greedy) return Rank::greedy;', '  if (candidate.is_greedy) return Rank::greedy;\n  if (candidate.is_exempt) return Rank::exempt;'],
  ['a network that uses its fair part exactly is heavy', 'candidate.network_uses > fair', 'candidate.network_uses >= fair'],
  ['the activity of a connection does not count', 'static_cast<Rank>(first + static_cast<std::uint8_t>(candidate.activity))', 'static_cast<Rank>(first)'],
  ['every connection is closed', 'if (rank <= last) places', 'places'],
  ['connections of the last rank are not closed', 'rank <= last', 'rank < last'],
  ['the order of ranks is reversed', 'return left.rank < right.rank;', 'return left.rank > right.rank;'],
  ['active connections are closed before others of their rank', 'return other.is_moving();', 'return one.is_moving();'],
  ['the network that uses the least comes first', 'return one.network_uses > other.network_uses;', 'return one.network_uses < other.network_uses;'],
  ['the connection that is idle for the shortest time comes first', 'return one.since < other.since;', 'return one.since > other.since;'],
  ['the time that a connection has been idle does not count', 'if (one.activity == Activity::idle && one.since != other.since) return one.since < other.since;', ''],
  ['the connection that holds the least comes first', 'return one.held > other.held;', 'return one.held < other.held;']
]

const calmPeriods = [
  ['memory is returned while it is used again', 'MemoryBudget::kWorthwhile ? calm_ + 1 : 0;', 'MemoryBudget::kWorthwhile ? calm_ + 1 : calm_;']
]

const memoryFall = [
  ['every decrease wakes the thread that returns memory', '  if (peak - now < kWorthwhile) return;\n', ''],
  ['a decrease before the wait is forgotten', 'if (peak_.load(std::memory_order_relaxed) - held() < kWorthwhile) fall_.wait(Fall::none);', 'fall_.wait(Fall::none);'],
  ['memory is never returned', '    if (becomes_calm(stop)) give_back_();\n', '    static_cast<void>(becomes_calm(stop));\n']
]

export default [
  ...of('src/net/capacity/connection_counts.cpp', ['net_capacity'], connectionCounts),
  ...of('src/net/capacity/connection_counts.hpp', ['net_capacity'], place),
  ...of('src/net/capacity/limits.hpp', ['net_capacity'], shares),
  ...of('src/net/capacity/memory_budget.hpp', ['net_capacity'], heldMemory),
  ...of('src/net/capacity/memory_budget.hpp', ['net_capacity'], memoryBudget),
  ...of('src/net/capacity/memory_budget.hpp', ['net_capacity'], calmPeriods),
  ...of('src/net/capacity/memory_budget.cpp', ['net_capacity'], memoryFall),
  ...of('src/net/capacity/shedding.cpp', ['net_capacity'], shedding)
]
