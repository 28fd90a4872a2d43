#include "site/content/text_form.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/static_file.hpp"

namespace agent_access::content {
namespace {

/// Whether `is_part` accepts each part of `text` between separators.
template <class IsPart>
bool all_parts(std::string_view text, char separator, IsPart is_part) {
  for (;; text.remove_prefix(text.find(separator) + 1)) {
    if (!is_part(text.substr(0, text.find(separator)))) return false;
    if (!text.contains(separator)) return true;
  }
}

/// Whether `text` is not empty and has only letters and digits of ASCII, and `others`.
bool is_made_of(std::string_view text, std::string_view others) {
  return !text.empty() &&
         std::ranges::all_of(text, [&](char c) { return base::is_alphanumeric(c) || others.contains(c); });
}

bool is_slug_part(std::string_view part) { return is_made_of(part, {}) && std::ranges::none_of(part, base::is_upper); }

bool is_url(std::string_view text) {
  if (!text.starts_with("https://") && !text.starts_with("http://")) return false;
  text.remove_prefix(text.find("//") + 2);
  return is_made_of(text, "._~:/?#[]@!$&()*+,;=%-") && (base::is_alphanumeric(text.front()) || text.front() == '[');
}

bool is_email(std::string_view text) {
  const auto at = std::min(text.find('@'), text.size());
  const std::string_view domain = text.substr(std::min(at + 1, text.size()));
  return is_made_of(text.substr(0, at), ".!#$%&'*+/=?^_`{|}~-") && domain.contains('.') &&
         all_parts(domain, '.', [](std::string_view part) { return is_made_of(part, "-"); });
}

bool is_language_tag(std::string_view text) {
  const std::string_view language = text.substr(0, text.find('-'));
  // RFC 5646 permits more letters, but no language has such a tag: "english" is a name.
  return language.size() >= 2 && language.size() <= 3 && std::ranges::all_of(language, base::is_letter) &&
         all_parts(text, '-', [](std::string_view part) { return is_made_of(part, {}) && part.size() <= 8; });
}

/// Segments are not empty, so that "//other.example/x", which names another host, is not a path.
bool is_path(std::string_view text) {
  return text.starts_with('/') &&
         all_parts(text.substr(1), '/', [](std::string_view part) { return is_made_of(part, "._~!$&'()*+,;=:@%-"); });
}

/// The registrant's code and the name that it gave (ISO 26324), in printable ASCII.
bool is_doi(std::string_view text) {
  const std::string_view code = text.substr(0, text.find('/'));
  if (!code.starts_with("10.") || code.size() + 1 >= text.size()) return false;
  const bool has_code = all_parts(code.substr(3), '.', [](std::string_view part) {
    return !part.empty() && std::ranges::all_of(part, base::is_digit);
  });
  return has_code && std::ranges::all_of(text.substr(code.size()), [](char c) { return c > ' ' && c < '\x7F'; });
}

constexpr std::array<std::string_view, 10> kWorkTypes = {"article", "book",   "chapter", "thesis",   "report",
                                                         "talk",    "patent", "dataset", "software", "other"};

unsigned number(std::string_view digits) noexcept {
  unsigned value = 0;
  for (const char c : digits) value = value * 10 + static_cast<unsigned>(c - '0');
  return value;
}

/// A language in English, in itself, or as the package babel of LaTeX names it.
struct LanguageName {
  std::string_view name;  ///< in lower case
  std::string_view tag;
};
constexpr std::array kLanguageNames = std::to_array<LanguageName>({
    {"american", "en"},   {"arabic", "ar"},  {"brazilian", "pt"}, {"british", "en"},   {"chinese", "zh"},
    {"deutsch", "de"},    {"dutch", "nl"},   {"english", "en"},   {"español", "es"},   {"français", "fr"},
    {"french", "fr"},     {"german", "de"},  {"italian", "it"},   {"italiano", "it"},  {"japanese", "ja"},
    {"nederlands", "nl"}, {"ngerman", "de"}, {"polish", "pl"},    {"português", "pt"}, {"portuguese", "pt"},
    {"russian", "ru"},    {"spanish", "es"}, {"swedish", "sv"},   {"turkish", "tr"},
});

}  // namespace

std::string slug_fault(std::string_view text) {
  if (all_parts(text, '-', is_slug_part)) return {};
  return unexpected("expected lower case letters, digits and single hyphens between them", text);
}

std::string date_fault(std::string_view text) {
  return is_date(text) ? "" : unexpected("expected YYYY, YYYY-MM or YYYY-MM-DD, a date that exists", text);
}

std::string end_fault(std::string_view text) {
  return is_date(text) ? "" : date_fault(text) + "; leave it out for what has not ended";
}

std::string url_fault(std::string_view text) {
  if (is_url(text)) return {};
  return unexpected(
      "expected an absolute URL that begins with https:// or http://, with spaces, quotes and letters "
      "beyond ASCII percent-encoded",
      text);
}

std::string address_fault(std::string_view text) {
  if (is_path(text) || is_url(text)) return {};
  return unexpected(
      "expected an absolute URL that begins with https:// or http://, or the path of a file on this site such as "
      "/papers/a.pdf, with spaces, quotes and letters beyond ASCII percent-encoded",
      text);
}

std::string doi_fault(std::string_view text) {
  if (is_doi(text)) return {};
  return unexpected("expected a DOI such as 10.18637/jss.v080.i01, without https://doi.org/ before it", text);
}

std::string work_type_fault(std::string_view text) {
  return std::ranges::find(kWorkTypes, text) != kWorkTypes.end()
             ? ""
             : unexpected("expected one of " + base::joined(kWorkTypes), text);
}

std::string email_fault(std::string_view text) {
  return is_email(text) ? "" : unexpected("expected an e-mail address such as robin@example.com", text);
}

std::string language_fault(std::string_view text) {
  if (is_language_tag(text)) return {};
  std::string fault = unexpected("expected a language tag such as en or pt-BR (BCP 47)", text);
  const auto tag = language_named(text);
  if (!tag.empty()) fault.append("; did you mean \"").append(tag).append("\"?");
  return fault;
}

std::string_view language_named(std::string_view name) {
  const auto* const found = std::ranges::find(kLanguageNames, base::lower_case(name), &LanguageName::name);
  return found == kLanguageNames.end() ? std::string_view() : found->tag;
}

std::string image_fault(std::string_view text) {
  if (!is_path(text)) {
    return unexpected(
        "expected a path on this site such as /pictures/logo.svg, with spaces and letters beyond ASCII "
        "percent-encoded",
        text);
  }
  if (media_type_of(text).starts_with("image/")) return {};
  return "is not the path of an image; name a file that ends in .svg, .png, .jpg, .webp, .avif, .gif or .ico";
}

std::string unexpected(std::string_view expected, std::string_view text) {
  constexpr std::size_t kLongestShown = 60;
  std::string sentence(expected);
  if (!text.empty() && text.size() <= kLongestShown) sentence.append(", got \"").append(text).append("\"");
  return sentence;
}

bool is_date(std::string_view text) noexcept {
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 4 || i == 7 ? text[i] != '-' : !base::is_digit(text[i])) return false;
  }
  if (text.size() == 4) return true;
  const std::chrono::year year(static_cast<int>(number(text.substr(0, 4))));
  const std::chrono::month month(number(text.substr(5, 2)));
  if (text.size() == 7) return month.ok();
  return (year / month / std::chrono::day(number(text.substr(8, 2)))).ok();
}

bool has_control_character(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7F) return true;
    // U+0080 to U+009F are C2 80 to C2 9F.
    if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) return true;
  }
  return false;
}

}  // namespace agent_access::content
