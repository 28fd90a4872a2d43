#include "site/sources/texts/author_line.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "base/ascii.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

/// "J.", "J. K.", "J.-P.", "JK".
bool are_initials(std::string_view text) {
  const auto letters = std::ranges::count_if(text, base::is_letter);
  const auto is_part = [](char c) {
    return base::is_upper(c) || static_cast<unsigned char>(c) >= 0x80 || std::string_view(".- ").contains(c);
  };
  const bool is_short = std::ranges::all_of(text, is_part) && letters <= 3;
  return is_short && (text.contains('.') || (letters > 0 && text.size() <= 2));
}

/// From which byte on a text is in the scripts of East Asia (U+3000), in which a word is a whole name.
constexpr unsigned char kEastAsian = 0xE3;

/// One word that is no whole name.
bool is_family(std::string_view part) {
  return !part.contains(' ') && static_cast<unsigned char>(part.front()) < kEastAsian;
}

/// Whether the text ends with the point of a sentence, not of an initial or of "Jr.".
bool ends_sentence(std::string_view text) {
  const auto size = text.size();
  return size > 2 && text.ends_with('.') && base::is_lower(text[size - 2]) && base::is_letter(text[size - 3]) &&
         !is_name_suffix(text.substr(text.rfind(' ') + 1));
}

/// Up to the first year, without what separates at its end.
std::string_view before_year(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    std::size_t digits = 0;
    while (i + digits < line.size() && base::is_digit(line[i + digits])) ++digits;
    if (digits == 4) line = line.substr(0, i);
    i += digits;
  }
  while (!line.empty() && (std::string_view(" ,;:(").contains(line.back()) || ends_sentence(line)))
    line.remove_suffix(1);
  return line;
}

/// The size of "and", "&" and the like at the beginning of the text; 0 if there is none.
std::size_t separator_size(std::string_view text) {
  constexpr auto kAnd = std::to_array<std::string_view>({" and ", " & ", " und ", " et ", "、", "，"});
  const auto* const found = std::ranges::find_if(kAnd, [&](std::string_view word) { return text.starts_with(word); });
  return found == kAnd.end() ? 0 : found->size();
}

/// The parts between them.
std::vector<std::string_view> groups_in(std::string_view line) {
  std::vector<std::string_view> groups;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto size = separator_size(line.substr(i));
    if (size == 0) continue;
    groups.push_back(line.substr(begin, i - begin));
    begin = i + size;
    i = begin - 1;
  }
  groups.push_back(line.substr(begin));
  return groups;
}

/// One word that begins with a capital and goes on without one, "Mia" or "Jean-Luc": no initials, no acronym.
bool is_given_name(std::string_view part) {
  const auto is_inner_capital = [&](std::size_t i) { return base::is_upper(part[i]) && part[i - 1] != '-'; };
  if (!is_family(part) || base::is_lower(part.front()) || part.size() < 2) return false;
  for (std::size_t i = 1; i < part.size(); ++i) {
    if (is_inner_capital(i)) return false;
  }
  return true;
}

/// Whether this part and the next one between commas are one name.
bool is_turned(const std::vector<std::string>& parts, std::size_t at) {
  if (at + 1 >= parts.size() || is_name_suffix(parts[at + 1])) return false;
  if (are_initials(parts[at + 1])) return true;
  if (parts.size() == 2 && base::is_lower(parts[0].front())) return true;
  bool are_families = parts.size() % 2 == 0;  // one word is no whole name
  bool are_given = are_families;              // "García Márquez, Gabriel"
  bool has_family = parts.size() == 2;
  for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
    are_families = are_families && is_family(parts[i]);
    has_family = has_family || is_family(parts[i]);
    are_given = are_given && is_given_name(parts[i + 1]) && !parts[i].contains('.') && !parts[i].contains(" of ") &&
                static_cast<unsigned char>(parts[i].front()) < kEastAsian;
  }
  return are_families || (are_given && has_family);
}

void add_group(std::string_view group, NameList& list) {
  const auto parts = words_in(group, ',');
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto lower = base::lower_case(parts[i]);
    if (lower.starts_with("et al") || lower == "others") {
      list.has_more = true;
    } else if (is_name_suffix(parts[i]) && !list.names.empty()) {
      list.names.back() += ", " + parts[i];
    } else if (is_turned(parts, i)) {
      list.names.push_back(name_of(parts[i], parts[i + 1]));
      ++i;
    } else {
      list.names.push_back(name_of(parts[i], {}));
    }
  }
}

/// "Zeta Z." behind "Beispiel R, Muster M": the point is that of the sentence.
void take_last_point(std::vector<std::string>& names) {
  const auto ends_with_initials = [](std::string_view name) {
    const auto space = name.rfind(' ');
    const auto word = name.substr(std::min(space, name.size()));
    return word.size() > 1 && word.size() <= 4 && std::ranges::all_of(word.substr(1), base::is_upper);
  };
  if (names.size() < 2 || !names.back().ends_with('.')) return;
  const auto last = std::string_view(names.back()).substr(0, names.back().size() - 1);
  if (ends_with_initials(last) && std::all_of(names.begin(), names.end() - 1, ends_with_initials)) {
    names.back().pop_back();
  }
}

}  // namespace

NameList authors_in_line(std::string_view given) {
  NameList list;
  const auto text = plain_name(given);
  std::string_view line = before_year(text);
  if (const auto others = line.find(" et al"); others != std::string_view::npos) {
    list.has_more = true;
    line = before_year(line.substr(0, others));
  }
  if (line.contains(';')) {
    for (const auto& name : words_in(line, ';')) list.names.push_back(author_name(name));
  } else {
    for (const auto group : groups_in(line)) add_group(group, list);
  }
  std::erase(list.names, std::string());
  take_last_point(list.names);
  return list;
}

std::string author_name(std::string_view given) {
  const auto text = plain_name(given);
  const auto parts = words_in(text, ',');
  const bool is_company = parts.size() == 2 && has_word("inc inc. ltd ltd. llc gmbh ag", base::lower_case(parts[1]));
  if (parts.size() < 2 || parts.size() > 3 || is_company) return name_of(text, {});
  if (is_name_suffix(parts[1])) return name_of(parts[0], {}, parts[1]);
  return name_of_ris(text);
}

}  // namespace agent_access::sources
