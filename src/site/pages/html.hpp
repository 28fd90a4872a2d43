/// \file
/// The markup of HTML pages, and the functions of which it is made: owner text becomes HTML only by these and by
/// {{name}} in a template. Thread safe, no I/O.
#pragma once

#include <boost/json/value.hpp>
#include <span>
#include <string>
#include <string_view>

#include "site/content/content.hpp"
#include "site/content/labels.hpp"
#include "site/content/markup.hpp"
#include "site/templates/text.hpp"

namespace agent_access::pages {

/// A URL for href: escaped if it is http, https or mailto, or the path of a file on this site, without white space and
/// control characters; empty for any other ("javascript:…").
[[nodiscard]] std::string safe_url(std::string_view url);

/// <a href="url" rel="external noopener">text</a>, without `rel` unless it is on the web; the text alone if the URL is
/// not safe.
[[nodiscard]] std::string link_to(std::string_view url, std::string_view text);

/// A link whose text is the URL without its scheme; empty for an empty URL.
[[nodiscard]] std::string link_to_address(std::string_view url);

/// `<meta name="name" content="text">`
[[nodiscard]] std::string meta_element(std::string_view name, std::string_view text);

/// The text as HTML, with links at its http and https URLs.
[[nodiscard]] std::string linked_text(std::string_view text);

/// `<time datetime="2034-05">May 2034</time>` in the language of the labels; empty for an empty date, the text itself
/// if it is not a date.
[[nodiscard]] std::string time_element(const content::Labels& labels, const content::Date& date);

/// The label with its text escaped and a part between backticks as `<code>`. A placeholder {name} of `html` is replaced
/// by that HTML; others stay. A text that is English on a page of another language stands in an element that says so.
[[nodiscard]] std::string label_html(const content::Labels& labels, std::string_view name,
                                     std::span<const content::LabelValue> html);

/// The same without that element, for the value of an attribute.
[[nodiscard]] std::string label_attribute(const content::Labels& labels, std::string_view name,
                                          std::span<const content::LabelValue> html);

/// An address is a path on this site, or a URL elsewhere.
class Html final : public content::Markup {
 public:
  using Markup::Markup;

  /// With links at its addresses.
  [[nodiscard]] std::string prose(std::string_view text) const override { return linked_text(text); }
  [[nodiscard]] std::string date(const content::Date& date) const override { return time_element(labels(), date); }
  [[nodiscard]] std::string link(std::string_view title, const content::Address& address) const override;
  [[nodiscard]] std::string address(const content::Address& address) const override { return address; }
  [[nodiscard]] content::Address page(std::string_view path) const override { return content::Address(path); }
  [[nodiscard]] std::string label(std::string_view name, std::span<const content::LabelValue> values) const override {
    return label_html(labels(), name, values);
  }
  [[nodiscard]] std::string english(std::string_view text) const override;
};

/// JSON for a script element: no `<`, `>` or `&`, so that no text in it can end the element.
[[nodiscard]] std::string script_json(const boost::json::value& value);

}  // namespace agent_access::pages
