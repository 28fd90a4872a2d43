#include "tools/reference/rows.hpp"

namespace agent_access::tools {

std::string cell_text(std::string_view text) {
  std::string out;
  for (const char character : text) {
    if (character == '|' || character == '*' || character == '<' || character == '`') out += '\\';
    out += character;
  }
  return out;
}

std::string cell_code(std::string_view text) {
  if (text.empty()) return {};
  std::string out = "`";
  for (const char character : text) {
    // A vertical line ends a cell even within code.
    if (character == '|') out += '\\';
    out += character;
  }
  return out += '`';
}

std::string cell_codes(std::string_view list) {
  constexpr std::string_view kSeparator = ", ";
  std::string out;
  while (!list.empty()) {
    const auto end = list.find(kSeparator);
    out.append(out.empty() ? "" : kSeparator).append(cell_code(list.substr(0, end)));
    list = end == std::string_view::npos ? std::string_view{} : list.substr(end + kSeparator.size());
  }
  return out;
}

void add_row(std::string& rows, std::initializer_list<std::string_view> cells) {
  rows += rows.empty() ? "|" : "\n|";
  for (const auto cell : cells) rows.append(" ").append(cell).append(cell.empty() ? "|" : " |");
}

}  // namespace agent_access::tools
