/// \file
/// How debts are sent to Redis: the script that merges them on Redis' own clock, its calls, and one batch of them.
///
/// For each key the fleet keeps one number, the arrival time in microseconds of Redis' clock, under a name that expires
/// once nothing is owed. A replica sends, for each key charged since its last batch, two offsets from now:
///
///   since    its own arrival time before those charges; negative when that is in the past
///   charged  the sum of those charges
///
/// and Redis sets arrival = max(arrival, now + since) + charged. Charges of replicas add up, while earlier debt counts
/// once, so that the next charge of a key corrects a call that was lost. The reply is the fleet's debt, arrival - now,
/// at least 0. See docs/decisions/0009.
///
/// Thread safety: send_debts() has that of the connection; the rest is pure.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/secret.hpp"
#include "limit/debt_table.hpp"
#include "limit/keyed_hash.hpp"
#include "limit/shared/redis_fault.hpp"

namespace agent_access::limit {

class RedisConnection;

/// Of the current and the newest previous master secret; more are not needed (docs/decisions/0020).
inline constexpr std::size_t kMostKeySpaces = 2;

/// The names of debts in Redis for one master secret. The key of a debt is the same on every replica but not secret, so
/// it is hashed again: without the master secret a name does not reveal an address, and replicas of another master use
/// other names.
struct KeySpace {
  std::string prefix;  ///< "aa:{0123456789abcdef}:"
  HashKey hash;

  bool operator==(const KeySpace&) const = default;
};

/// A key expires this long after its debt, so that charges of replicas still add up when each is paid off at once.
inline constexpr std::chrono::milliseconds kKeyMargin{1000};

/// In Lua, for Redis 5 and later.
[[nodiscard]] std::string_view debt_script() noexcept;

/// The longest debt that is sent or accepted. A longer one in Redis was not written by the fleet and counts as zero.
struct Horizon {
  std::int64_t microseconds = 0;
};

/// A command as Redis reads it (RESP: an array of bulk strings).
void append_command(std::string& out, std::span<const std::string_view> words);

/// The same in locked memory, for a command with a secret word.
[[nodiscard]] base::SecretBytes secret_command(std::span<const std::string_view> words);

/// One script call for at most kMostIntegers debts. A name is the prefix of `space` and 16 hex characters: the hash of
/// the eight bytes of the key, the lowest first.
void append_merge(std::string& out, std::string_view script_id, const KeySpace& space, Horizon horizon,
                  std::span<const Debt> debts);

/// Called with the fleet's debt for a key, once for each debt and key space.
using Merge = std::function<void(const Debt& debt)>;

/// Sends all `debts` in one exchange. Where the debt of a key is lower in one key space than in another, because
/// replicas that have only the other secret charged it, a second exchange raises it. NOT checked: whether the
/// connection is stale.
[[nodiscard]] base::Result<void, RedisFault> send_debts(RedisConnection& connection, std::span<const KeySpace> spaces,
                                                        Horizon horizon, std::span<const Debt> debts,
                                                        const Merge& merge);

}  // namespace agent_access::limit
