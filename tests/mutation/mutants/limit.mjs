// How much a client may ask for: GCRA, the table of debts and the budgets of an address.
//
// Without a row, because no input shows a difference: how long a set's lock spins before it yields and with which memory
// order (ThreadSanitizer runs the same tests); a negative `burst`, which no configuration can contain; the past
// time of a new debt, since any past time owes nothing; the least number of sets, since the next power of two of zero
// is one as well; that a refusal is tighter than a permission, since only a refusal has a time to wait;
// that an IPv4 address has one level, since the others would have four and sixteen times its budget.
import { of } from '../of.mjs'

const gcra = [
  ['nothing is limited', 'decision.is_allowed = wanted <= capacity;', 'decision.is_allowed = true;'],
  ['the last of the burst is refused', 'wanted <= capacity;', 'wanted < capacity;'],
  ['a rate with an interval of zero is used as a divisor', 'if (rate.interval <= Nanoseconds::zero()) return {true, rate.burst, Nanoseconds::zero(), Nanoseconds::zero()};', ''],
  ['a negative interval is a rate', 'rate.interval <= Nanoseconds::zero()', 'rate.interval == Nanoseconds::zero()'],
  ['unused time adds up beyond the burst', 'std::max(minus(arrival, now), Nanoseconds::zero());', 'minus(arrival, now);'],
  ['the previous debt is ignored', 'const Nanoseconds wanted = plus(owed, ', 'const Nanoseconds wanted = plus(Nanoseconds::zero(), '],
  ['a negative cost lowers the debt', 'std::max<std::int64_t>(cost, 0)', 'cost'],
  ['every request costs one', 'times(rate.interval, std::max<std::int64_t>(cost, 0))', 'rate.interval'],
  ['an allowed request is not charged', 'arrival = plus(now, wanted);', ''],
  ['a refused request is charged', '  } else {\n', '  } else {\n    arrival = plus(now, wanted);\n'],
  ['the reset time does not include the request itself', 'decision.reset = wanted;', ''],
  ['a request above the burst gets a time to wait', 'cost > rate.burst ? Nanoseconds::max() : wanted - capacity', 'wanted - capacity'],
  ['a request of exactly the burst gets no time to wait', 'cost > rate.burst ?', 'cost >= rate.burst ?'],
  ['the wait is the whole debt', ': wanted - capacity;', ': wanted;'],
  ['what remains may be negative', 'std::max(minus(capacity, decision.reset), Nanoseconds::zero()) / rate.interval', 'minus(capacity, decision.reset) / rate.interval'],
  ['the remaining requests are rounded up', 'std::max(minus(capacity, decision.reset), Nanoseconds::zero()) / rate.interval', '(std::max(minus(capacity, decision.reset), Nanoseconds::zero()) + rate.interval - Nanoseconds{1}) / rate.interval']
]

const saturating = [
  ['a sum may overflow', 'if (__builtin_add_overflow(left.count(), right.count(), &sum)) return end_of_time(right.count() < 0);', '(void)__builtin_add_overflow(left.count(), right.count(), &sum);'],
  ['a sum stops at the wrong end', 'return end_of_time(right.count() < 0);', 'return end_of_time(right.count() > 0);'],
  ['a difference may overflow', 'if (__builtin_sub_overflow(left.count(), right.count(), &difference)) return end_of_time(right.count() > 0);', '(void)__builtin_sub_overflow(left.count(), right.count(), &difference);'],
  ['a difference stops at the wrong end', 'return end_of_time(right.count() > 0);', 'return end_of_time(right.count() < 0);'],
  ['a product may overflow', 'if (__builtin_mul_overflow(one.count(), count, &product)) return end_of_time((one.count() < 0) != (count < 0));', '(void)__builtin_mul_overflow(one.count(), count, &product);'],
  ['a product of two negatives ends in the past', '(one.count() < 0) != (count < 0)', '(one.count() < 0) || (count < 0)'],
  ['a negative product ends in the future', '(one.count() < 0) != (count < 0)', 'false']
]

