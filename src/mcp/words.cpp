#include "mcp/words.hpp"

#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

#include "site/templates/assets.hpp"

namespace agent_access::mcp {
namespace {

struct Release {
  // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): what a C library has allocated
  void operator()(std::uint32_t* letters) const noexcept { std::free(letters); }
};

/// The letter at the start of a text that is not empty, and its size in bytes.
struct Letter {
  explicit Letter(std::string_view text) noexcept
      : size(static_cast<std::size_t>(
            u8_mbtouc(&code, reinterpret_cast<const std::uint8_t*>(text.data()), text.size()))) {}
  [[nodiscard]] bool is(std::uint32_t categories) const noexcept {
    return uc_is_general_category_withtable(code, categories);
  }
  ucs4_t code = 0;
  std::size_t size;
};

/// A list of web/search.json, decoded.
std::vector<std::u32string> list_of(std::string_view name) {
  std::vector<std::u32string> list;
  for (const auto& text : search_table().at(name).as_array()) list.push_back(decoded(text.as_string()));
  return list;
}

std::size_t common_start(std::u32string_view one, std::u32string_view other) noexcept {
  return static_cast<std::size_t>(std::ranges::mismatch(one, other).in1 - one.begin());
}

}  // namespace

/// Compiled in, so that a mistake in it is a bug: it throws.
const boost::json::object& search_table() {
  static const boost::json::object kTable = boost::json::parse(templates::asset("search.json")).as_object();
  return kTable;
}

bool is_dense(char32_t letter) {
  static const auto kRanges = list_of("dense");
  if (letter < kRanges.front().front()) return false;
  return std::ranges::any_of(kRanges,
                             [letter](const auto& one) { return one.front() <= letter && letter <= one.back(); });
}

std::vector<Word> words_in(std::string_view text) {
  enum class Open { nothing, word, signs, pair, space };  // what the last word may go on with
  Open open = Open::nothing;
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    const Letter next(text.substr(at));
    const std::size_t end = at + next.size;
    if (is_dense(next.code)) {
      if (open == Open::pair || open == Open::space) words.back().end = end;
      words.push_back({at, end});
      open = Open::pair;
    } else if (next.is(UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_N)) {
      if (open != Open::word) words.push_back({at, end});
      words.back().end = end;
      open = Open::word;
    } else if (next.is(UC_CATEGORY_MASK_M) && (open == Open::word || open == Open::pair)) {
      if (open == Open::word) words.back().end = end;
    } else if ((next.code == '+' || next.code == '#') && (open == Open::word || open == Open::signs)) {
      words.back().end = end;
      open = Open::signs;
    } else {
      open = next.code == ' ' && open == Open::pair ? Open::space : Open::nothing;
    }
    at = end;
  }
  return words;
}

std::u32string decoded(std::string_view text) {
  std::u32string letters;
  letters.reserve(text.size());
  for (; !text.empty(); text.remove_prefix(Letter(text).size)) letters.push_back(Letter(text).code);
  return letters;
}

std::u32string folded(std::string_view text) {
  static const auto kPrefixes = list_of("prefixes");
  static const auto kLetters = list_of("letters");
  constexpr std::size_t kLeastRest = 2;
  std::u32string word = decoded(text);
  const auto prefix = std::ranges::find_if(
      kPrefixes, [&word](const auto& one) { return word.starts_with(one) && word.size() >= one.size() + kLeastRest; });
  if (prefix != kPrefixes.end()) word.erase(0, prefix->size());
  std::size_t size = 0;
  const std::unique_ptr<std::uint32_t, Release> normal(
      u32_normalize(UNINORM_NFKD, reinterpret_cast<const std::uint32_t*>(word.data()), word.size(), nullptr, &size));
  if (!normal && !word.empty()) throw std::bad_alloc();
  std::u32string form;
  for (const std::uint32_t letter : std::span(normal.get(), size)) {
    if (letter == ' ' || uc_is_general_category_withtable(letter, UC_CATEGORY_MASK_M)) continue;
    const char32_t small = uc_tolower(letter);
    const auto spelled = std::ranges::find(kLetters, small, [](const auto& one) { return one.front(); });
    form += spelled == kLetters.end() ? std::u32string(1, small) : spelled->substr(1);
  }
  return form;
}

bool is_alike(std::u32string_view word, std::u32string_view wanted) noexcept {
  const auto [shorter, longer] = std::ranges::minmax({word, wanted}, {}, &std::u32string_view::size);
  const std::size_t same = common_start(word, wanted);
  if (same < 3 || same < std::min<std::size_t>(4, shorter.size())) return false;
  return 5 * same >= 3 * longer.size() || (same == shorter.size() && longer.substr(same) == U"ing");
}

bool may_be(std::u32string_view word, std::u32string_view wanted) noexcept {
  constexpr std::size_t kLeast = 5;
  constexpr std::size_t kMost = 2;
  const std::size_t start = common_start(word, wanted);
  if (start >= kLeast && start == std::min(word.size(), wanted.size())) return true;
  const auto one = word.substr(start);
  const auto other = wanted.substr(start);
  const auto end = static_cast<std::size_t>(
      std::mismatch(one.rbegin(), one.rend(), other.rbegin(), other.rend()).first - one.rbegin());
  const std::size_t between = std::max(one.size(), other.size()) - end;
  return between <= kMost && wanted.size() >= std::max(kLeast, 3 * between);
}

}  // namespace agent_access::mcp
