/// \file
/// One batch of debts, sent to Redis under every name that the fleet may use for them.
///
/// Faults: those of the connection and of its replies. Thread safety: that of the connection.
#pragma once

#include <functional>
#include <span>

#include "base/result.hpp"
#include "limit/debt_table.hpp"
#include "limit/shared/debt_script.hpp"
#include "limit/shared/key_space.hpp"
#include "limit/shared/redis_connection.hpp"

namespace agent_access::limit {

/// Called with the fleet's debt for a key, once for each debt and key space.
using Merge = std::function<void(const limit::Debt& debt)>;

/// Sends all `debts` in one exchange. Where the debt of a key is lower in one key space than in another, because
/// replicas that have only the other secret charged it, a second exchange raises it.
[[nodiscard]] base::Result<void, RedisFault> send_debts(RedisConnection& connection, std::span<const KeySpace> spaces,
                                                        Horizon horizon, std::span<const limit::Debt> debts,
                                                        const Merge& merge);

}  // namespace agent_access::limit