const keyedHash = [
  ['the second half of the key is the first', 'load(halves.subspan<kWord>())', 'load(halves.first<kWord>())'],
  ['the first half of the key is the second', 'const std::uint64_t k0 = load(halves.first<kWord>());', 'const std::uint64_t k0 = load(halves.subspan<kWord>());'],
  ['the key is not used', 'HashState state{k0 ^ 0x736f6d6570736575U, k1 ^ 0x646f72616e646f6dU, k0 ^ 0x6c7967656e657261U,\n                  k1 ^ 0x7465646279746573U};', 'HashState state{0x736f6d6570736575U, 0x646f72616e646f6dU, 0x6c7967656e657261U, 0x7465646279746573U};'],
  ['the length is not hashed', 'state.take(load_rest(bytes) | length << 56);', 'state.take(load_rest(bytes));'],
  ['the last bytes are not hashed', 'state.take(load_rest(bytes) | length << 56);', 'state.take(length << 56);'],
  ['the last word of a message is one of the last bytes', 'bytes.size() >= kWord; bytes', 'bytes.size() > kWord; bytes'],
  ['one round a word', '    round();\n    round();\n', '    round();\n'],
  ['three rounds at the end', 'for (int i = 0; i < 4; ++i) state.round();', 'for (int i = 0; i < 3; ++i) state.round();'],
  ['the end is not marked', 'state.v2 ^= 0xff;', ''],
  ['only one word of the state is returned', 'state.v0 ^ state.v1 ^ state.v2 ^ state.v3', 'state.v0']
]

const debtTable = [
  ['the debt of a key is not found', 'if (debt.key == key) return &debt;', ''],
  ['a debt that is still owed is replaced', 'if (debt.arrival <= now && vacant == nullptr) vacant = &debt;', 'vacant = &debt;'],
  ['a debt is paid one moment too late', 'debt.arrival <= now && vacant', 'debt.arrival < now && vacant'],
  ['a debt is paid one moment too early', 'debt.arrival <= now && vacant', 'debt.arrival <= now + Nanoseconds{1} && vacant'],
  ['a set has one debt less', 'for (Debt& debt : debts) {', 'for (Debt& debt : std::span(debts).first(kDebts - 1)) {'],
  ['only the lower half of a key is compared', 'if (debt.key == key) return &debt;', 'if (std::uint32_t(debt.key) == std::uint32_t(key)) return &debt;'],
  ['two charges of one set lock it twice', 'if (at != end() && *at == &set) return;', ''],
  ['all keys are in one set', 'return sets[static_cast<std::size_t>(place) & mask];', 'return sets[0];'],
  ['a key chooses its set', 'placement ? keyed_hash(*placement, bytes_of(key)) : key', 'key'],
  ['a full set does not charge keys without one of their own', 'common = std::max(common, arrival);', ''],
  ['a key without one of their own lowers the common debt', 'common = std::max(common, arrival);', 'common = arrival - (arrival - now) / 2;'],
  ['in a full set, keys without one of their own owe nothing', '      return set.common;', '      return Nanoseconds::min();'],
  ['a full set is not counted', 'times_full.fetch_add(1, std::memory_order_relaxed);', ''],
  ['one refusal leaves the other budgets charged', 'if (!is_allowed) return false;', ''],
  ['the last budget decides alone', 'is_allowed = is_allowed && decisions[i].is_allowed;', 'is_allowed = decisions[i].is_allowed;'],
  ['only the first budget is charged', 'for (std::size_t i = 0; i < charges.size(); ++i) sets[i]->store', 'for (std::size_t i = 0; i < 1; ++i) sets[i]->store'],
  ['a failed attempt is charged from a past time', 'std::max(state_->arrival_of(set, key, now), now);', 'state_->arrival_of(set, key, now);'],
  ['a failed attempt may cost any number of bursts', 'std::min(cost, rate.burst)', 'cost'],
  ['a look-up charges one', 'decide(arrival, rate, 0, now);', 'decide(arrival, rate, 1, now);'],
  ['the sets of a table are not rounded up to a power of two', 'std::bit_ceil(std::max<std::size_t>(count, 1)) - 1', 'std::max<std::size_t>(count, 1) - 1'],
]

const kLevels = 'constexpr auto& kLevels = protocol::kIpv6Levels;'
const levels = (rows) => `constexpr std::array<std::array<std::int64_t, 2>, 3> kLevels{{${rows}}};`

