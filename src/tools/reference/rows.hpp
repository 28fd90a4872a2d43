/// \file
/// The rows of the reference's tables in Markdown (GitHub's form). Pure functions, thread safe.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "render/view.hpp"

namespace agent_access::tools {

/// The text as itself in a cell: escapes what Markdown would interpret outside code.
[[nodiscard]] std::string cell_text(std::string_view text);
/// The text as code in a cell; empty for an empty text.
[[nodiscard]] std::string cell_code(std::string_view text);
/// A list "a, b" as code, each item for itself.
[[nodiscard]] std::string cell_codes(std::string_view list);

/// Appends a line to `rows`, with cells as cell_text and cell_code make them.
void add_row(std::string& rows, std::initializer_list<std::string_view> cells);

/// Every setting: `settings`; every key of declared rows: `tables`, and the most rows of a table.
void set_settings(render::View& view);
[[nodiscard]] std::string metrics_rows();
[[nodiscard]] std::string errors_rows();

}  // namespace agent_access::tools
