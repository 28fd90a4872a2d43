/// \file
/// Texts in columns: tables, and lines that fit a terminal. Text is UTF-8 without hidden characters
/// (base::visible_text). Thread safe, but terminal_columns() reads the environment.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::app {

/// The columns of a file or pipe, whose lines may have any length.
inline constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

/// How many columns a line on standard output may have: COLUMNS if that is a number above zero, else those of the
/// terminal, else kUnlimited.
[[nodiscard]] std::size_t terminal_columns();

/// The text in lines of at most `columns`, broken at spaces; a word that is longer is broken behind a slash, comma or
/// hyphen, or else anywhere. At least one line. `columns` is not 0.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text, std::size_t columns);

/// lines_of() the columns that `indent` leaves, each after the first with `indent` spaces before it, joined by line
/// feeds. Of a text that begins at `indent` itself.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns);

using TableRows = std::vector<std::vector<std::string>>;

/// Columns as wide as their longest cell, with two spaces between, and no space at the end of a line. The first row may
/// be the heading. Where that is wider than `columns`, the widest columns become narrower and their cells several
/// lines.
[[nodiscard]] std::string render_table(const TableRows& rows, std::size_t columns = kUnlimited);

}  // namespace agent_access::app
