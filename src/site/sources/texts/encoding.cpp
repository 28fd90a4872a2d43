#include "site/sources/texts/encoding.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/text.hpp"

namespace agent_access::sources {
namespace {

/// 0x80 to 0x9F; the five bytes without a character are controls, as in Latin-1.
constexpr std::array<char32_t, 32> kWindows1252 = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                   0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                                   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                   0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

char32_t character_of(char byte) noexcept {
  const auto code = static_cast<unsigned char>(byte);
  return code >= 0x80 && code < 0xA0 ? kWindows1252.at(code - 0x80U) : char32_t{code};
}

}  // namespace

void append_utf8(std::string& out, char32_t character) {
  const auto code = static_cast<std::uint32_t>(character);
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  const auto put_rest = [&](unsigned count) {
    for (; count > 0; --count) put(0x80U | ((code >> (6U * (count - 1))) & 0x3FU));
  };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0U | (code >> 6U));
    return put_rest(1);
  }
  if (code < 0x10000) {
    put(0xE0U | (code >> 12U));
    return put_rest(2);
  }
  put(0xF0U | (code >> 18U));
  put_rest(3);
}

base::Result<DecodedText, std::string> decode_text(std::string_view bytes) {
  if (bytes.size() > kMostBytes) return base::Failure<std::string>("is larger than 16 MiB; split it");
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) {
    return base::Failure<std::string>("is in UTF-16; save it as UTF-8");
  }
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  DecodedText decoded;
  decoded.text.reserve(bytes.size());
  std::size_t line = 1;
  while (!bytes.empty()) {
    const std::size_t size = base::utf8_size(bytes);
    if (size == 0) {
      if (decoded.foreign_line == 0) decoded.foreign_line = line;
      append_utf8(decoded.text, character_of(bytes.front()));
    } else if (bytes.front() == '\n' || (bytes.front() == '\r' && !bytes.substr(1).starts_with('\n'))) {
      decoded.text += '\n';
      ++line;
    } else if (bytes.front() != '\r') {
      decoded.text += bytes.substr(0, size);
    }
    bytes.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return decoded;
}

}  // namespace agent_access::sources
