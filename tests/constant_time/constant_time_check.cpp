// Run under valgrind: secrets are marked as undefined memory, so that every branch on them and every address computed
// from them is reported. Comparing, hashing and deriving must have none; `leak` checks that one would be detected.
#include <valgrind/memcheck.h>

#include <array>
#include <cstdio>
#include <cstring>

#include "crypto/digest.hpp"

namespace agent_access::crypto {
namespace {

template <std::size_t Size>
std::array<std::byte, Size> secret_bytes(unsigned char first) {
  std::array<std::byte, Size> bytes{};
  for (auto& byte : bytes) byte = std::byte{first++};
  VALGRIND_MAKE_MEM_UNDEFINED(bytes.data(), bytes.size());
  return bytes;
}

/// The result is not secret: it is marked as defined.
bool published(bool verdict) {
  VALGRIND_MAKE_MEM_DEFINED(&verdict, sizeof verdict);
  return verdict;
}

bool compares_without_a_branch() {
  const auto one = secret_bytes<32>(1);
  const auto same = secret_bytes<32>(1);
  const auto other = secret_bytes<32>(2);
  return published(constant_time_equal(one, same)) && !published(constant_time_equal(one, other));
}

bool authenticates_without_a_branch() {
  const auto key = secret_bytes<32>(7);
  auto mac = HmacSha256::create(key);
  if (!mac) return false;
  const auto tag = mac->tag(base::bytes_of("a client"));
  if (!tag) return false;
  const std::array<std::byte, 32> presented{};
  return !published(constant_time_equal(*tag, presented));
}

bool derives_without_a_branch() {
  const auto master = secret_bytes<32>(9);
  return hkdf_sha256(master, {}, base::bytes_of("label"), 64).has_value();
}

/// A comparison that is not constant-time.
bool leaks() {
  const auto one = secret_bytes<32>(1);
  for (const auto byte : one) {
    if (byte == std::byte{3}) return true;
  }
  return false;
}

}  // namespace
}  // namespace agent_access::crypto

int main(int count, char** arguments) {
  using namespace agent_access::crypto;
  if (RUNNING_ON_VALGRIND == 0) {
    std::puts("run me under valgrind");
    return 2;
  }
  if (count > 1 && std::strcmp(arguments[1], "leak") == 0) return leaks() ? 0 : 1;
  return compares_without_a_branch() && authenticates_without_a_branch() && derives_without_a_branch() ? 0 : 1;
}
