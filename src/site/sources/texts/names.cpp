#include "site/sources/texts/names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/latex.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

using Parts = std::vector<std::string_view>;

/// Where a text has parts: outside braces, and not behind a backslash.
template <class IsSeparator>
Parts split(std::string_view latex, IsSeparator separator_size) {
  Parts parts;
  std::size_t depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < latex.size();) {
    const std::size_t size = depth == 0 ? separator_size(latex, i) : 0;
    if (size > 0) {
      parts.push_back(base::trim_white_space(latex.substr(begin, i - begin)));
      begin = i + size;
    }
    if (size == 0 && latex[i] == '{') ++depth;
    if (size == 0 && latex[i] == '}' && depth > 0) --depth;
    if (size == 0 && latex[i] == '\\') ++i;
    i += std::max<std::size_t>(size, 1);
  }
  parts.push_back(base::trim_white_space(latex.substr(std::min(begin, latex.size()))));
  return parts;
}

bool is_space(std::string_view text, std::size_t at) noexcept {
  return at >= text.size() || base::kWhiteSpace.contains(text[at]);
}

/// "and" between white space.
std::size_t and_size(std::string_view text, std::size_t at) noexcept {
  const bool is_word = (at == 0 || is_space(text, at - 1)) && is_space(text, at + 3);
  return is_word && base::lower_case(text.substr(at, 3)) == "and" ? 3 : 0;
}

std::size_t comma_size(std::string_view text, std::size_t at) noexcept { return text[at] == ',' ? 1 : 0; }

/// A semicolon that does not end "&uuml;".
std::size_t semicolon_size(std::string_view text, std::size_t at) noexcept {
  constexpr std::size_t kLongestEntity = 10;
  if (text[at] != ';') return 0;
  const auto before = text.substr(at > kLongestEntity ? at - kLongestEntity : 0, std::min(at, kLongestEntity));
  const auto ampersand = before.rfind('&');
  return ampersand == std::string_view::npos || before.substr(ampersand).contains(' ') ? 1 : 0;
}

std::string plain_latex(std::string_view latex) { return plain_html(latex_text(latex).text); }

/// U+1100 to U+11FF, and the blocks of Han, kana and Hangul from U+2E80 on.
bool is_east_asian(char32_t c) noexcept {
  return (c >= 0x1100 && c <= 0x11FF) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7FF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x323AF);
}

bool is_east_asian(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); i += base::utf8_size(text.substr(i))) {
    if (base::utf8_size(text.substr(i)) == 0 || !is_east_asian(base::character_at(text.substr(i)))) return false;
  }
  return !text.empty();
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

/// What a command of style or a group around the whole name holds: "{\bf Muster, Mia}", "\underline{Muster, Mia}".
std::string_view without_style(std::string_view latex) {
  const auto letters = [](std::string_view text) {
    return static_cast<std::size_t>(std::ranges::find_if_not(text, base::is_letter) - text.begin());
  };
  if (latex.starts_with("{\\") && latex_group(latex).size() + 2 == latex.size()) {
    const auto inner = latex_group(latex);
    const auto name = inner.substr(1, letters(inner.substr(1)));
    if (has_word("bf em it sl sc bfseries itshape", name)) return base::trim_white_space(inner.substr(1 + name.size()));
  }
  if (!latex.starts_with('\\')) return latex;
  const auto name = latex.substr(1, letters(latex.substr(1)));
  const auto group = latex.substr(1 + name.size());
  const bool is_whole = group.starts_with('{') && latex_group(group).size() + 2 == group.size();
  return is_whole && has_word("emph mkbibbold textbf textit uline underline", name) ? latex_group(group) : latex;
}

/// "family=Muster, given=Mia, prefix=von" of biblatex; empty if it is none.
std::string name_of_members(const Parts& parts) {
  std::string family;
  std::string given;
  std::string suffix;
  for (const auto part : parts) {
    const auto equals = part.find('=');
    if (equals == std::string_view::npos) return {};
    const auto name = base::trim(part.substr(0, equals));
    auto value = plain_latex(part.substr(equals + 1));
    if (value.starts_with('"') && value.ends_with('"') && value.size() > 1) value = value.substr(1, value.size() - 2);
    if (name == "family") family += value;
    if (name == "given") given = value;
    if (name == "prefix") family = value + " " + family;
    if (name == "suffix") suffix = value;
  }
  return name_of(family, given, suffix);
}

