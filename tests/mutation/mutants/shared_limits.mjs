// The debts of a fleet: the batch that is sent to Redis, its commands, and the waits after a failure. The script itself runs in
// Redis; tests/faults tests it there.
//
// Without a row, because no input shows a difference: that one key space needs no second exchange, since none of
// its debts is lower than itself; that nothing is sent without calls, since an exchange of nothing ends at once.
import { of } from '../of.mjs'

const batch = [
  ['all debts are sent in one call', 'std::min(kMostIntegers, parts[part].debts.size() - i)', 'parts[part].debts.size() - i'],
  ['the replies of later calls are of the first debts', 'take(call.part, call.first + i, ', 'take(call.part, i, '],
  ['a reply that does not fit is ignored', 'if (!owed) return base::Failure(owed.error());', 'if (!owed) return {};'],
  ['the number of integers in a reply is not checked', 'read_owed(reply, call.count, horizon.microseconds)', 'read_owed(reply, reply.integers().size(), horizon.microseconds)'],
  ['a debt beyond the horizon is merged', 'read_owed(reply, call.count, horizon.microseconds)', 'read_owed(reply, call.count, std::numeric_limits<std::int64_t>::max())'],
  ['the debts of the fleet are not merged', '    merge({debts[i].key, now});\n', ''],
  ['the debts of key spaces are not compared', '    owed[i * spaces.size() + part] = now;\n', ''],
  ['any difference is corrected', 'of_key[space] + kNoticeable < most', 'of_key[space] < most'],
  ['a difference of 50 ms is corrected', 'of_key[space] + kNoticeable < most', 'of_key[space] + kNoticeable <= most'],
  ['no difference is corrected', 'if (of_key[space] + kNoticeable < most) lower', 'if (false) lower'],
  ['the time since the first exchange is not subtracted', 'most - elapsed}', 'most}'],
  ['a correction charges the debt again', '{debts[i].key, most - elapsed}', '{debts[i].key, most - elapsed, debts[i].charged}'],
  ['corrections go to the other key space', 'parts[space].debts = lower[space];', 'parts[space].debts = lower[spaces.size() - 1 - space];']
]

const script = [
  ['a name is the key itself', 'key == 0 ? 0 : keyed_hash(space.hash, bytes_of(key));', 'key;'],
  ['the heartbeat has a hashed name', 'key == 0 ? 0 : keyed_hash', 'keyed_hash'],
  ['the horizon does not limit what is owed', 'std::clamp(floor<microseconds>(debt.owed).count(), -most, most)', 'floor<microseconds>(debt.owed).count()'],
  ['a negative charge is sent', 'std::clamp(ceil<microseconds>(debt.charged).count(), std::int64_t{0}, most)', 'std::min(ceil<microseconds>(debt.charged).count(), most)'],
  ['a part of a microsecond of a charge is lost', 'ceil<microseconds>(debt.charged)', 'floor<microseconds>(debt.charged)'],
  ['the arrival time includes the charge', 'std::to_string(owed - charged)', 'std::to_string(owed)']
]

const backoff = [
  ['every success is reported', 'if (is_in_step_ == is_in_step) return std::nullopt;', ''],
  ['the wait starts again after every success', 'if (now - since_ >= kSteady) wait_ = kLeastWait;\n    return change_to(true);', 'wait_ = kLeastWait;\n    return change_to(true);'],
  ['the wait never starts again', 'if (is_in_step_ == true && now - since_ >= kSteady) wait_ = kLeastWait;', '', 'if (now - since_ >= kSteady) wait_ = kLeastWait;'],
  ['the wait has no jitter', 'half + random % (half + 1)', 'half'],
  ['the wait grows without end', 'std::min(wait_ * 2, longest_wait_)', 'std::min(wait_ * 2, longest_wait_ * 100)']
]

export default [
  ...of('src/limit/shared/redis_reconciler.cpp', ['limit'], [
    ['a reply that was not asked for is taken for the next one', 'if (connection->is_stale()) return', 'if (false) return']
  ]),
  ...of('src/limit/shared/debt_script.cpp', ['limit'], batch),
  ...of('src/limit/shared/debt_script.cpp', ['limit'], script),
  ...of('src/limit/shared/fleet_status.hpp', ['limit'], backoff)
]
