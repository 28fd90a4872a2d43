#include "app/text/table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "base/text.hpp"
#include "base/unicode/unicode.hpp"

namespace agent_access::app {
namespace {

constexpr std::size_t kGap = 2;
/// No column becomes narrower.
constexpr std::size_t kNarrowest = 8;

/// The bytes at the beginning of `text` that fit into `columns`, at least one character.
std::size_t fitting_bytes(std::string_view text, std::size_t columns) noexcept {
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const auto next = bytes + std::max<std::size_t>(base::utf8_size(text.substr(bytes)), 1);
    if (bytes != 0 && base::columns_of(text.substr(0, next)) > columns) break;
    bytes = next;
  }
  return bytes;
}

/// Where the first line of `text` ends, which does not fit: behind a space, or within a word.
std::size_t break_in(std::string_view text, std::size_t columns) noexcept {
  const std::size_t fitting = fitting_bytes(text, columns);
  if (fitting == text.size() || text[fitting] == ' ') return fitting;
  const auto space = text.substr(0, fitting).rfind(' ');
  if (space != std::string_view::npos) return space + 1;
  const auto part = text.substr(0, fitting).find_last_of("/,-");
  return part == std::string_view::npos ? fitting : part + 1;
}

std::string_view without_spaces_at_end(std::string_view text) noexcept {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::vector<std::size_t> widths_of(const TableRows& rows, std::size_t columns) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], base::columns_of(row[i]));
  }
  if (widths.empty()) return widths;
  auto total = std::reduce(widths.begin(), widths.end()) + kGap * (widths.size() - 1);
  for (; total > columns; --total) {
    auto& widest = *std::ranges::max_element(widths);
    if (widest <= kNarrowest) break;
    --widest;
  }
  return widths;
}

void append_row(std::string& out, const std::vector<std::string>& row, const std::vector<std::size_t>& widths) {
  std::vector<std::vector<std::string>> cells;
  std::size_t height = 1;
  for (std::size_t i = 0; i < row.size(); ++i) {
    cells.push_back(lines_of(row[i], std::max<std::size_t>(widths[i], 1)));
    height = std::max(height, cells.back().size());
  }
  for (std::size_t line = 0; line < height; ++line) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string_view cell = line < cells[i].size() ? std::string_view(cells[i][line]) : std::string_view();
      text.append(cell).append(widths[i] - base::columns_of(cell) + kGap, ' ');
    }
    out.append(without_spaces_at_end(text)).append("\n");
  }
}

}  // namespace

std::size_t terminal_columns() {
  const char* const wanted = std::getenv("COLUMNS");
  if (const auto number = base::whole_number<std::size_t>(wanted == nullptr ? "" : wanted); number && *number > 0) {
    return *number;
  }
  winsize size{};
  const bool is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? size.ws_col : kUnlimited;
}

std::vector<std::string> lines_of(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  while (base::columns_of(text) > columns) {
    const auto end = break_in(text, columns);
    lines.emplace_back(without_spaces_at_end(text.substr(0, end)));
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  if (lines.empty() || !text.empty()) lines.emplace_back(text);
  return lines;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns) {
  const std::size_t room = columns > indent + kNarrowest ? columns - indent : kNarrowest;
  return base::joined(lines_of(text, room), "\n" + std::string(indent, ' '));
}

std::string render_table(const TableRows& rows, std::size_t columns) {
  const auto widths = widths_of(rows, columns);
  std::string out;
  for (const auto& row : rows) append_row(out, row, widths);
  return out;
}

}  // namespace agent_access::app
