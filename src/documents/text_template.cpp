#include "documents/text_template.hpp"

#include <algorithm>

namespace agent_access::documents {

std::string fill(std::string_view text, std::initializer_list<Hole> holes) {
  std::string out;
  while (true) {
    const auto open = text.find("{{");
    const auto close = open == std::string_view::npos ? open : text.find("}}", open);
    if (close == std::string_view::npos) return out.append(text);
    const auto name = text.substr(open + 2, close - open - 2);
    const auto* const hole = std::ranges::find(holes, name, &Hole::name);
    out.append(text.substr(0, open));
    out.append(hole == holes.end() ? text.substr(open, close + 2 - open) : hole->value);
    text.remove_prefix(close + 2);
  }
}

}  // namespace agent_access::documents
