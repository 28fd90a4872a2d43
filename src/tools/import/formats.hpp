/// \file
/// The formats that `import` reads: how each is recognized, and the reader of a file. Thread safe.
#pragma once

#include <boost/json/value.hpp>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "site/sources/json_resume.hpp"

namespace agent_access::tools {

/// The formats that can be imported.
enum class ImportFormat { resume, csl, faq, bibtex, ris };

/// What is published only if the owner asks for it.
inline constexpr std::string_view kPrivateParts = "phone birthday street references";

/// By the content; an error says what the text is instead, or which formats there are.
[[nodiscard]] base::Result<ImportFormat, std::string> detect_format(std::string_view text);
/// "JSON Resume".
[[nodiscard]] std::string_view name_of(ImportFormat format) noexcept;

/// Reads a whole file. `with`: words of kPrivateParts. An error is a
/// sentence, which may begin with a line: "12: …".
[[nodiscard]] base::Result<sources::Imported, std::string> read_import(std::string_view text, ImportFormat format,
                                                                       std::span<const std::string> with);

[[nodiscard]] sources::Imported read_faq_page(const boost::json::value& document);

}  // namespace agent_access::tools
