/// \file
/// One service that is the same on every machine and every day: fixed master secret, fixed time, a profile of 2 KiB, a
/// rate limit too large to reach, and known random bytes. The benchmarks and the request scripts run
/// against.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/ports.hpp"
#include "oauth/key_schedule.hpp"
#include "service/snapshot.hpp"

namespace agent_access::bench {

inline constexpr std::int64_t kNow = 1'790'000'000;
inline constexpr std::string_view kHost = "example.com";
inline constexpr std::string_view kPeer = "203.0.113.7";

/// The sequence of splitmix64 (Steele, Lea and Flood, 2014): the same bytes in each run, no id twice. Never for keys.
class CountedRandom final : public base::Random {
 public:
  [[nodiscard]] bool fill(std::span<std::byte> out) noexcept override {
    for (std::byte& byte : out) byte = next();
    return true;
  }

 private:
  std::byte next() noexcept {
    if (left_ == 0) {
      state_ += 0x9e3779b97f4a7c15U;
      word_ = state_;
      word_ = (word_ ^ (word_ >> 30U)) * 0xbf58476d1ce4e5b9U;
      word_ = (word_ ^ (word_ >> 27U)) * 0x94d049bb133111ebU;
      word_ ^= word_ >> 31U;
      left_ = 8;
    }
    --left_;
    const auto byte = static_cast<std::byte>(word_ & 0xffU);
    word_ >>= 8U;
    return byte;
  }

  std::uint64_t state_ = 1;
  std::uint64_t word_ = 0;
  unsigned left_ = 0;
};

/// Whether there is a gate at /data/, and a network of trusted proxies that holds kPeer.
enum class Gates { none, one };

/// `hosts`: how many base URLs it has: https://example.com, then https://host-1.example.com and so on. Throws when a
/// part of it is refused, which is a defect.
[[nodiscard]] std::shared_ptr<const service::Snapshot> example_snapshot(Gates gates = Gates::none,
                                                                        std::size_t hosts = 1);

}  // namespace agent_access::bench
