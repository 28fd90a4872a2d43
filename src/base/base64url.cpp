#include "base/base64url.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "base/lanes.hpp"

namespace agent_access::base {
namespace {

/// The block that is coded at once: twelve bytes, sixteen letters.
constexpr std::size_t kBlockBytes = 12;
constexpr std::size_t kBlockLetters = 16;
/// Twelve bytes are moved as two words of six bytes; the last two bytes of each word are ignored.
constexpr std::size_t kBlockRoom = 14;

/// Two words at once.
using Words [[gnu::vector_size(16)]] = std::uint64_t;

/// Converts between the byte order of the text and words whose highest byte comes first.
Words big_endian(Words words) noexcept {
  if constexpr (std::endian::native == std::endian::big) return words;
  return Words{std::byteswap(words[0]), std::byteswap(words[1])};
}

/// Spreads the upper six bytes of a word: six bits into each of its eight bytes.
template <class Word>
constexpr Word spread(Word word) noexcept {
  word >>= 16;
  word = (word << 8 & 0x00ffffff00000000) | (word & 0x0000000000ffffff);
  word = (word << 4 & 0x0fff00000fff0000) | (word & 0x00000fff00000fff);
  return (word << 2 & 0x3f003f003f003f00) | (word & 0x003f003f003f003f);
}

/// The reverse. The upper two bits of each byte do not matter.
template <class Word>
constexpr Word gather(Word word) noexcept {
  word = (word >> 2 & 0x0fc00fc00fc00fc0) | (word & 0x003f003f003f003f);
  word = (word >> 4 & 0x00fff00000fff000) | (word & 0x00000fff00000fff);
  word = (word >> 8 & 0x0000ffffff000000) | (word & 0x0000000000ffffff);
  return word << 16;
}

static_assert(spread(std::uint64_t{0x0420c41461c80000}) == 0x0102030405060708 &&
              gather(std::uint64_t{0x0102030405060708}) == 0x0420c41461c80000);

// The distance of a letter from its value is computed with masks, without a branch or a table. Everything is force
// inlined, so that constants and faults stay in registers over a long text.

template <char kLetter62, char kLetter63>
[[gnu::always_inline]] inline Lanes letters_of(Lanes values) noexcept {
  constexpr std::int8_t kLower = 'a' - 'A' - 26, kDigit = '0' - 'a' - 26, k62 = kLetter62 - '0' - 10,
                        k63 = kLetter63 - kLetter62 - 1;
  return values + ((Lanes{} + 'A') + ((values > 25) & kLower) + ((values > 51) & kDigit) + ((values > 61) & k62) +
                   ((values > 62) & k63));
}

/// 0 to 63 in each lane; `faults` gets bits where a letter is not of the alphabet.
template <char kLetter62, char kLetter63>
[[gnu::always_inline]] inline Lanes values_of(Lanes letters, Lanes& faults) noexcept {
  // No letter equals its own value: a distance of zero marks a letter outside the alphabet.
  constexpr std::int8_t kUpper = 0 - 'A', kLower = 26 - 'a', kDigit = 52 - '0', k62 = 62 - kLetter62,
                        k63 = 63 - kLetter63;
  const Lanes distances =
      ((letters >= 'A') & (letters <= 'Z') & kUpper) | ((letters >= 'a') & (letters <= 'z') & kLower) |
      ((letters >= '0') & (letters <= '9') & kDigit) | ((letters == kLetter62) & k62) | ((letters == kLetter63) & k63);
  faults |= distances == 0;
  return letters + distances;
}

/// Reads kBlockRoom bytes, writes kBlockLetters.
template <char kLetter62, char kLetter63>
[[gnu::always_inline]] inline void encode_block(const std::byte* from, char* to) noexcept {
  Words words;
  std::memcpy(&words, from, sizeof words / 2);
  std::memcpy(reinterpret_cast<std::byte*>(&words) + sizeof words / 2, from + kBlockBytes / 2, sizeof words / 2);
  const Lanes letters = letters_of<kLetter62, kLetter63>(std::bit_cast<Lanes>(big_endian(spread(big_endian(words)))));
  std::memcpy(to, &letters, sizeof letters);
}

/// Reads kBlockLetters, writes kBlockRoom bytes, of which the last two are zero.
template <char kLetter62, char kLetter63>
[[gnu::always_inline]] inline void decode_block(const char* from, std::byte* to, Lanes& faults) noexcept {
  const Lanes values = values_of<kLetter62, kLetter63>(load_lanes(from), faults);
  const Words words = big_endian(gather(big_endian(std::bit_cast<Words>(values))));
  std::memcpy(to, &words, sizeof words / 2);
  std::memcpy(to + kBlockBytes / 2, reinterpret_cast<const std::byte*>(&words) + sizeof words / 2, sizeof words / 2);
}

/// Without padding.
template <char kLetter62, char kLetter63>
char* encode_to(ByteView bytes, char* out) noexcept {
  for (; bytes.size() >= kBlockRoom; bytes = bytes.subspan(kBlockBytes), out += kBlockLetters) {
    encode_block<kLetter62, kLetter63>(bytes.data(), out);
  }
  while (!bytes.empty()) {
    const std::size_t used = std::min(kBlockBytes, bytes.size());
    std::array<std::byte, kBlockRoom> last{};
    std::array<char, kBlockLetters> letters;
    std::memcpy(last.data(), bytes.data(), used);
    encode_block<kLetter62, kLetter63>(last.data(), letters.data());
    std::memcpy(out, letters.data(), base64url_encoded_size(used));
    out += base64url_encoded_size(used);
    bytes = bytes.subspan(used);
  }
  return out;
}

template <char kLetter62, char kLetter63>
std::optional<std::size_t> decode_to(std::string_view text, std::span<std::byte> out) noexcept {
  const std::size_t rest = text.size() % 4;
  if (rest == 1) return std::nullopt;
  const std::size_t size = text.size() / 4 * 3 + (rest == 0 ? 0 : rest - 1);
  if (out.size() < size) return std::nullopt;

  // A letter outside the alphabet sets bits in `faults`; unused trailing bits that are not zero set bits in `unused`.
  Lanes faults{};
  std::byte unused{};
  std::size_t at = 0;
  std::size_t to = 0;
  for (; to + kBlockRoom <= size; at += kBlockLetters, to += kBlockBytes) {
    decode_block<kLetter62, kLetter63>(text.data() + at, out.data() + to, faults);
  }
  while (to < size) {
    std::array<char, kBlockLetters> letters;
    letters.fill('A');
    std::array<std::byte, kBlockRoom> bytes;
    std::memcpy(letters.data(), text.data() + at, std::min(letters.size(), text.size() - at));
    decode_block<kLetter62, kLetter63>(letters.data(), bytes.data(), faults);
    const std::size_t used = std::min(kBlockBytes, size - to);
    std::memcpy(out.data() + to, bytes.data(), used);
    // After the last byte come the unused bits, then the zeros of the padding letters A.
    unused |= bytes[used];
    at += kBlockLetters;
    to += used;
  }
  const auto foreign = std::bit_cast<Words>(faults);
  if ((foreign[0] | foreign[1] | std::to_integer<std::uint64_t>(unused)) != 0) return std::nullopt;
  return size;
}

}  // namespace

char* base64url_encode_to(ByteView bytes, char* out) noexcept { return encode_to<'-', '_'>(bytes, out); }

char* base64_encode_to(ByteView bytes, char* out) noexcept {
  char* const end = encode_to<'+', '/'>(bytes, out);
  return std::fill_n(end, base64_encoded_size(bytes.size()) - base64url_encoded_size(bytes.size()), '=');
}

std::string base64url_encode(ByteView bytes) {
  std::string text(base64url_encoded_size(bytes.size()), '\0');
  base64url_encode_to(bytes, text.data());
  return text;
}

std::optional<std::size_t> base64url_decode_to(std::string_view text, std::span<std::byte> out) noexcept {
  return decode_to<'-', '_'>(text, out);
}

std::optional<std::vector<std::byte>> base64_decode(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::vector<std::byte> bytes(text.size() / 4 * 3 - padding);
  if (!decode_to<'+', '/'>(text.substr(0, text.size() - padding), bytes)) return std::nullopt;
  return bytes;
}

}  // namespace agent_access::base