const rateLimiter = [
  ['a /56 has the budget of a /64', kLevels, levels('{64, 1}, {56, 1}, {48, 16}')],
  ['a /56 has no limit', kLevels, levels('{64, 1}, {56, 1000}, {48, 16}')],
  ['a /48 has no limit', kLevels, levels('{64, 1}, {56, 4}, {48, 1000}')],
  ['a /48 has the budget of a /56', kLevels, levels('{64, 1}, {56, 4}, {48, 4}')],
  ['each IPv6 address is a client', kLevels, levels('{128, 1}, {56, 4}, {48, 16}')],
  ['a window with less nanoseconds than requests has an interval of zero', 'std::max(window / requests, Nanoseconds{1})', 'Nanoseconds{window / requests}'],
  ['the last matching wide network counts', `  for (const WideNetwork& wide : policy.wide_networks) {
    if (wide.network.contains(client)) return wide.factor;
  }
  return 1;`, `  std::int64_t factor = 1;
  for (const WideNetwork& wide : policy.wide_networks) {
    if (wide.network.contains(client)) factor = wide.factor;
  }
  return factor;`],
  ['every address is in a wide network', 'if (wide.network.contains(client)) return wide.factor;', 'return wide.factor;'],
  ['the shortest wait is returned', 'return left.retry_after > right.retry_after;', 'return left.retry_after < right.retry_after;'],
  ['the most remaining requests are returned', 'return left.remaining < right.remaining;', 'return left.remaining > right.remaining;'],
  ['of equal budgets that with the shortest reset time is returned', 'return left.reset > right.reset;', 'return left.reset < right.reset;'],
  ['a refusal of a network is reported as one of an address', 'if (i == 0) return RefusedBy::address;', 'if (i < client_levels) return RefusedBy::address;'],
  ['a refusal of a network is reported as one of the ceiling', 'return i < client_levels ? RefusedBy::network : RefusedBy::ceiling;', 'return RefusedBy::ceiling;'],
  ['a refusal of the ceiling is reported as one of a network', 'return i < client_levels ? RefusedBy::network : RefusedBy::ceiling;', 'return RefusedBy::network;'],
  ['all levels of an address have the same key', 'bytes[0] = std::byte{level};', ''],
  ['the address is not part of its key', 'std::memcpy(&bytes[1], address.bytes.data(), address.bytes.size());', ''],
  ['the last eight bytes of an address are not part of its key', 'std::memcpy(&bytes[1], address.bytes.data(), address.bytes.size());', 'std::memcpy(&bytes[1], address.bytes.data(), 8);'],
  ['a debt belongs to every window', 'bytes_of(static_cast<std::uint64_t>(window.count()))', 'bytes_of(0)'],
  ['only the lowest byte of the window counts', 'bytes_of(static_cast<std::uint64_t>(window.count()))', 'bytes_of(static_cast<std::uint64_t>(window.count()) & 255U)'],
  ['a wide network has the plain budget', ' * factor_of(policy, client)', ''],
  ['an IPv6 address is charged to its /64 alone', 'client.is_ipv4() ? 1 : kLevels.size()', '1'],
  ['there is no ceiling', 'if (policy.ceiling == 0) return;', 'return;'],
  ['a ceiling of zero is a ceiling', 'if (policy.ceiling == 0) return;', ''],
  ['the response to an allowed request carries the state of the ceiling', 'is_allowed ? decisions.first(budgets.client_levels) : decisions', 'decisions'],
  ['the refusal of the ceiling is not reported', 'is_allowed ? decisions.first(budgets.client_levels) : decisions', 'decisions.first(budgets.client_levels)'],
  ['a failed attempt costs nothing', 'table_.add(key, rate, cost, now);', ''],
  ['a failed attempt costs the first level only', '    table_.add(key, rate, cost, now);', '    if (i == 0) table_.add(key, rate, cost, now);'],
  ['a failed attempt is charged to the ceiling too', 'const Budgets budgets(policy, client);', 'Budgets budgets(policy, client);\n  budgets.add_ceiling(policy);\n  budgets.client_levels = budgets.count;'],
  ['an attempt that was charged is refused', 'all[i].is_allowed = true;', ''],
  ['an attempt that was charged gets a time to wait', 'all[i].retry_after = Nanoseconds::zero();', '']
]

export default [
  ...of('src/limit/gcra.hpp', ['limit'], gcra),
  ...of('src/limit/gcra.hpp', ['limit'], saturating),
  ...of('src/limit/siphash.cpp', ['limit'], keyedHash),
  ...of('src/limit/debt_table.cpp', ['limit'], debtTable),
  ...of('src/limit/rate_limiter.cpp', ['limit'], rateLimiter)
]
