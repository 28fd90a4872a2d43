/// \file
/// Works in JSON: CSL-JSON (citeproc-js.readthedocs.io), as Zotero and ORCID export it and Crossref's API returns it.
/// Linear, thread safe, no I/O.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "site/sources/texts/foreign_json.hpp"
#include "site/sources/works/work.hpp"

namespace agent_access::sources {

/// One work of CSL-JSON, or a publication of JSON Resume. Nothing without a title, with a note.
[[nodiscard]] std::optional<Work> read_work(ForeignObject& in);

/// A list of works, or an object that has one in `items` or `message`. An error is a sentence, which may begin with a
/// line: "12: …". NOT checked: that a member belongs to CSL.
[[nodiscard]] base::Result<Bibliography, std::string> read_csl(std::string_view text);

}  // namespace agent_access::sources
