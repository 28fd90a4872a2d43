/// \file
/// Text tables: each column as wide as its longest cell, two spaces between.
#pragma once

#include <string>
#include <vector>

namespace agent_access::app {

/// One line per row; the first row may be the heading. The last column is not padded.
[[nodiscard]] std::string render_table(const std::vector<std::vector<std::string>>& rows);

/// Prints problems or warnings on standard error, one per line, each with `prefix`.
void print_lines(const std::vector<std::string>& lines, const char* prefix);

/// Prints what keeps a command from running, and returns its exit code, 1.
[[nodiscard]] int fail(const std::vector<std::string>& problems);

}  // namespace agent_access::app
