/// \file
/// Works in lists: CSL-JSON (citeproc-js.readthedocs.io), as Zotero and ORCID export it, Pandoc reads it and Crossref's
/// API returns it, and lists that people keep for their websites, also by years or by keys. Linear, thread safe, no
/// I/O.
#pragma once

#include <boost/json/value.hpp>
#include <string>

#include "base/result.hpp"
#include "site/sources/texts/foreign_document.hpp"
#include "site/sources/works/work.hpp"

namespace agent_access::sources {

/// What a reader says about members that it does not ask for. CSL-JSON has dozens about the record itself, of which
/// each program writes others.
enum class OtherMembers : bool { noted, ignored };

/// Whether there is a work (is_work(), work_object.hpp) at any depth.
[[nodiscard]] bool has_works(const boost::json::value& value);

/// An error is a sentence. NOT checked: that a member belongs to the format.
[[nodiscard]] base::Result<Bibliography, std::string> read_work_list(const ForeignDocument& document,
                                                                     OtherMembers others);

}  // namespace agent_access::sources
