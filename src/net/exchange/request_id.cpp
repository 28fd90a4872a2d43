#include "net/exchange/request_id.hpp"

#include <random>

namespace agent_access::net {

RequestIds RequestIds::seeded() {
  std::random_device system;
  const std::uint64_t high = system();
  return RequestIds((high << 32) | system());
}

RequestId RequestIds::next() noexcept {
  // splitmix64: a counter from a random start, mixed by a bijection.
  std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15U;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
  mixed ^= mixed >> 31;
  constexpr std::string_view kDigits = "0123456789abcdef";
  RequestId id;
  for (char& digit : id) {
    digit = kDigits[mixed >> 60];
    mixed <<= 4;
  }
  return id;
}

}  // namespace agent_access::net
