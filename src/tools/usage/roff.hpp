/// \file
/// Text in the language of man(7): roff with the macros that every implementation of man knows.
#pragma once

#include <string>
#include <string_view>

namespace agent_access::tools {

/// The text as itself: escapes what roff would interpret. Hyphens become minus signs, so that options can be copied.
[[nodiscard]] std::string roff_text(std::string_view text);

/// A manual page that grows section by section.
class ManualPage {
 public:
  /// `name` and `section` of the page, what it describes in one line, and the version of the program.
  ManualPage(std::string_view name, std::string_view section, std::string_view summary, std::string_view version);

  void section(std::string_view heading);
  void subsection(std::string_view heading);
  void paragraph(std::string_view text);
  /// A term in bold, its value in italics (may be empty), and the indented text that explains it.
  void item(std::string_view term, std::string_view value, std::string_view text);
  /// Lines that are kept as they are.
  void verbatim(std::string_view lines);

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
  bool begins_ = false;  ///< a heading is the last line: the first paragraph needs no mark
};

}  // namespace agent_access::tools
