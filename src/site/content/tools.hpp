/// \file
/// The browser tools of templates/metadata/tools.json, from which the module that registers them, mcp.json, the agent
/// cards, AGENTS.md and llms.txt are rendered. Constants, thread safe.
#pragma once

#include <boost/json/object.hpp>
#include <span>
#include <string_view>

namespace agent_access::content {

struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view tags;  ///< separated by spaces
  const boost::json::object& input_schema;
  const boost::json::object& output_schema;
  bool is_gated = false;           ///< needs a token: runs the OAuth flow
  std::string_view over_mcp = {};  ///< of a gated tool the description there, up to the address of auth.md
};

/// In the order in which every document lists them; without a profile those that need no token.
[[nodiscard]] std::span<const Tool> browser_tools(bool has_profile = true);

}  // namespace agent_access::content
