/// \file
/// The browser tools as documents speak of them, from the table of content/tools.hpp. Thread safe.
#pragma once

#include <string>
#include <string_view>

#include "content/tools.hpp"
#include "documents/host_view.hpp"

namespace agent_access::documents {

/// Where a browser finds the tools: the home page, or without pages the module itself.
[[nodiscard]] std::string_view tools_path(const HostView& view) noexcept;

/// "`a`, `b` and `c`", Markdown.
[[nodiscard]] std::string tool_names();

/// A list item for each tool with its description and one nested item for each input, Markdown.
[[nodiscard]] std::string tool_list();

}  // namespace agent_access::documents
