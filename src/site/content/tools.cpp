#include "site/content/tools.hpp"

#include <algorithm>
#include <vector>

#include "json/members.hpp"
#include "site/templates/template.hpp"

namespace agent_access::content {

std::span<const Tool> browser_tools(bool has_profile) {
  static const auto kTable = templates::filled_object("metadata/tools.json", {});
  static const auto kTools = [] {
    std::vector<Tool> tools;
    for (const auto& [name, row] : kTable) {
      const auto& members = row.as_object();
      tools.push_back({name, json::text_at(members, "title"), json::text_at(members, "description"),
                       json::text_at(members, "tags"), members.at("input").as_object(),
                       members.at("output").as_object(), members.contains("is_gated"),
                       json::text_at(members, "over_mcp")});
    }
    return tools;
  }();
  // Those that need a token are the last ones.
  const auto open = static_cast<std::size_t>(std::ranges::count(kTools, false, &Tool::is_gated));
  return std::span(kTools).first(has_profile ? kTools.size() : open);
}

}  // namespace agent_access::content
