#include "site/sources/texts/bibtex_names.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/latex.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

using Parts = std::vector<std::string_view>;

/// Where a text has parts: outside braces, and not behind a backslash that is no separator.
template <class SizeOf>
Parts split(std::string_view latex, SizeOf separator_size) {
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

/// The size of the word at the place, if white space is around it; else 0.
std::size_t word_size(std::string_view text, std::size_t at, std::string_view word) noexcept {
  const auto is_space = [&](std::size_t place) {
    return place >= text.size() || base::kWhiteSpace.contains(text[place]);
  };
  const bool is_whole = (at == 0 || is_space(at - 1)) && is_space(at + word.size());
  return is_whole && base::lower_case(text.substr(at, word.size())) == word ? word.size() : 0;
}

std::size_t and_size(std::string_view text, std::size_t at) noexcept { return word_size(text, at, "and"); }

/// What people write instead of "and".
std::size_t other_and_size(std::string_view text, std::size_t at) noexcept {
  for (const std::string_view word : {"&", "\\&", "und", "et"}) {
    if (const auto size = word_size(text, at, word); size > 0) return size;
  }
  return 0;
}

/// A semicolon that does not end "&uuml;" and is not in parentheses; also one of Chinese or Arabic, and the comma of
/// Chinese lists.
std::size_t semicolon_size(std::string_view text, std::size_t at) noexcept {
  constexpr std::size_t kLongestEntity = 10;
  constexpr std::size_t kLongestRemark = 200;
  for (const std::string_view sign : {"；", "、", "؛"}) {
    if (text.substr(at).starts_with(sign)) return sign.size();
  }
  if (text[at] != ';') return 0;
  const auto behind = text.substr(at, kLongestRemark);
  const auto bracket = behind.find_first_of("()");
  if (bracket != std::string_view::npos && behind[bracket] == ')') return 0;
  const auto before = text.substr(at > kLongestEntity ? at - kLongestEntity : 0, std::min(at, kLongestEntity));
  const auto ampersand = before.rfind('&');
  return ampersand == std::string_view::npos || before.substr(ampersand).contains(' ') ? 1 : 0;
}

std::string plain_latex(std::string_view latex) { return plain_html(latex_text(latex).text); }

bool has_space(std::string_view part) noexcept { return part.find_first_of(" \t\n~") != std::string_view::npos; }

/// Whether the text begins with a brace whose group ends with it.
bool is_group(std::string_view latex) noexcept {
  return latex.starts_with('{') && latex_group(latex).size() + 2 == latex.size();
}

/// What a command of style or a group around the whole name holds: "{\bf Muster, Mia}", "\underline{Muster, Mia}".
std::string_view without_style(std::string_view latex) {
  const auto letters = [](std::string_view text) {
    return static_cast<std::size_t>(std::ranges::find_if_not(text, base::is_letter) - text.begin());
  };
  if (latex.starts_with("{\\") && is_group(latex)) {
    const auto inner = latex_group(latex);
    const auto name = inner.substr(1, letters(inner.substr(1)));
    if (has_word("bf em it sl sc bfseries itshape", name)) return base::trim_white_space(inner.substr(1 + name.size()));
  }
  if (!latex.starts_with('\\')) return latex;
  const auto name = latex.substr(1, letters(latex.substr(1)));
  const auto group = latex.substr(1 + name.size());
  const bool is_whole = is_group(group);
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
  if (is_group(latex)) return plain_latex(latex);
  const auto parts = split(latex, comma_size);
  if (parts.size() == 1) return whole_name(plain_latex(latex));
  if (parts.size() > 3) return plain_latex(latex);
  const auto first = plain_latex(parts[0]);
  const auto second = plain_latex(parts[1]);
  if (parts.size() == 2) return has_only_suffix(first, second) ? name_of(first, {}, second) : name_of(first, second);
  const auto third = plain_latex(parts[2]);
  return is_name_suffix(third) && !is_name_suffix(second) ? name_of(first, second, third)
                                                          : name_of(first, third, second);
}

/// "A.", "J.R.", "MR".
bool has_only_initials(std::string_view word) {
  constexpr std::size_t kMostInitials = 3;
  const auto letters = static_cast<std::size_t>(std::ranges::count_if(word, base::is_upper));
  const auto points = static_cast<std::size_t>(std::ranges::count(word, '.'));
  return letters > 0 && letters <= kMostInitials && letters + points == word.size() && !is_name_suffix(word);
}

/// Whether a part between commas may be a whole name: it has several words, or is one of East Asia.
bool may_be_whole(std::string_view part) {
  return has_space(part) || (is_east_asian(part) && base::characters_in(part) > 1);
}

/// Whether it cannot be a family name alone: "A. Muster", "Muster A", "山田 太郎".
bool is_surely_whole(std::string_view part) {
  const auto plain = plain_latex(part);
  const auto words = words_in(plain, ' ');
  if (words.size() < 2) return false;
  if (std::ranges::all_of(words, [](const auto& word) { return is_east_asian(word); })) return true;
  const bool is_in_capitals = std::ranges::none_of(plain, base::is_lower);
  return !is_in_capitals &&
         ((words.front().contains('.') && has_only_initials(words.front())) || has_only_initials(words.back()));
}

/// Whether a word says what kind of organization the name with it is one of.
bool names_organization(std::string_view text) {
  constexpr std::string_view kKinds =
      "academy administration agency association authority board bureau center centre college commission committee "
      "company corporation council department division federation foundation fund group institut institute instituto "
      "istituto laboratory ministerium ministry network office organisation organization partners research school "
      "service services society trust universidad universidade universität université university verein verband";
  return std::ranges::any_of(words_in(plain_latex(text), ' '), [&](const auto& word) {
    return has_word(kKinds, base::lower_case(word.substr(0, word.find(','))));
  });
}

/// Whether the text on one side of "&" is a person's name, and not half of a company's: "Last, First", or several words
/// with capitals.
bool is_person(std::string_view latex) {
  if (split(latex, comma_size).size() > 1) return true;
  const auto plain = plain_latex(latex);
  const auto words = words_in(plain, ' ');
  const bool has_both =
      words.size() > 1 && !base::is_lower(words.front().front()) && !base::is_lower(words.back().front());
  return has_both && may_be_person(plain) && !is_name_suffix(words.back());
}

/// A list with commas instead of "and": "A. Muster, B. Beispiel, C. Voorbeeld", or "Muster, A., Beispiel, B.".
std::vector<std::string> names_between_commas(const Parts& parts) {
  std::vector<std::string> names;
  if (std::ranges::any_of(parts, is_name_suffix)) return names;
  if (std::ranges::all_of(parts, may_be_whole)) {
    for (const auto part : parts) names.push_back(name_of_latex(part));
  } else if (parts.size() % 2 == 0) {
    for (std::size_t i = 0; i < parts.size(); i += 2)
      names.push_back(name_of(plain_latex(parts[i]), plain_latex(parts[i + 1])));
  }
  return names;
}

/// The names of one list.
class ListReader {
 public:
  explicit ListReader(std::string_view latex) {
    for (const auto part : split(latex, and_size)) {
      const auto names = split(part, semicolon_size);
      if (std::ranges::count_if(names, [](auto name) { return !name.empty(); }) > 1) doubt_separator("semicolons");
      for (const auto name : names) add_one_or_more(name);
    }
  }

  NameList run() {
    for (const auto name : names_) note_form(name.latex);
    for (const auto name : names_) add(name);
    if (list_.doubt.empty() && has_whole_ && has_wide_ && !has_turned_) {
      list_.doubt = "has names with and without a comma; what stands before one is read as the family name";
    }
    std::erase(list_.names, std::string());
    return std::move(list_);
  }

 private:
  struct Name {
    std::string_view latex;
    bool is_in_sentence = false;  ///< before "&", or with a comma behind it
  };

  void doubt_separator(std::string_view separator) {
    if (list_.doubt.empty()) list_.doubt = "has " + std::string(separator) + " between names; write \" and \" there";
  }

  /// A part between two "and".
  void add_one_or_more(std::string_view latex) {
    const auto people = split(latex, other_and_size);
    const auto parts = split(latex, comma_size);
    const bool has_comma = parts.size() > 1 && !parts.back().empty();
    const bool is_list = people.size() > 1 && std::ranges::all_of(people, is_person) &&
                         (has_comma || std::ranges::none_of(people, names_organization));
    if (is_list) doubt_separator(latex.contains('&') ? "\"&\"" : "\"und\" or \"et\"");
    for (const auto person : is_list ? people : Parts{latex}) add_part(person, is_list);
  }

  void add_part(std::string_view latex, bool is_in_sentence) {
    for (const std::string_view others : {" et al.", " et al"}) {
      if (!latex.ends_with(others)) continue;
      latex = base::trim_white_space(latex.substr(0, latex.size() - others.size()));
      list_.has_more = true;
    }
    // "Muster, Mia, and Beispiel, Bo".
    for (; latex.ends_with(','); is_in_sentence = true) {
      latex = base::trim_white_space(latex.substr(0, latex.size() - 1));
    }
    if (latex.size() > 1 && latex.find('"', 1) == latex.size() - 1 && latex.starts_with('"')) {
      latex = latex.substr(1, latex.size() - 2);
    }
    const bool is_rest = means_others(plain_latex(latex));
    list_.has_more = list_.has_more || is_rest;
    if (!latex.empty() && !is_rest) names_.push_back({latex, is_in_sentence});
  }

  /// Which forms of names the list has: "Last, First", "First Last", or both parts with several words.
  void note_form(std::string_view latex) {
    const auto parts = split(latex, comma_size);
    const bool has_two = parts.size() == 2 && !is_name_suffix(parts[1]);
    const bool is_wide = has_two && std::ranges::all_of(parts, may_be_whole) && !base::is_lower(latex.front());
    has_wide_ = has_wide_ || is_wide;
    has_turned_ = has_turned_ || (has_two && !is_wide);
    has_whole_ = has_whole_ || (parts.size() == 1 && has_space(latex) && !is_group(latex));
  }

  void add(const Name& name) {
    constexpr std::size_t kMostParts = 3;
    const auto parts = split(name.latex, comma_size);
    if (auto of_members = name_of_members(parts); !of_members.empty()) {
      return list_.names.push_back(std::move(of_members));
    }
    const bool may_be_list = parts.size() > 1 && std::ranges::all_of(parts, may_be_whole);
    const bool is_list = parts.size() > kMostParts || (parts.size() == kMostParts && may_be_list) ||
                         (parts.size() == 2 && may_be_list && !has_turned_ &&
                          ((name.is_in_sentence && has_whole_) || std::ranges::all_of(parts, is_surely_whole)));
    const auto several = is_list ? names_between_commas(parts) : std::vector<std::string>();
    if (is_list) doubt_separator("commas");
    list_.names.insert(list_.names.end(), several.begin(), several.end());
    if (several.empty()) list_.names.push_back(name_of_latex(name.latex));
  }

  NameList list_{};
  std::vector<Name> names_;
  bool has_turned_ = false;
  bool has_whole_ = false;
  bool has_wide_ = false;
};

}  // namespace

NameList names_of_bibtex(std::string_view latex) { return ListReader(latex).run(); }

}  // namespace agent_access::sources
