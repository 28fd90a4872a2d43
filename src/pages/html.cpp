#include "pages/html.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstddef>
#include <optional>

#include "base/ascii.hpp"

namespace agent_access::pages {

namespace {

bool starts_with_scheme(std::string_view url, std::string_view scheme) noexcept {
  return url.size() > scheme.size() && std::ranges::equal(url.substr(0, scheme.size()), scheme, {}, base::lower);
}

bool is_web_address(std::string_view url) noexcept {
  return starts_with_scheme(url, "https://") || starts_with_scheme(url, "http://");
}

bool is_blank_or_control(char character) noexcept {
  return static_cast<unsigned char>(character) <= 0x20 || character == 0x7F;
}

bool is_digits(std::string_view text) noexcept { return std::ranges::all_of(text, base::is_digit); }

std::size_t value_of(char digit) noexcept { return static_cast<std::size_t>(digit - '0'); }

struct DateParts {
  std::string_view year;
  std::size_t month = 0;  ///< 1 to 12; 0: none
  std::string_view day;   ///< without a leading zero; empty: none
};

/// Nothing for a text that is not a date.
std::optional<DateParts> parse_date(std::string_view date) noexcept {
  const bool has_form = (date.size() == 4 || (date.size() == 7 && date[4] == '-') ||
                         (date.size() == 10 && date[4] == '-' && date[7] == '-'));
  if (!has_form || !is_digits(date.substr(0, 4))) return std::nullopt;
  DateParts parts{date.substr(0, 4), 0, {}};
  if (date.size() == 4) return parts;
  const auto number = date.substr(5, 2);
  if (!is_digits(number)) return std::nullopt;
  parts.month = 10 * value_of(number[0]) + value_of(number[1]);
  if (parts.month < 1 || parts.month > 12) return std::nullopt;
  if (date.size() == 7) return parts;
  parts.day = date.substr(8, 2);
  if (!is_digits(parts.day)) return std::nullopt;
  if (parts.day.front() == '0') parts.day.remove_prefix(1);
  return parts;
}

// "1 May 2034", "May 2034" or "2034".
std::string spelled(const DateParts& date, const content::Labels& labels) {
  if (date.month == 0) return std::string(date.year);
  const auto month = labels.text("month_" + std::to_string(date.month));
  if (date.day.empty()) return labels.text("date_month", {{"month", month}, {"year", date.year}});
  return labels.text(date.day == "1" ? "date_first_day" : "date_day",
                     {{"day", date.day}, {"month", month}, {"year", date.year}});
}

// The URL at the beginning of a text, without the punctuation after it.
std::string_view address_at_front(std::string_view text) noexcept {
  constexpr std::string_view kEnds = "<>\"'`{}|\\^";
  const auto* const end = std::ranges::find_if(
      text, [&](char character) { return is_blank_or_control(character) || kEnds.find(character) != kEnds.npos; });
  auto address = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  while (!address.empty() && std::string_view(".,;:!?)]*").find(address.back()) != std::string_view::npos) {
    address.remove_suffix(1);
  }
  return address;
}

/// "a `b` c" with the part between the backticks as an element; a backtick without a second one stays.
std::string with_code(std::string_view text) {
  std::string out;
  while (true) {
    const auto open = text.find('`');
    const auto close = open == std::string_view::npos ? open : text.find('`', open + 1);
    if (close == std::string_view::npos) return out.append(text);
    out.append(text.substr(0, open)).append("<code>").append(text.substr(open + 1, close - open - 1)).append("</code>");
    text.remove_prefix(close + 1);
  }
}

}  // namespace

std::string safe_url(std::string_view url) {
  const bool has_safe_scheme = is_web_address(url) || starts_with_scheme(url, "mailto:");
  if (!has_safe_scheme || std::ranges::any_of(url, is_blank_or_control)) return {};
  return render::escape_markup(url);
}

std::string link_to(std::string_view url, std::string_view text) {
  const std::string address = safe_url(url);
  if (address.empty()) return render::escape_markup(text);
  return "<a href=\"" + address + "\" rel=\"external noopener\">" + render::escape_markup(text) + "</a>";
}

std::string link_to_address(std::string_view url) {
  if (url.empty()) return {};
  std::string_view text = url;
  if (const auto scheme = text.find("://"); scheme != std::string_view::npos) text.remove_prefix(scheme + 3);
  if (text.ends_with('/')) text.remove_suffix(1);
  return link_to(url, text);
}

std::string linked_text(std::string_view text) {
  std::string out;
  std::size_t copied = 0;
  for (auto at = text.find("http"); at != std::string_view::npos; at = text.find("http", at + 1)) {
    if (at < copied) continue;
    const auto address = address_at_front(text.substr(at));
    if (!is_web_address(address)) continue;
    out += render::escape_markup(text.substr(copied, at - copied)) + link_to(address, address);
    copied = at + address.size();
  }
  return out + render::escape_markup(text.substr(copied));
}

std::string time_element(const content::Labels& labels, const content::Date& date) {
  const auto parts = parse_date(date);
  if (!parts) return render::escape_markup(date);
  return "<time datetime=\"" + render::escape_markup(date) + "\">" + render::escape_markup(spelled(*parts, labels)) +
         "</time>";
}

std::string script_json(const boost::json::value& value) {
  std::string out;
  for (const char character : boost::json::serialize(value)) {
    switch (character) {
      case '<':
        out += "\\u003c";
        break;
      case '>':
        out += "\\u003e";
        break;
      case '&':
        out += "\\u0026";
        break;
      default:
        out += character;
    }
  }
  return out;
}

std::string label_html(const content::Labels& labels, std::string_view name,
                       std::span<const content::LabelValue> html) {
  const std::string text = with_code(render::escape_markup(labels.text(name)));
  std::string out;
  std::size_t copied = 0;
  for (auto open = text.find('{'); open != std::string::npos; open = text.find('{', open + 1)) {
    const auto close = text.find('}', open);
    if (close == std::string::npos) break;
    const auto placeholder = std::string_view(text).substr(open + 1, close - open - 1);
    const auto value = std::ranges::find(html, placeholder, &content::LabelValue::name);
    if (value == html.end()) continue;
    out.append(text, copied, open - copied).append(value->text);
    copied = close + 1;
  }
  return out.append(text, copied);
}

}  // namespace agent_access::pages
