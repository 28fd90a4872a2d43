/// \file
/// The table of the eight browser tools (specification section 1), from which the module that registers them, mcp.json,
/// the agent cards, AGENTS.md and llms.txt are rendered. Constants, thread safe.
#pragma once

#include <span>
#include <string_view>

namespace agent_access::content {

struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;   ///< 20 characters or more, one or two sentences
  std::string_view tags;          ///< separated by spaces
  std::string_view input_schema;  ///< JSON Schema 2020-12 of one object, as JSON text
  bool is_gated = false;          ///< needs a token: runs the OAuth flow
};

/// In the order in which every document lists them.
[[nodiscard]] std::span<const Tool> browser_tools() noexcept;

}  // namespace agent_access::content
