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

/// Which members that it does not ask for a reader notes: all, or all but those about the record, not about the work,
/// that Crossref adds to CSL-JSON.
enum class OtherMembers : bool { noted, without_record };

/// Whether there is a work (is_work(), work_object.hpp) at any depth.
[[nodiscard]] bool has_works(const boost::json::value& value);

/// An error is a sentence. NOT checked: that a member belongs to the format.
[[nodiscard]] base::Result<Bibliography, std::string> read_work_list(const ForeignDocument& document,
                                                                     OtherMembers others);

}  // namespace agent_access::sources
