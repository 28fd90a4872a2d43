/// \file
/// A table in Markdown (GitHub's form) that grows row by row. Pure, thread safe for different tables.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace agent_access::tools {

/// The text as itself in a cell: escapes what Markdown would interpret outside code.
[[nodiscard]] std::string cell_text(std::string_view text);
/// The text as code in a cell; empty for an empty text.
[[nodiscard]] std::string cell_code(std::string_view text);
/// A list "a, b" as code, each item for itself.
[[nodiscard]] std::string cell_codes(std::string_view list);

class MarkdownTable {
 public:
  explicit MarkdownTable(std::initializer_list<std::string_view> headings);
  /// Cells as cell_text and cell_code make them.
  void row(std::initializer_list<std::string_view> cells);
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

}  // namespace agent_access::tools
