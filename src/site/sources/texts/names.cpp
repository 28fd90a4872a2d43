#include "site/sources/texts/names.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "site/sources/texts/foreign_text.hpp"

namespace agent_access::sources {
namespace {

/// U+1100 to U+11FF, and the blocks of Han, kana and Hangul from U+2E80 on.
bool is_east_asian(char32_t c) noexcept {
  return (c >= 0x1100 && c <= 0x11FF) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7FF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x323AF);
}

/// "W.A. Wall" as "W. A. Wall": a point behind a single capital, and a capital behind it.
std::string with_spaced_initials(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    out += name[i];
    const bool is_initial = name[i] == '.' && i > 0 && base::is_upper(name[i - 1]) &&
                            (i == 1 || !base::is_letter(name[i - 2])) &&
                            (i == 1 || base::begins_character(name[i - 2]));
    if (is_initial && i + 1 < name.size() && base::is_upper(name[i + 1])) out += ' ';
  }
  return out;
}

/// Without "*", "†" and raised numbers at both ends.
std::string_view without_marks(std::string_view name) noexcept {
  constexpr auto kMarks = std::to_array<std::string_view>(
      {" ", ",", "*", "†", "‡", "§", "¶", "‖", "⋆", "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹", "⁺", "^"});
  for (bool has_mark = true; has_mark;) {
    has_mark = false;
    for (const auto mark : kMarks) {
      const bool is_first = name.starts_with(mark);
      if (is_first) name.remove_prefix(mark.size());
      const bool is_last = name.ends_with(mark);
      if (is_last) name.remove_suffix(mark.size());
      has_mark = has_mark || is_first || is_last;
    }
  }
  return name;
}

/// The parts between commas.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto size = comma_size(text, i);
    if (size == 0) continue;
    parts.push_back(base::trim_white_space(text.substr(begin, i - begin)));
    begin = i + size;
    i = begin - 1;
  }
  parts.push_back(base::trim_white_space(text.substr(begin)));
  return parts;
}

}  // namespace

std::string name_of(std::string_view family, std::string_view given, std::string_view suffix) {
  family = without_marks(family);
  given = without_marks(given);
  const bool is_family_first = is_east_asian(family) && is_east_asian(given);
  std::string name(is_family_first ? family : given);
  if (!name.empty() && !family.empty() && !is_family_first) name += ' ';
  name += is_family_first ? given : family;
  if (!suffix.empty()) name.append(", ").append(suffix);
  return with_spaced_initials(name);
}

std::string name_of_ris(std::string_view text) {
  const auto parts = parts_of(text);
  if (parts.size() == 1) return std::string(without_marks(text));
  if (parts.size() == 2 && has_only_suffix(parts[0], parts[1])) return name_of(parts[0], {}, parts[1]);
  return name_of(parts[0], parts[1], parts.size() > 2 ? parts[2] : std::string_view());
}

std::string whole_name(std::string_view text) {
  const auto name = without_marks(text);
  return may_be_person(name) ? with_spaced_initials(name) : std::string(name);
}

bool may_be_person(std::string_view text) {
  constexpr std::string_view kParticles = "al bin da de del den der di du la le ten ter und van von zu";
  const auto may_stand = [&](const auto& word) {
    return word != "&" && (!base::is_lower(word.front()) || has_word(kParticles, word));
  };
  return std::ranges::all_of(words_in(text, ' '), may_stand);
}

bool is_name_suffix(std::string_view text) {
  return has_word("jr jr. sr sr. ii iii iv junior senior filho neto phd ph.d. inc inc. ltd ltd. llc gmbh",
                  base::lower_case(text));
}

bool has_only_suffix(std::string_view first, std::string_view second) {
  return is_name_suffix(second) &&
         (first.contains(' ') || !has_word("ii iii iv phd junior senior filho neto", base::lower_case(second)));
}

bool means_others(std::string_view text) {
  const auto lower = base::lower_case(text);
  const bool is_counted =
      !lower.empty() && base::is_digit(lower.front()) && (lower.ends_with(" others") || lower.ends_with(" more"));
  return is_counted || has_word("others|et al.|et al|et. al.|et. al", lower, '|');
}

bool is_east_asian(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); i += base::utf8_size(text.substr(i))) {
    if (base::utf8_size(text.substr(i)) == 0 || !is_east_asian(base::character_at(text.substr(i)))) return false;
  }
  return !text.empty();
}

std::size_t comma_size(std::string_view text, std::size_t at) noexcept {
  for (const std::string_view comma : {",", "，", "،"}) {
    if (text.substr(at).starts_with(comma)) return comma.size();
  }
  return 0;
}

}  // namespace agent_access::sources
