#include "pages/markup/label_html.hpp"

#include "documents/text_template.hpp"
#include "render/markup_text.hpp"

namespace agent_access::pages {

namespace {

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

std::string with_double_braces(std::string_view text) {
  std::string out;
  for (const char c : text) out.append(c == '{' || c == '}' ? 2 : 1, c);
  return out;
}

/// "name" or "name key=value".
std::string expanded(std::string_view reference, const content::Labels& labels) {
  const auto space = reference.find(' ');
  std::string html = label_html(labels, reference.substr(0, space));
  if (space == std::string_view::npos) return html;
  const auto parameter = reference.substr(space + 1);
  const auto equals = parameter.find('=');
  return documents::fill(html, {{parameter.substr(0, equals), parameter.substr(equals + 1)}});
}

}  // namespace

std::string label_html(const content::Labels& labels, std::string_view name) {
  return with_double_braces(with_code(render::escape_markup(labels.text(name))));
}

std::string with_labels(std::string_view text, const content::Labels& labels) {
  std::string out;
  while (true) {
    const auto open = text.find("[[");
    const auto close = open == std::string_view::npos ? open : text.find("]]", open);
    if (close == std::string_view::npos) return out.append(text);
    out.append(text.substr(0, open)).append(expanded(text.substr(open + 2, close - open - 2), labels));
    text.remove_prefix(close + 2);
  }
}

}  // namespace agent_access::pages
