/// \file
/// Descriptions of the browser tools for documents, from the table of content/tools.hpp. Thread safe.
#pragma once

#include <string>
#include <string_view>

#include "content/tools.hpp"
#include "documents/host_view.hpp"

namespace agent_access::documents {

/// The path of the home page, which registers the tools, or without pages that of the module.
[[nodiscard]] std::string_view tools_path(const HostView& view) noexcept;

/// "`a`, `b` and `c`", Markdown.
[[nodiscard]] std::string tool_names();

/// A list item for each tool with its description and one nested item for each input, Markdown.
[[nodiscard]] std::string tool_list();

}  // namespace agent_access::documents
