/// \file
/// `agent-access reference`: docs/reference.md, made from the tables that the program itself uses. scripts/reference
/// writes the file. Pure functions, thread safe.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "tools/usage/usage.hpp"

namespace agent_access::tools {

/// The whole page.
[[nodiscard]] std::string render_reference(const CommandTree& root);

// The rows of its tables in Markdown (GitHub's form).

/// The text as itself in a cell: escapes what Markdown would interpret outside code.
[[nodiscard]] std::string cell_text(std::string_view text);
/// The text as code in a cell; empty for an empty text.
[[nodiscard]] std::string cell_code(std::string_view text);
/// A list "a, b" as code, each item for itself.
[[nodiscard]] std::string cell_codes(std::string_view list);

/// Appends a line to `rows`, with cells as cell_text and cell_code make them.
void add_row(std::string& rows, std::initializer_list<std::string_view> cells);

[[nodiscard]] std::string metrics_rows();
[[nodiscard]] std::string errors_rows();

}  // namespace agent_access::tools
