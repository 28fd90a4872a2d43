#include "app/text/text_table.hpp"

#include <algorithm>
#include <cstddef>
#include <iostream>

namespace agent_access::app {

std::string render_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      out += row[i];
      if (i + 1 < row.size()) out.append(widths[i] - row[i].size() + 2, ' ');
    }
    out += '\n';
  }
  return out;
}

void print_lines(const std::vector<std::string>& lines, const char* prefix) {
  for (const auto& line : lines) std::cerr << prefix << line << '\n';
}

int fail(const std::vector<std::string>& problems) {
  print_lines(problems, "agent-access: ");
  return 1;
}

}  // namespace agent_access::app