std::string name_of_latex(std::string_view latex) {
  latex = without_style(latex);
  if (latex.starts_with('{') && latex_group(latex).size() + 2 == latex.size()) return plain_latex(latex);
  const auto parts = split(latex, comma_size);
  if (auto name = name_of_members(parts); !name.empty()) return name;
  if (parts.size() == 1) return with_spaced_initials(without_marks(plain_latex(latex)));
  if (parts.size() > 3) return plain_latex(latex);
  if (parts.size() == 2) return name_of(plain_latex(parts[0]), plain_latex(parts[1]));
  const auto second = plain_latex(parts[1]);
  const auto third = plain_latex(parts[2]);
  return is_name_suffix(third) && !is_name_suffix(second) ? name_of(plain_latex(parts[0]), second, third)
                                                          : name_of(plain_latex(parts[0]), third, second);
}

bool has_space(std::string_view part) noexcept { return part.find_first_of(" \t\n~") != std::string_view::npos; }

/// A list with commas instead of "and": "A. Muster, B. Beispiel, C. Voorbeeld", or "Muster, A., Beispiel, B.".
std::vector<std::string> names_between_commas(const Parts& parts) {
  std::vector<std::string> names;
  if (std::ranges::any_of(parts, is_name_suffix)) return names;
  if (std::ranges::all_of(parts, has_space)) {
    for (const auto part : parts) names.push_back(name_of_latex(part));
  } else if (parts.size() % 2 == 0) {
    for (std::size_t i = 0; i < parts.size(); i += 2)
      names.push_back(name_of(plain_latex(parts[i]), plain_latex(parts[i + 1])));
  }
  return names;
}

/// Adds one name, or what is instead of it.
void add_name(std::string_view latex, NameList& list) {
  constexpr std::size_t kMostParts = 3;
  for (const std::string_view others : {"et al.", "et al"}) {
    if (!latex.ends_with(others)) continue;
    latex = base::trim_white_space(latex.substr(0, latex.size() - others.size()));
    list.has_more = true;
  }
  // "Muster, Mia, and Beispiel, Bo".
  while (latex.ends_with(',')) latex = base::trim_white_space(latex.substr(0, latex.size() - 1));
  if (latex == "others") list.has_more = true;
  if (latex.empty() || latex == "others") return;
  const auto parts = split(latex, comma_size);
  const bool is_long =
      parts.size() > kMostParts || (parts.size() == kMostParts && std::ranges::all_of(parts, has_space));
  const auto several = is_long ? names_between_commas(parts) : std::vector<std::string>();
  if (is_long) list.doubt = "has commas between names; write \" and \" there";
  list.names.insert(list.names.end(), several.begin(), several.end());
  if (several.empty()) list.names.push_back(name_of_latex(latex));
}

}  // namespace

NameList names_of_bibtex(std::string_view latex) {
  NameList list;
  auto names = split(latex, and_size);
  if (names.size() == 1) names = split(latex, semicolon_size);
  for (const auto name : names) add_name(name, list);
  std::erase(list.names, std::string());
  return list;
}

std::string name_of(std::string_view family, std::string_view given, std::string_view suffix) {
  family = without_marks(family);
  given = without_marks(given);
  if (is_east_asian(family) && is_east_asian(given)) return std::string(family) + std::string(given);
  std::string name(given);
  if (!name.empty() && !family.empty()) name += ' ';
  name += family;
  if (!suffix.empty()) name.append(", ").append(suffix);
  return with_spaced_initials(name);
}

bool is_name_suffix(std::string_view text) {
  return has_word("jr jr. sr sr. ii iii iv junior senior filho neto", base::lower_case(text));
}

std::string name_of_ris(std::string_view text) {
  const auto parts = split(text, comma_size);
  if (parts.size() == 1) return std::string(without_marks(text));
  return name_of(parts[0], parts[1], parts.size() > 2 ? parts[2] : std::string_view());
}

}  // namespace agent_access::sources
