#include "mcp/query.hpp"

#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <new>

#include "base/ascii.hpp"

namespace agent_access::mcp {
namespace {

struct Release {
  // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): what a C library has allocated
  void operator()(std::uint8_t* bytes) const noexcept { std::free(bytes); }
};
/// Memory of libunistring.
using Bytes = std::unique_ptr<std::uint8_t, Release>;

constexpr std::size_t kLikeWanted = 3;
constexpr std::size_t kLikeSingular = 4;
constexpr std::size_t kSingularLess = 2;
constexpr ucs4_t kReplacement = 0xfffd;

const std::uint8_t* bytes_of(std::string_view text) noexcept {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

bool is_ascii(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char letter) { return static_cast<unsigned char>(letter) < 0x80; });
}

/// The character at the start of a text that is not empty, and its size in bytes.
struct Character {
  explicit Character(std::string_view text) noexcept
      : size(static_cast<std::size_t>(u8_mbtouc(&code, bytes_of(text), text.size()))) {}
  ucs4_t code = 0;
  std::size_t size;

  [[nodiscard]] bool is_letter_or_number() const noexcept {
    return uc_is_general_category_withtable(code, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_N);
  }
  [[nodiscard]] bool is_mark() const noexcept { return uc_is_general_category_withtable(code, UC_CATEGORY_MASK_M); }
  /// Of a script without spaces between words.
  [[nodiscard]] bool is_word() const noexcept {
    static constexpr std::array<std::string_view, 4> kScripts = {"Han", "Hiragana", "Katakana", "Thai"};
    if (code < 0x0e00) return false;  // Thai is the first of them
    const uc_script_t* const script = uc_script(code);
    return script != nullptr && std::ranges::find(kScripts, std::string_view(script->name)) != kScripts.end();
  }
};

/// The size of the word at the start of the text; zero if none starts there.
std::size_t word_size(std::string_view text) noexcept {
  const Character first(text);
  if (first.is_word()) return first.size;
  if (!first.is_letter_or_number()) return 0;
  std::size_t size = first.size;
  while (size < text.size()) {
    const Character next(text.substr(size));
    if (!next.is_letter_or_number() && !next.is_mark()) break;
    size += next.size;
  }
  while (size < text.size() && (text[size] == '+' || text[size] == '#')) ++size;
  return size;
}

std::u16string lower_ascii(std::string_view word) {
  std::u16string lower;
  lower.reserve(word.size());
  for (const char letter : word) {
    lower.push_back(static_cast<char16_t>(base::lower(letter)));
  }
  return lower;
}

/// Letters that normalization keeps.
std::u16string_view spelled_out(char16_t letter) noexcept {
  switch (letter) {
    case u'ß': return u"ss";
    case u'æ': return u"ae";
    case u'œ': return u"oe";
    case u'ø': return u"o";
    case u'ł': return u"l";
    case u'đ': return u"d";
    case u'ı': return u"i";
    default: return {};
  }
}

}  // namespace

std::vector<Word> words_in(std::string_view text) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = word_size(text.substr(at));
    if (size > 0) words.push_back({text.substr(at, size), at});
    at += size > 0 ? size : Character(text.substr(at)).size;
  }
  return words;
}

std::u16string folded(std::string_view word) {
  if (is_ascii(word)) return lower_ascii(word);
  std::size_t size = 0;
  const Bytes normal(u8_normalize(UNINORM_NFKD, bytes_of(word), word.size(), nullptr, &size));
  if (!normal) throw std::bad_alloc();
  std::string letters;
  for (std::string_view rest(reinterpret_cast<const char*>(normal.get()), size); !rest.empty();) {
    const Character next(rest);
    if (!next.is_mark()) letters.append(rest.substr(0, next.size));
    rest.remove_prefix(next.size);
  }
  const Bytes lower(u8_tolower(bytes_of(letters), letters.size(), nullptr, nullptr, nullptr, &size));
  if (!lower) throw std::bad_alloc();
  std::u16string result;
  for (const char16_t letter : to_utf16({reinterpret_cast<const char*>(lower.get()), size})) {
    const std::u16string_view spelled = spelled_out(letter);
    spelled.empty() ? result.push_back(letter) : static_cast<void>(result.append(spelled));
  }
  return result;
}

std::vector<std::u16string> folded_words(std::string_view text) {
  std::vector<std::u16string> words;
  for (const Word& word : words_in(text)) words.push_back(folded(word.text));
  return words;
}

double likeness(std::u16string_view word, std::u16string_view wanted) noexcept {
  constexpr double kLonger = 0.6;
  constexpr double kShorter = 0.5;
  if (word == wanted) return 1;
  if (wanted.size() >= kLikeWanted && word.starts_with(wanted)) return kLonger;
  const bool is_singular =
      word.size() >= kLikeSingular && wanted.size() <= word.size() + kSingularLess && wanted.starts_with(word);
  return is_singular ? kShorter : 0;
}

std::u16string to_utf16(std::string_view text) {
  std::u16string units;
  units.reserve(text.size());
  for (; !text.empty();) {
    const Character next(text);
    if (next.code < 0x10000) {
      units.push_back(static_cast<char16_t>(next.code));
    } else {
      units.push_back(static_cast<char16_t>(0xd800 + ((next.code - 0x10000) >> 10)));
      units.push_back(static_cast<char16_t>(0xdc00 + ((next.code - 0x10000) & 0x3ff)));
    }
    text.remove_prefix(next.size);
  }
  return units;
}

std::string to_utf8(std::u16string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    ucs4_t code = text[at];
    const bool is_first = code >= 0xd800 && code < 0xdc00;
    const bool has_second = at + 1 < text.size() && text[at + 1] >= 0xdc00 && text[at + 1] < 0xe000;
    if (is_first && has_second) {
      code = 0x10000 + ((code - 0xd800) << 10) + (text[++at] - 0xdc00U);
    } else if (code >= 0xd800 && code < 0xe000) {
      code = kReplacement;
    }
    std::array<std::uint8_t, 4> character{};
    const int size = u8_uctomb(character.data(), code, character.size());
    bytes.append(reinterpret_cast<const char*>(character.data()), static_cast<std::size_t>(size));
  }
  return bytes;
}

}  // namespace agent_access::mcp
