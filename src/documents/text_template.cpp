#include "documents/text_template.hpp"

#include <algorithm>

namespace agent_access::documents {

std::string fill(std::string_view text, std::initializer_list<Placeholder> placeholders) {
  std::string out;
  while (true) {
    const auto open = text.find("{{");
    const auto close = open == std::string_view::npos ? open : text.find("}}", open);
    if (close == std::string_view::npos) return out.append(text);
    const auto name = text.substr(open + 2, close - open - 2);
    const auto* const found = std::ranges::find(placeholders, name, &Placeholder::name);
    out.append(text.substr(0, open));
    out.append(found == placeholders.end() ? text.substr(open, close + 2 - open) : found->value);
    text.remove_prefix(close + 2);
  }
}

}  // namespace agent_access::documents
