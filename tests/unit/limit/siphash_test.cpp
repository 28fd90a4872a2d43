#include "limit/siphash.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace agent_access::limit {
namespace {

/// The key and the messages 0, 1, 2, ... of the reference implementation's vectors.
std::uint64_t hash_of_first(std::size_t length) {
  HashKey key{};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::byte>(i);
  std::vector<std::byte> message(length);
  for (std::size_t i = 0; i < length; ++i) message[i] = static_cast<std::byte>(i);
  return keyed_hash(key, message);
}

TEST(KeyedHash, IsSipHash24) {
  EXPECT_EQ(hash_of_first(0), 0x726fdb47dd0e0e31U);
  EXPECT_EQ(hash_of_first(1), 0x74f839c593dc67fdU);
  EXPECT_EQ(hash_of_first(8), 0x93f5f5799a932462U);
  EXPECT_EQ(hash_of_first(15), 0xa129ca6149be45e5U);
}

TEST(KeyedHash, DependsOnEveryByteOfTheKey) {
  const std::vector<std::byte> message(25);
  const std::uint64_t plain = keyed_hash(HashKey{}, message);
  for (std::size_t i = 0; i < HashKey{}.size(); ++i) {
    HashKey key{};
    key[i] = std::byte{1};
    EXPECT_NE(keyed_hash(key, message), plain) << i;
  }
}

}  // namespace
}  // namespace agent_access::limit
