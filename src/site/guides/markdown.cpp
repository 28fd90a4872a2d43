#include "site/guides/markdown.hpp"

#include "site/content/pages.hpp"
#include "site/content/works.hpp"
#include "site/templates/text.hpp"

namespace agent_access::documents {
namespace {

/// `text` escaped, with the spaces at both ends, which separate it from code; after code it does not start a line.
std::string escaped_part(std::string_view text, bool is_start) {
  const std::string before = is_start ? "" : ",";
  const std::string escaped = templates::markdown_text(before + std::string(text) + ",");
  return escaped.substr(before.size(), escaped.size() - before.size() - 1);
}

}  // namespace

std::string Markdown::prose(std::string_view text) const { return templates::markdown_text(text); }

std::string Markdown::date(const content::Date& date) const {
  return templates::markdown_text(dates_ == Dates::in_words ? content::date_text(labels(), date) : date);
}

std::string Markdown::link(std::string_view title, const content::Address& address) const {
  return address.empty() ? templates::markdown_text(title) : templates::markdown_link(title, view_.address(address));
}

std::string Markdown::address(const content::Address& address) const { return view_.address(address); }

content::Address Markdown::page(std::string_view path) const { return content::text_path_of(view_.settings, path); }

std::string Markdown::label(std::string_view name, std::span<const content::LabelValue> values) const {
  std::string_view text = labels().text(name);
  std::string out;
  while (true) {
    const auto open = text.find('`');
    const auto close = open == std::string_view::npos ? open : text.find('`', open + 1);
    if (close == std::string_view::npos) break;
    out.append(escaped_part(text.substr(0, open), out.empty())).append(text.substr(open, close + 1 - open));
    text.remove_prefix(close + 1);
  }
  return content::with_values(out.append(escaped_part(text, out.empty())), values);
}

std::string Markdown::english(std::string_view text) const { return templates::markdown_text(text); }

}  // namespace agent_access::documents
