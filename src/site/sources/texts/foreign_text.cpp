#include "site/sources/texts/foreign_text.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"
#include "base/unicode/unicode.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/texts/markup.hpp"

namespace agent_access::sources {
namespace {

constexpr char kSeparator = '\x1F';

/// The text with kSeparator in place of each of the marks, which have a space between them.
std::string with_separator(std::string_view text, std::string_view marks) {
  std::string out;
  while (!text.empty()) {
    const auto character = text.substr(0, std::max<std::size_t>(base::utf8_size(text), 1));
    out += has_word(marks, character) ? std::string_view(&kSeparator, 1) : character;
    text.remove_prefix(character.size());
  }
  return out;
}

struct Spelling {
  std::string_view letters;  ///< with a space between them
  std::string_view ascii;
};
/// Of letters that Unicode does not decompose.
constexpr auto kSpellings = std::to_array<Spelling>({{"ß", "ss"},
                                                     {"æ Æ", "ae"},
                                                     {"œ Œ", "oe"},
                                                     {"ø Ø", "o"},
                                                     {"ł Ł", "l"},
                                                     {"đ Đ ð", "d"},
                                                     {"þ", "th"},
                                                     {"ı", "i"},
                                                     {"’ '", ""}});

/// U+0300 to U+036F are CC 80 to CD AF.
bool is_accent(std::string_view character) noexcept {
  return character.size() == 2 && (character[0] == '\xCC' || (character[0] == '\xCD' && character[1] <= '\xAF'));
}

/// Whether a text without "https://" begins with a host: its last label is one of letters, and none of a file's name.
bool begins_with_host(std::string_view text) {
  constexpr std::string_view kFiles =
      "bib csv doc docx gif gz htm html ipynb jpeg jpg json md mp odp odt pdf png ppt pptx ps rtf svg tar tex tgz txt "
      "webp xls xlsx xml yaml yml zip";
  const auto given = text.substr(0, text.find_first_of("/?#:"));
  const auto lower = base::lower_case(given);
  const auto host = lower.starts_with("www.") ? std::string_view(lower) : given;
  if (!host.contains('.') || host.starts_with('.') || host.find_first_of("@ ") != std::string_view::npos) return false;
  const auto label = host.substr(host.rfind('.') + 1);
  return label.size() >= 2 && std::ranges::all_of(label, base::is_lower) && !has_word(kFiles, label);
}

}  // namespace

std::string folded(std::string_view text) {
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    return base::lower_case(text);
  }
  const auto apart = base::without_case(base::normalized(text, base::NormalForm::compatible));
  std::string out;
  for (std::size_t i = 0; i < apart.size();) {
    const auto character =
        std::string_view(apart).substr(i, base::first_letter(std::string_view(apart).substr(i)).size);
    if (!is_accent(character)) out += character;
    i += character.size();
  }
  return base::normalized(out, base::NormalForm::composed);
}

std::string folded_words(std::string_view text) {
  const auto all = folded(text);
  std::string out;
  for (std::string_view rest = all; !rest.empty();) {
    const auto [code, size] = base::first_letter(rest);
    if (base::kind_of(code) != base::LetterKind::other) {
      out += rest.substr(0, size);
    } else if (!out.empty() && !out.ends_with(' ')) {
      out += ' ';
    }
    rest.remove_prefix(size);
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string composed(std::string text) {
  if (text.find_first_of("\xCC\xCD") == std::string::npos) return text;
  return base::normalized(text, base::NormalForm::composed);
}

std::string slug_of(std::string_view title) {
  constexpr std::size_t kLongest = 60;
  // Compatible characters, with accents as characters of their own.
  const std::string text = base::normalized(title, base::NormalForm::compatible);
  std::string slug;
  for (std::size_t i = 0; i < text.size();) {
    const auto size = std::max<std::size_t>(base::utf8_size(std::string_view(text).substr(i)), 1);
    const auto character = std::string_view(text).substr(i, size);
    i += size;
    const auto* const known =
        std::ranges::find_if(kSpellings, [&](const Spelling& each) { return has_word(each.letters, character); });
    if (known != kSpellings.end()) {
      slug += known->ascii;
    } else if (base::is_alphanumeric(character.front())) {
      slug += base::lower(character.front());
    } else if (!is_accent(character) && !slug.empty() && !slug.ends_with('-')) {
      slug += '-';
    }
  }
  if (slug.size() > kLongest) {
    slug.resize(kLongest + 1);
    const auto end = slug.rfind('-');
    slug.resize(end == std::string::npos ? kLongest : end);
  }
  while (slug.ends_with('-')) slug.pop_back();
  return slug;
}

std::optional<std::string> absolute_url(std::string_view text) {
  text = base::trim_white_space(text);
  std::string url(text);
  if (const auto doi = bare_doi(text); text.starts_with("doi:") && !doi.empty()) url = "https://doi.org/" + doi;
  if (text.starts_with("//")) url = "https:" + url;
  const auto scheme = url.find("://");
  if (scheme == std::string::npos) {
    if (!begins_with_host(url)) return std::nullopt;
    url = "https://" + url;
  } else {
    url = base::lower_case(url.substr(0, scheme)) + url.substr(scheme);
  }
  const auto host_end = url.find('/', url.find("://") + 3);
  std::string out;
  for (std::size_t i = 0; i < url.size(); ++i) {
    const auto byte = static_cast<unsigned char>(url[i]);
    if (byte > 0x20 && byte < 0x7F && !std::string_view("\"<>\\^`{|}").contains(url[i])) {
      out += url[i];
      continue;
    }
    if (i < host_end) return std::nullopt;
    base::append_percent(out, url[i]);
  }
  if (!content::url_fault(out).empty()) return std::nullopt;
  return out;
}

std::string bare_doi(std::string_view text) {
  text = base::trim_white_space(text);
  const auto begin = text.find("10.");
  const auto before = base::lower_case(text.substr(0, begin));
  const bool is_address = before.ends_with("doi.org/") || before.ends_with("doi:") || before.ends_with("doi: ");
  if (begin == std::string_view::npos || (!before.empty() && !is_address)) return {};
  const auto doi = text.substr(begin);
  return doi.contains('/') && !doi.contains(' ') ? std::string(doi) : std::string();
}

std::string comparison_form(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (base::is_alphanumeric(c) || static_cast<unsigned char>(c) >= 0x80) out += base::lower(c);
  }
  return out;
}

std::vector<std::string> keywords_in(std::string_view text) {
  std::string marked;
  for (const std::string_view marks : {"; ； ؛", ", ， 、 ،", "\n"}) {
    marked = with_separator(text, marks);
    if (marked.contains(kSeparator)) break;
  }
  std::vector<std::string> keywords;
  std::set<std::string> known;
  for (const auto& word : words_in(marked, kSeparator)) {
    auto keyword = plain_text(word);
    if (!keyword.empty() && known.insert(keyword).second) keywords.push_back(std::move(keyword));
  }
  return keywords;
}

std::vector<std::string> words_in(std::string_view text, char separator) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    const auto word = base::trim_white_space(text.substr(0, end));
    if (!word.empty()) words.emplace_back(word);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

bool has_word(std::string_view words, std::string_view word, char separator) noexcept {
  for (auto at = words.find(word); !word.empty() && at != std::string_view::npos; at = words.find(word, at + 1)) {
    const auto end = at + word.size();
    const bool is_whole = (at == 0 || words[at - 1] == separator) && (end == words.size() || words[end] == separator);
    if (is_whole && !word.contains(separator)) return true;
  }
  return false;
}

}  // namespace agent_access::sources
