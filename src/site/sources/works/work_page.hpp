/// \file
/// A page of Markdown or HTML about one work, with its data in the front matter: academicpages'
/// `_publications/*.md` and `_talks/*.html`, HugoBlox' `publication/*/index.md`. Linear, thread safe, no I/O.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "site/sources/texts/foreign_document.hpp"
#include "site/sources/works/work.hpp"

namespace agent_access::sources {

/// With which such a page ends, ".md", ".markdown" or ".html"; empty if `path` does not.
[[nodiscard]] std::string_view ending_of_page(std::string_view path) noexcept;
/// Authors that have no member of their own are those of the citation; `file`, "2020-10-01-quiet-rooms.md" or empty,
/// says the key and the date that the front matter does not. An error is a sentence.
[[nodiscard]] base::Result<Bibliography, std::string> read_work_page(const ForeignDocument& document,
                                                                     std::string_view file);

}  // namespace agent_access::sources
