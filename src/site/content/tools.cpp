#include "site/content/tools.hpp"

#include <vector>

#include "json/strict_json.hpp"
#include "site/templates/template.hpp"

namespace agent_access::content {

std::span<const Tool> browser_tools() {
  static const auto kTable = templates::filled_object("metadata/tools.json", {});
  static const auto kTools = [] {
    std::vector<Tool> tools;
    for (const auto& [name, row] : kTable) {
      const auto& members = row.as_object();
      tools.push_back({name, json::text_at(members, "title"), json::text_at(members, "description"),
                       json::text_at(members, "tags"), members.at("input").as_object(),
                       members.at("output").as_object(), members.contains("is_gated")});
    }
    return tools;
  }();
  return kTools;
}

}  // namespace agent_access::content
