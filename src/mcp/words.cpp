#include "mcp/words.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include "base/text.hpp"
#include "base/unicode/unicode.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::mcp {
namespace {

using base::LetterKind;

/// A list of web/search.json, decoded.
std::vector<std::u32string> list_of(std::string_view name) {
  std::vector<std::u32string> list;
  for (const auto& text : search_table().at(name).as_array()) list.push_back(decoded(text.as_string()));
  return list;
}

/// Without the Arabic article, if enough is left.
std::string_view without_prefix(std::string_view word) {
  static const auto& kPrefixes = search_table().at("prefixes").as_array();
  constexpr std::size_t kLeastRest = 2;
  for (const auto& prefix : kPrefixes) {
    const std::string_view start = prefix.as_string();
    if (!word.starts_with(start) || base::characters_in(word.substr(start.size())) < kLeastRest) continue;
    return word.substr(start.size());
  }
  return word;
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
    const auto next = base::first_letter(text.substr(at));
    const auto kind = base::kind_of(next.code);
    const std::size_t end = at + next.size;
    if (is_dense(next.code)) {
      if (open == Open::pair || open == Open::space) words.back().end = end;
      words.push_back({at, end});
      open = Open::pair;
    } else if (kind == LetterKind::word) {
      if (open != Open::word) words.push_back({at, end});
      words.back().end = end;
      open = Open::word;
    } else if (kind == LetterKind::mark && (open == Open::word || open == Open::pair)) {
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
  while (!text.empty()) {
    const auto letter = base::first_letter(text);
    letters.push_back(letter.code);
    text.remove_prefix(letter.size);
  }
  return letters;
}

std::u32string folded(std::string_view text) {
  static const auto kLetters = list_of("letters");
  std::u32string form;
  for (const char32_t letter : decoded(base::normalized(without_prefix(text), base::NormalForm::compatible))) {
    if (letter == ' ' || base::kind_of(letter) == LetterKind::mark) continue;
    const char32_t small = base::lower_letter(letter);
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
