/// \file
/// One connection to Redis with a deadline for every operation, for the reconciler's thread. It cannot be used after a
/// fault: the owner opens another.
///
/// Faults: all of RedisFault. Thread safety: an instance belongs to one thread; `wake` may be made readable by another
/// to end a wait at once (fault `stopped`). NOT done here: the look-up of a host name (host_lookup.hpp).
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "limit/shared/redis_fault.hpp"
#include "limit/shared/redis_url.hpp"
#include "limit/shared/reply_reader.hpp"

namespace agent_access::limit {

class RedisConnection {
 public:
  using Done = base::Result<void, RedisFault>;
  /// Validates the reply with this index; its fault ends the exchange.
  using CheckReply = std::function<Done(std::size_t index, const Reply& reply)>;

  /// The most bytes of all replies of one exchange: more than 64 replies of 64 integers.
  static constexpr std::size_t kMostReplyBytes = 256UL * 1024UL;

  /// Connects, makes the TLS handshake, authenticates, selects the database and loads the script. `addresses` are the
  /// numeric addresses of the target's host number `host` and are tried in order, each with its share of the deadline;
  /// both are not used for a unix socket.
  [[nodiscard]] static base::Result<RedisConnection, RedisFault> open(const RedisTarget& target, std::size_t host,
                                                                      std::span<const std::string> addresses,
                                                                      std::chrono::milliseconds deadline, int wake);
  RedisConnection(RedisConnection&&) noexcept;
  RedisConnection& operator=(RedisConnection&&) noexcept;
  ~RedisConnection();

  /// Sends all of `request` and reads exactly `replies` replies within the deadline.
  [[nodiscard]] Done exchange(std::string_view request, std::size_t replies, const CheckReply& check);
  [[nodiscard]] std::string_view script_id() const noexcept;
  /// Whether Redis closed the connection or sent unsolicited data since the last exchange.
  [[nodiscard]] bool is_stale() const noexcept;

 private:
  struct State;
  [[nodiscard]] static Done connect(State& state, const RedisTarget& target, std::size_t host,
                                    std::span<const std::string> addresses);
  explicit RedisConnection(std::unique_ptr<State> state);
  [[nodiscard]] Done prepare(const RedisTarget& target);
  [[nodiscard]] Done sign_in(const RedisTarget& target);
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::limit
