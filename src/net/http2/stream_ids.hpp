/// \file
/// Which of the latest streams of an HTTP/2 peer have ended, and which side ended them (RFC 9113 sections 5.1 and
/// 5.1.1): a frame for a stream that is not open was either sent before the server's reset arrived, or violates the
/// protocol. The library is set not to keep closed streams, which would cost memory for each. Not thread safe.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>

namespace agent_access::net::h2 {

class StreamIds {
 public:
  enum class State : std::uint8_t {
    idle,       ///< above every used identifier
    skipped,    ///< below, and never used
    used,       ///< opened; if closed, then by the peer
    abandoned,  ///< reset by the server
    forgotten,  ///< too old: not recorded any more
  };

  /// `id` is odd: even ones belong to the server.
  [[nodiscard]] State state(std::uint32_t id) const noexcept {
    if (id >= next_) return State::idle;
    const std::size_t age = (next_ - 2 - id) / 2;
    if (age >= kRemembered) return State::forgotten;
    if (!used_[age]) return State::skipped;
    return abandoned_[age] ? State::abandoned : State::used;
  }
  /// `id` is odd and idle.
  void opened(std::uint32_t id) noexcept {
    const std::size_t distance = std::min<std::size_t>((id + 2 - next_) / 2, kRemembered);
    used_ <<= distance;
    abandoned_ <<= distance;
    used_.set(0);
    next_ = id + 2;
  }
  void abandoned(std::uint32_t id) noexcept {
    if (state(id) == State::used) abandoned_.set((next_ - 2 - id) / 2);
  }

 private:
  static constexpr std::size_t kRemembered = 256;

  std::uint32_t next_ = 1;  ///< the lowest idle one; no overflow: identifiers have 31 bits
  std::bitset<kRemembered> used_;
  std::bitset<kRemembered> abandoned_;
};

}  // namespace agent_access::net::h2
