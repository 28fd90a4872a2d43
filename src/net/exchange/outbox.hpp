/// \file
/// Answers on their way to one peer: filled by the handler, completed with the fields that net owns, and sent in order
/// with gathered writes. Several answers to pipelined requests leave in one system call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "http/handler.hpp"
#include "http/message.hpp"
#include "net/capacity/limits.hpp"
#include "net/exchange/request_id.hpp"
#include "net/io/steady_time.hpp"
#include "net/tls/channel.hpp"

namespace agent_access::net {

/// One answer. `path` looks into the connection's read buffer or kept head: neither may change until the outbox is
/// empty.
struct Outgoing {
  http::Response response;
  std::string head;  ///< with the body when that is short
  http::Method method = http::Method::other;
  std::string_view path;
  RequestId request_id{};
  SteadyTime started;
  bool body_follows = true;  ///< the response's own, after `head`
};

/// How the connection goes on after an answer, as the answer says it.
enum class Persistence : std::uint8_t {
  implied,    ///< HTTP/1.1 keeps the connection without saying so
  announced,  ///< HTTP/1.0 needs "Connection: keep-alive"
  ends,       ///< "Connection: close"
};

/// Not thread safe: one worker's, or one connection's while its peer does not read.
class Outbox {
 public:
  enum class Sent : std::uint8_t { all, blocked, failed };

  /// A fresh answer at the end of the row, with a reset response. Its storage is reused.
  [[nodiscard]] Outgoing& add();
  /// Renders the head of the last answer, whose response is complete. `date_line` ends with CR LF, and so does each
  /// line of `more_fields`.
  void seal(Outgoing& answer, std::string_view date_line, Persistence persistence, std::string_view more_fields = {});

  [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
  /// Enough is waiting: send before answering more.
  [[nodiscard]] bool full() const noexcept { return count_ == kMostAnswers || waiting_bytes_ >= kMostBytes; }

  /// Hands over as much as is taken, without blocking.
  [[nodiscard]] Sent send(Channel& channel) noexcept;
  /// The same to a bare socket.
  [[nodiscard]] Sent send(int descriptor) noexcept;
  /// Bytes taken by the kernel since the outbox was last empty.
  [[nodiscard]] std::size_t sent_bytes() const noexcept { return sent_bytes_; }

  /// Memory of its own, kept for later answers included; bodies that are shared do not count.
  [[nodiscard]] std::size_t held_bytes() const noexcept;

  /// Tells the observer of every answer in it, and empties it.
  void finish(std::string_view peer, http::Observer& observer, SteadyTime now) noexcept;
  void clear() noexcept;

 private:
  static constexpr std::size_t kMostAnswers = 64;
  static constexpr std::size_t kMostBytes = 32 * kKibibyte;

  template <class Write>
  [[nodiscard]] Sent send_by(Write write) noexcept;

  std::vector<Outgoing> answers_;  ///< the first `count_` are in use
  std::size_t count_ = 0;
  std::size_t waiting_bytes_ = 0;
  std::size_t sent_bytes_ = 0;
};

}  // namespace agent_access::net
