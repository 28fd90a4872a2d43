/// \file
/// Bytes from the hexadecimal text of test vectors. Throws at an invalid digit, which is a defect of the vector.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace agent_access::test {

inline std::vector<std::byte> unhex(std::string_view text) {
  if (text.size() % 2 != 0) throw std::invalid_argument("odd number of hexadecimal digits");
  std::vector<std::byte> bytes;
  for (std::size_t at = 0; at < text.size(); at += 2) {
    std::uint8_t value = 0;
    const char* const end = text.data() + at + 2;
    if (std::from_chars(text.data() + at, end, value, 16).ptr != end) throw std::invalid_argument("no digit");
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

template <std::size_t Size>
std::array<std::byte, Size> unhex_array(std::string_view text) {
  const auto bytes = unhex(text);
  if (bytes.size() != Size) throw std::invalid_argument("wrong number of bytes");
  std::array<std::byte, Size> array{};
  for (std::size_t at = 0; at < Size; ++at) array[at] = bytes[at];
  return array;
}

}  // namespace agent_access::test
