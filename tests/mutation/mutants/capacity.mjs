// Connection counts and the memory budget.
//
// Without a row, because it changes no response: that the entry of an address without connections is removed.
import { of } from '../of.mjs'

const connectionCounts = [
  ['the total has no cap', 'if (total_ >= caps_.total) return base::Failure(http::Refused::total);', ''],
  ['one connection more than the cap of the total', 'total_ >= caps_.total', 'total_ > caps_.total'],
  ['an admitted connection is not counted in the total', '  ++total_;\n', ''],
  ['a closed connection stays in the total', '  --total_;\n', ''],
  ['the cap of an address is one higher', 'address->second >= caps_.address', 'address->second > caps_.address'],
  ['an address has no cap', 'if (address->second >= caps_.address) return base::Failure(http::Refused::address);', ''],
  ['an admitted connection is not counted at its address', '    ++address->second;\n', ''],
  ['exempt peers count at their address', 'if (!is_exempt(peer)) {', '{'],
  ['only the first exempt network counts', 'return std::any_of(exempt_.begin(), exempt_.end(),', 'return std::any_of(exempt_.begin(), exempt_.begin() + (exempt_.empty() ? 0 : 1),'],
  ['exempt networks cannot be replaced', '  exempt_.swap(exempt);\n', ''],
  ['an IPv6 address is a client of its own', 'peer.prefix(kIpv6Prefix)', 'peer'],
  ['a closed connection stays counted at its address', 'if (--entry->second == 0) addresses_.erase(entry);', ''],
  ['an address with connections is forgotten', 'if (--entry->second == 0) addresses_.erase(entry);', 'addresses_.erase(entry);'],
  ['half of the descriptors is not kept free', 'static_cast<std::size_t>(descriptors.rlim_cur) / 2, 2', 'static_cast<std::size_t>(descriptors.rlim_cur), 2']
]

const place = [
  ['a place that was moved from is still counted', 'counts_(std::exchange(other.counts_, nullptr)), address_', 'counts_(other.counts_), address_'],
  ['a place that is replaced stays counted', '    release();\n    counts_', '    counts_'],
  ['a place is released twice', 'std::exchange(counts_, nullptr)->remove(address_)', 'counts_->remove(address_)']
]

const heldMemory = [
  ['what a connection holds is not counted', '    if (grown != 0) budget_.add(grown);\n', ''],
  ['a connection may grow beyond the budget', 'return grown <= 0 || budget_.has_room_for(counted_);', 'return true;'],
  ['a connection that does not grow is closed', 'return grown <= 0 || budget_.has_room_for(counted_);', 'return budget_.has_room_for(counted_);']
]

const memoryBudget = [
  ['connections are closed at half of the budget', 'return held() > limit_ / 8 * 5;', 'return held() > limit_ / 8 * 4;'],
  ['connections are closed until more than half of the budget is free', 'return held() <= limit_ / 8 * 4;', 'return held() <= limit_ / 8 * 3;'],
  ['the last byte of the budget cannot be used', 'return held() <= (bytes', 'return held() < (bytes'],
  ['large connections use all of the budget', 'limit_ : limit_ / 8 * 6', 'limit_ : limit_'],
  ['the rest is not used', 'bytes <= kSmall ? limit_ : limit_ / 8 * 6', 'limit_ / 8 * 6'],
  ['a peak is reported again', 'return peak_.exchange(held(), std::memory_order_relaxed);', 'return peak_.load(std::memory_order_relaxed);']
]

const memoryReturn = [
  ['memory is never returned', '      give_back_();\n', ''],
  ['memory is returned after every decrease', 'before - most >= kWorthwhile', 'before > most'],
  ['memory is returned once', '    before = std::max(before, most);\n', '']
]

export default [
  ...of('src/net/capacity/connection_counts.cpp', ['net_capacity'], connectionCounts),
  ...of('src/net/capacity/connection_counts.hpp', ['net_capacity'], place),
  ...of('src/net/capacity/memory_budget.hpp', ['net_capacity'], heldMemory),
  ...of('src/net/capacity/memory_budget.hpp', ['net_capacity'], memoryBudget),
  ...of('src/net/memory_return.cpp', ['net'], memoryReturn)
]
