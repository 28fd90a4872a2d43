#include "content/schema/schema_check.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>

#include "base/ascii.hpp"
#include "base/hex.hpp"

namespace agent_access::content {

namespace {

/// Whether `is_part` accepts each part of `text` between separators; its second argument is the index of the part.
template <class IsPart>
bool all_parts(std::string_view text, char separator, IsPart is_part) noexcept {
  for (std::size_t index = 0;; ++index) {
    const auto end = text.find(separator);
    if (!is_part(text.substr(0, end), index)) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

bool is_slug(std::string_view text) noexcept {
  return all_parts(text, '-', [](std::string_view part, std::size_t) {
    return !part.empty() && std::ranges::all_of(part, [](char c) { return base::is_digit(c) || base::is_lower(c); });
  });
}

unsigned number(std::string_view digits) noexcept {
  unsigned value = 0;
  for (const char c : digits) value = value * 10 + static_cast<unsigned>(c - '0');
  return value;
}

bool is_url(std::string_view text) noexcept {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!text.starts_with(scheme)) continue;
    text.remove_prefix(scheme.size());
    if (text.empty() || !(base::is_alphanumeric(text.front()) || text.front() == '[')) return false;
    return std::ranges::all_of(text, [](char c) {
      return base::is_alphanumeric(c) || std::string_view("._~:/?#[]@!$&()*+,;=%-").contains(c);
    });
  }
  return false;
}

bool is_email(std::string_view text) noexcept {
  const auto at = text.find('@');
  if (at == 0 || at == std::string_view::npos) return false;
  const bool is_local = std::ranges::all_of(text.substr(0, at), [](char c) {
    return base::is_alphanumeric(c) || std::string_view(".!#$%&'*+/=?^_`{|}~-").contains(c);
  });
  const std::string_view domain = text.substr(at + 1);
  return is_local && domain.contains('.') && all_parts(domain, '.', [](std::string_view part, std::size_t) {
           return !part.empty() &&
                  std::ranges::all_of(part, [](char c) { return base::is_alphanumeric(c) || c == '-'; });
         });
}

bool is_language_tag(std::string_view text) noexcept {
  return all_parts(text, '-', [](std::string_view part, std::size_t index) {
    // RFC 5646 permits more letters, but no language has such a tag: "english" is a name.
    if (index == 0) return part.size() >= 2 && part.size() <= 3 && std::ranges::all_of(part, base::is_letter);
    return !part.empty() && part.size() <= 8 && std::ranges::all_of(part, base::is_alphanumeric);
  });
}

bool is_colour(std::string_view text) noexcept {
  return text.size() == 7 && text.front() == '#' &&
         std::ranges::all_of(text.substr(1), [](char c) { return base::is_hex_digit(c); });
}

/// Segments are not empty, so that "//other.example/x", which names another host, is not a path.
bool is_path(std::string_view text) noexcept {
  return text.starts_with('/') && all_parts(text.substr(1), '/', [](std::string_view part, std::size_t) {
           return !part.empty() && std::ranges::all_of(part, [](char c) {
             return base::is_alphanumeric(c) || std::string_view("._~!$&'()*+,;=:@%-").contains(c);
           });
         });
}

constexpr std::array<TextForm, 7> kForms = {{
    {"^[a-z0-9]+(-[a-z0-9]+)*$", is_slug, "expected lower case letters, digits and single hyphens between them"},
    {"^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$", is_date,
     "expected YYYY, YYYY-MM or YYYY-MM-DD, a date that exists"},
    {R"(^https?://[A-Za-z0-9\[][A-Za-z0-9._~:/?#\[\]@!$&()*+,;=%-]*$)", is_url,
     "expected an absolute URL that begins with https:// or http://, with spaces, quotes and letters beyond ASCII "
     "percent-encoded"},
    {R"(^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$)", is_email,
     "expected an e-mail address such as robin@example.com"},
    {"^#[0-9A-Fa-f]{6}$", is_colour, "expected a colour such as #0b5d5b: a number sign and six hexadecimal digits"},
    {R"(^(/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)+$)", is_path,
     "expected a path on this site such as /pictures/logo.svg, with spaces and letters beyond ASCII percent-encoded"},
    {"^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$", is_language_tag, "expected a language tag such as en or pt-BR (BCP 47)",
     true},
}};

struct LanguageName {
  std::string_view name;  ///< in lower case
  std::string_view tag;
};
constexpr std::array kLanguageNames = std::to_array<LanguageName>({
    {"arabic", "ar"},     {"chinese", "zh"},  {"deutsch", "de"},    {"dutch", "nl"},   {"english", "en"},
    {"español", "es"},    {"français", "fr"}, {"french", "fr"},     {"german", "de"},  {"italian", "it"},
    {"italiano", "it"},   {"japanese", "ja"}, {"nederlands", "nl"}, {"polish", "pl"},  {"português", "pt"},
    {"portuguese", "pt"}, {"russian", "ru"},  {"spanish", "es"},    {"swedish", "sv"}, {"turkish", "tr"},
});

}  // namespace

std::string_view language_tag_of(std::string_view name) {
  const auto* const found = std::ranges::find(kLanguageNames, base::lower_case(name), &LanguageName::name);
  return found == kLanguageNames.end() ? std::string_view() : found->tag;
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

const TextForm* find_form(std::string_view pattern) noexcept {
  const auto* const found = std::ranges::find(kForms, pattern, &TextForm::pattern);
  return found == kForms.end() ? nullptr : found;
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
