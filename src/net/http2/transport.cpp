#include "net/http2/transport.hpp"

#include <algorithm>
#include <array>

namespace agent_access::net {
namespace {

/// After this many bytes other connections of the worker have their turn.
constexpr std::size_t kMostAtOnce = 256 * kKibibyte;

}  // namespace

H2Transport::H2Transport(WorkerResources& resources, const base::IpAddress& peer, Channel& channel, SteadyTime accepted,
                         SteadyTime now)
    : channel_(channel), connection_(resources, peer, channel.answer_fields(), now) {
  connection_.await_preface_since(accepted);
  if (resources.stopping) connection_.drain(now);
}

H2Transport::State H2Transport::go_on(ReadBuffer& received, SteadyTime& now) {
  bool has_more = false;
  do {
    if (!received.unread().empty() && connection_.wants_bytes()) {
      connection_.receive(received.unread(), now);
      received.clear();
    }
    if (!flush(now)) return State::broken;
    has_more = !received.unread().empty() && connection_.wants_bytes();  // unread bytes waited for room in the output
  } while (has_more);
  if (!connection_.is_finished()) return State::open;
  return connection_.pending().empty() ? State::finished : State::broken;
}

Interest H2Transport::interest() noexcept {
  const bool is_pending = !connection_.pending().empty();
  if (connection_.wants_bytes()) return is_pending ? Interest::both : Interest::readable;
  return is_pending ? Interest::writable : Interest::nothing;
}

/// Sends what is pending, as far as the socket accepts it, but not without end to a peer that reads fast. False when
/// the connection is broken.
bool H2Transport::flush(SteadyTime& now) {
  std::size_t total = 0;
  for (auto parts = connection_.pending(); !parts.empty() && !is_blocked_; parts = connection_.pending()) {
    if (total >= kMostAtOnce) return true;
    std::array<iovec, h2::Output::kMostParts> pieces;
    std::ranges::transform(parts, pieces.begin(),
                           [](std::string_view part) { return iovec{const_cast<char*>(part.data()), part.size()}; });
    const IoResult moved = channel_.write({pieces.data(), parts.size()});
    is_blocked_ = moved.io == Io::wants_write;
    if (is_blocked_) return true;
    // There is no renegotiation, so that TLS never needs to read before it can write.
    if (moved.io != Io::done) return false;
    now = SteadyClock::now();
    connection_.sent(moved.count, now);
    total += moved.count;
  }
  return true;
}

}  // namespace agent_access::net
