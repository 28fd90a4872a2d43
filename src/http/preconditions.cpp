#include "http/preconditions.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "http/fields.hpp"

namespace agent_access::http {
namespace {

/// IMF-fixdate, and the obsolete forms of RFC 850 and asctime, as strptime() reads them.
constexpr std::array<const char*, 3> kDateForms = {"%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT",
                                                   "%a %b %e %H:%M:%S %Y"};
constexpr std::size_t kLongestDate = sizeof "Wednesday, 06-Nov-94 08:49:37 GMT" - 1;
constexpr std::array<std::string_view, 7> kWeekdays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                       "Thursday", "Friday", "Saturday"};

/// Whether `text` is how one of the forms writes `time`: strptime() takes other spellings, too, and any day of the
/// week.
bool is_written(std::string_view text, std::time_t time) {
  const std::string imf = http_date(time);
  if (text == imf) return true;
  const auto part = [&imf](std::size_t at, std::size_t size) { return std::string_view(imf).substr(at, size); };
  std::string day(part(5, 2));
  std::string other;
  const auto* const weekday = std::ranges::find(kWeekdays, part(0, 3), [](auto name) { return name.substr(0, 3); });
  append(other, *weekday, ", ", day, "-", part(8, 3), "-", part(14, 2), " ", part(17, 8), " GMT");
  if (text == other) return true;
  if (day.front() == '0') day.front() = ' ';
  other.clear();
  append(other, part(0, 3), " ", part(8, 3), " ", day, " ", part(17, 8), " ", part(12, 4));
  return text == other;
}

}  // namespace

bool names_etag(std::string_view list, std::string_view etag, Comparison comparison) noexcept {
  if (list == etag && !etag.empty()) return true;  // the most frequent case
  std::string_view rest = list;
  const auto skip = [&rest](std::string_view characters) noexcept {
    rest.remove_prefix(std::min(rest.find_first_not_of(characters), rest.size()));
  };
  skip(" \t");
  if (rest.starts_with('*')) {
    rest.remove_prefix(1);
    skip(" \t");
    return rest.empty();
  }
  for (skip(" \t,"); !rest.empty(); skip(" \t,")) {
    const bool is_weak = rest.starts_with("W/");
    if (is_weak) rest.remove_prefix(2);
    // An opaque-tag may contain a comma, so the closing quote is its end.
    if (!rest.starts_with('"')) return false;
    const auto closing = rest.find('"', 1);
    if (closing == std::string_view::npos) return false;
    const bool may_match = !is_weak || comparison == Comparison::weak;
    if (may_match && rest.substr(0, closing + 1) == etag) return true;
    rest.remove_prefix(closing + 1);
  }
  return false;
}

std::optional<std::time_t> parse_http_date(std::string_view text) {
  if (text.size() > kLongestDate || text.contains('\0')) return std::nullopt;
  const std::string terminated(text);
  for (const char* const form : kDateForms) {
    std::tm utc{};
    if (strptime(terminated.c_str(), form, &utc) == nullptr) continue;
    if (const std::time_t time = timegm(&utc); is_written(text, time)) return time;
  }
  return std::nullopt;
}

Precondition precondition_of(const Request& request, std::string_view etag, std::time_t modified) {
  bool has_match = false;
  bool matches = false;
  bool is_known = false;
  std::string_view date;
  std::size_t dates = 0;
  for (const Field& field : request.fields) {
    if (equal_names(field.name, "If-None-Match")) {
      is_known = is_known || names_etag(field.value, etag, Comparison::weak);
    } else if (equal_names(field.name, "If-Match")) {
      has_match = true;
      matches = matches || names_etag(field.value, etag, Comparison::strong);
    } else if (equal_names(field.name, "If-Unmodified-Since")) {
      date = field.value;
      ++dates;
    }
  }
  if (has_match && !matches) return Precondition::fails;
  if (!has_match && dates == 1) {
    const auto since = parse_http_date(date);
    if (since && modified > *since) return Precondition::fails;
  }
  return is_known ? Precondition::not_modified : Precondition::holds;
}

}  // namespace agent_access::http
