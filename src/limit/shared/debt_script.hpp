/// \file
/// How debts are told to Redis: the script that merges them on Redis' own clock, and its calls.
///
/// For each key the fleet keeps one number, the arrival time in microseconds of Redis' clock, under a name that
/// vanishes by itself once nothing is owed. A replica tells, for each key charged since it last told, two offsets from
/// now:
///
///   since    what its own arrival time was before those charges; negative when that lies in the past
///   charged  the sum of those charges
///
/// and Redis sets arrival = max(arrival, now + since) + charged. Charges of replicas add up, while what a replica owes
/// already counts once, so a call that was lost or never applied heals with the key's next charge. The answer is what
/// the fleet owes, arrival - now, at least 0. See docs/decisions/0011.
///
/// Pure; thread safe. NOT done here: any I/O.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/secret.hpp"
#include "limit/debt_table.hpp"
#include "limit/shared/key_space.hpp"

namespace agent_access::limit {

/// A key outlives its debt by this, so that replicas whose charges were paid at once still add up.
inline constexpr std::chrono::milliseconds kKeyMargin{1000};

/// In Lua, for Redis 5 and later.
[[nodiscard]] std::string_view debt_script() noexcept;

/// The longest debt that is told or believed; what Redis holds beyond it is not the fleet's work and counts as nothing.
struct Horizon {
  std::int64_t microseconds = 0;
};

/// A command as Redis reads it (RESP: an array of bulk strings).
void append_command(std::string& out, std::span<const std::string_view> words);

/// The same in locked memory, for a command with a secret word.
[[nodiscard]] base::SecretBytes secret_command(std::span<const std::string_view> words);

/// One script call for at most kMostIntegers debts. Names are the prefix of `space` and 16 hex characters: the hash of
/// the key's eight bytes, the lowest first.
void append_merge(std::string& out, std::string_view script_id, const KeySpace& space, Horizon horizon,
                  std::span<const limit::Debt> debts);

}  // namespace agent_access::limit
