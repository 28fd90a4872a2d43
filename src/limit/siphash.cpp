#include "limit/siphash.hpp"

#include <bit>
#include <cstring>

namespace agent_access::limit {
namespace {

constexpr std::size_t kWord = 8;

using Word = std::span<const std::byte, kWord>;

/// The lowest byte first on every machine.
std::uint64_t load(Word bytes) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data(), kWord);
  return std::endian::native == std::endian::little ? word : std::byteswap(word);
}

/// The last bytes, fewer than eight.
std::uint64_t load_rest(std::span<const std::byte> bytes) noexcept {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) word |= std::to_integer<std::uint64_t>(bytes[i]) << 8 * i;
  return word;
}

/// The four words of a hash that is not complete.
struct HashState {
  std::uint64_t v0, v1, v2, v3;

  void round() noexcept {
    v0 += v1;
    v1 = std::rotl(v1, 13) ^ v0;
    v0 = std::rotl(v0, 32);
    v2 += v3;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1;
    v1 = std::rotl(v1, 17) ^ v2;
    v2 = std::rotl(v2, 32);
  }
  void take(std::uint64_t word) noexcept {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }
};

}  // namespace

std::uint64_t keyed_hash(const HashKey& key, std::span<const std::byte> bytes) noexcept {
  const std::span halves(key);
  const std::uint64_t k0 = load(halves.first<kWord>());
  const std::uint64_t k1 = load(halves.subspan<kWord>());
  HashState state{k0 ^ 0x736f6d6570736575U, k1 ^ 0x646f72616e646f6dU, k0 ^ 0x6c7967656e657261U,
                  k1 ^ 0x7465646279746573U};
  const std::uint64_t length = bytes.size();
  for (; bytes.size() >= kWord; bytes = bytes.subspan(kWord)) state.take(load(bytes.first<kWord>()));
  state.take(load_rest(bytes) | length << 56);
  state.v2 ^= 0xff;
  for (int i = 0; i < 4; ++i) state.round();
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

}  // namespace agent_access::limit
