#include "site/pages/html.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstddef>

#include "base/ascii.hpp"
#include "site/content/text_form.hpp"
#include "site/content/works.hpp"

namespace agent_access::pages {
namespace {

bool starts_with_scheme(std::string_view url, std::string_view scheme) noexcept {
  return url.size() > scheme.size() && std::ranges::equal(url.substr(0, scheme.size()), scheme, {}, base::lower);
}

bool is_web_address(std::string_view url) noexcept {
  return starts_with_scheme(url, "https://") || starts_with_scheme(url, "http://");
}

/// On this site: "//" would begin the name of another host.
bool is_path(std::string_view url) noexcept { return url.starts_with('/') && !url.starts_with("//"); }

bool is_blank_or_control(char character) noexcept {
  return static_cast<unsigned char>(character) <= 0x20 || character == 0x7F;
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
  const bool is_safe = is_web_address(url) || starts_with_scheme(url, "mailto:") || is_path(url);
  if (!is_safe || std::ranges::any_of(url, is_blank_or_control)) return {};
  return templates::escape_markup(url);
}

std::string link_to(std::string_view url, std::string_view text) {
  const std::string address = safe_url(url);
  if (address.empty()) return templates::escape_markup(text);
  const std::string_view rel = is_web_address(url) ? R"( rel="external noopener")" : "";
  return "<a href=\"" + address + "\"" + std::string(rel) + ">" + templates::escape_markup(text) + "</a>";
}

std::string link_to_address(std::string_view url) {
  if (url.empty()) return {};
  std::string_view text = url;
  if (const auto scheme = text.find("://"); scheme != std::string_view::npos) text.remove_prefix(scheme + 3);
  if (text.ends_with('/')) text.remove_suffix(1);
  return link_to(url, text);
}

std::string meta_element(std::string_view name, std::string_view text) {
  return "<meta name=\"" + std::string(name) + "\" content=\"" + templates::escape_markup(text) + "\">";
}

std::string linked_text(std::string_view text) {
  std::string out;
  std::size_t copied = 0;
  for (auto at = text.find("http"); at != std::string_view::npos; at = text.find("http", at + 1)) {
    if (at < copied) continue;
    const auto address = address_at_front(text.substr(at));
    if (!is_web_address(address)) continue;
    out += templates::escape_markup(text.substr(copied, at - copied)) + link_to(address, address);
    copied = at + address.size();
  }
  return out + templates::escape_markup(text.substr(copied));
}

std::string time_element(const content::Labels& labels, const content::Date& date) {
  if (!content::is_date(date)) return templates::escape_markup(date);
  return "<time datetime=\"" + date + (labels.is_foreign("date_day") ? "\" lang=\"en\">" : "\">") +
         templates::escape_markup(content::date_text(labels, date)) + "</time>";
}

std::string Html::link(std::string_view title, const content::Address& address) const {
  if (address.empty()) return templates::escape_markup(title);
  return title.empty() ? link_to_address(address) : link_to(address, title);
}

std::string Html::english(std::string_view text) const {
  return "<span lang=\"en\">" + templates::escape_markup(text) + "</span>";
}

std::string script_json(const boost::json::value& value) {
  std::string out;
  for (const char character : boost::json::serialize(value)) {
    switch (character) {
      case '<': out += "\\u003c"; break;
      case '>': out += "\\u003e"; break;
      case '&': out += "\\u0026"; break;
      default: out += character;
    }
  }
  return out;
}

std::string label_attribute(const content::Labels& labels, std::string_view name,
                            std::span<const content::LabelValue> html) {
  return content::with_values(with_code(templates::escape_markup(labels.text(name))), html);
}

std::string label_html(const content::Labels& labels, std::string_view name,
                       std::span<const content::LabelValue> html) {
  const std::string text = label_attribute(labels, name, html);
  return labels.is_foreign(name) ? "<span lang=\"en\">" + text + "</span>" : text;
}

}  // namespace agent_access::pages
