#include "site/content/sentence.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/templates/text.hpp"

namespace agent_access::content {
namespace {

using Signs = std::span<const std::string_view>;

constexpr std::size_t kLongest = 200;
constexpr std::array<std::string_view, 3> kWideEnds = {"。", "！", "？"};
constexpr std::array<std::string_view, 4> kWideClosings = {"」", "』", "）", "”"};
constexpr std::array<std::string_view, 4> kEnds = {".", "!", "?", "؟"};
constexpr std::array<std::string_view, 7> kClosings = {"\"", "'", ")", "]", "”", "’", "»"};

/// The size of the sign at the beginning; 0 if there is none.
std::size_t sign_at(std::string_view text, Signs signs) noexcept {
  const auto found = std::ranges::find_if(signs, [&](std::string_view sign) { return text.starts_with(sign); });
  return found == signs.end() ? 0 : found->size();
}

/// The place behind all of the signs that follow.
std::size_t after(std::string_view text, std::size_t place, Signs signs) noexcept {
  while (const std::size_t size = sign_at(text.substr(place), signs)) place += size;
  return place;
}

/// Whether a full stop belongs to the word before it: "J.", "z. B.", "Dr.", "13.".
bool is_short_word(std::string_view before) noexcept {
  const auto word = before.substr(before.find_last_of(" .(") + 1);
  if (base::characters_in(word) == 1) return true;
  return word.size() == 2 &&
         ((base::is_upper(word[0]) && base::is_lower(word[1])) || (base::is_digit(word[0]) && base::is_digit(word[1])));
}

/// Whether a sentence may begin there: at the end, or behind a space.
bool begins_sentence(std::string_view rest) noexcept {
  if (rest.empty()) return true;
  return rest[0] == ' ' && !(rest.size() > 1 && (base::is_lower(rest[1]) || base::is_digit(rest[1])));
}

std::size_t end_of_sentence(std::string_view text) noexcept {
  // By the first bytes of the signs.
  constexpr std::string_view kFirst = ".!?\xD8\xE3\xEF";
  for (auto place = text.find_first_of(kFirst); place < text.size(); place = text.find_first_of(kFirst, place + 1)) {
    const auto rest = text.substr(place);
    if (const auto size = sign_at(rest, kWideEnds); size > 0) return after(text, place + size, kWideClosings);
    const auto size = sign_at(rest, kEnds);
    if (size == 0 || (rest[0] == '.' && is_short_word(text.substr(0, place)))) continue;
    const auto end = after(text, place + size, kClosings);
    if (begins_sentence(text.substr(end))) return end;
  }
  return text.size();
}

}  // namespace

std::string first_sentence(std::string_view text) {
  return templates::clipped_at_word(text.substr(0, end_of_sentence(text)), kLongest);
}

}  // namespace agent_access::content
