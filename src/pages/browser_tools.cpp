#include "pages/browser_tools.hpp"

#include <boost/json/parse.hpp>
#include <string_view>
#include <utility>

#include "content/tools.hpp"
#include "json/pretty_json.hpp"
#include "pages/assets.hpp"

namespace agent_access::pages {

namespace {

namespace bj = boost::json;

constexpr std::string_view kMarker = "/*definitions*/[]";

/// WebMCP section "ToolAnnotations", each stated: all tools only read, what they return is the owner's own content, and
/// no call has consequences that a person would have to approve.
bj::object hints() { return {{"readOnlyHint", true}, {"untrustedContentHint", false}, {"consequentialHint", false}}; }

bj::object definition_of(const content::Tool& tool) {
  bj::object definition = {{"name", tool.name},
                           {"title", tool.title},
                           {"description", tool.description},
                           {"inputSchema", bj::parse(tool.input_schema)},
                           {"annotations", hints()}};
  if (tool.is_gated) definition["gated"] = true;
  return definition;
}

}  // namespace

std::string render_browser_tools() {
  bj::array definitions;
  for (const auto& tool : content::browser_tools()) definitions.push_back(definition_of(tool));
  std::string text = json::pretty_json(definitions);
  while (text.ends_with('\n')) text.pop_back();
  std::string module(asset("browser-tools.js"));
  if (const auto marker = module.find(kMarker); marker != std::string::npos) {
    module.replace(marker, kMarker.size(), text);
  }
  return module;
}

}  // namespace agent_access::pages
