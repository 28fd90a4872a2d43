/// \file
/// The formats of owners' files: how each is recognized, and the reader of a file. Thread safe, no I/O.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "site/sources/resumes/imported.hpp"

namespace agent_access::sources {

enum class SourceFormat {
  resume,
  rendercv,
  alfolio,
  csl,
  works,
  work_page,
  citation_file,
  faq,
  bibtex,
  ris,
};

/// What is published only if the owner asks for it.
inline constexpr std::string_view kPrivateParts = "phone birthday street references";

/// By the content; an error says what the text is instead, or which formats there are.
[[nodiscard]] base::Result<SourceFormat, std::string> detect_format(std::string_view text);
/// "JSON Resume".
[[nodiscard]] std::string_view format_name(SourceFormat format) noexcept;

/// Reads a whole file. `with`: words of kPrivateParts. `file` is its name, which tells the date and the key of a work
/// that has a page of its own. An error is a sentence, which may begin with a line: "12: …".
[[nodiscard]] base::Result<Imported, std::string> read_source(std::string_view text, SourceFormat format,
                                                              std::span<const std::string> with,
                                                              std::string_view file = {});

}  // namespace agent_access::sources
