#include "documents/site/label_markdown.hpp"

#include "render/markdown_text.hpp"

namespace agent_access::documents {

namespace {

/// `text` escaped, with the spaces at both ends, which separate it from code.
std::string escaped_part(std::string_view text) {
  if (text.empty()) return {};
  const std::string escaped = render::markdown_text(text);
  if (escaped.empty()) return " ";
  return (text.front() == ' ' ? " " : "") + escaped + (text.back() == ' ' ? " " : "");
}

/// {name} as {{name}}, which fill() replaces.
std::string with_placeholders(std::string_view text) {
  std::string out;
  for (const char c : text) out.append(c == '{' || c == '}' ? 2 : 1, c);
  return out;
}

}  // namespace

std::string label_markdown(const content::Labels& labels, std::string_view name,
                           std::initializer_list<Placeholder> values) {
  std::string_view text = labels.text(name);
  std::string out;
  while (true) {
    const auto open = text.find('`');
    const auto close = open == std::string_view::npos ? open : text.find('`', open + 1);
    if (close == std::string_view::npos) break;
    out.append(escaped_part(text.substr(0, open))).append(text.substr(open, close + 1 - open));
    text.remove_prefix(close + 1);
  }
  out.append(escaped_part(text));
  return fill(with_placeholders(out), values);
}

}  // namespace agent_access::documents
