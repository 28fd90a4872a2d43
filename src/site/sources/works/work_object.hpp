/// \file
/// A work that is an object with members: in CSL-JSON and what ORCID and Crossref make of it, as a publication of JSON
/// Resume, in a CITATION.cff, and as people write it by hand into files of their websites. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <optional>

#include "site/sources/texts/foreign_json.hpp"
#include "site/sources/works/work.hpp"

namespace agent_access::sources {

/// Whether the object has a title, and something else that works have.
[[nodiscard]] bool is_work(const boost::json::object& object);

/// Nothing without a title, with a note. Members are asked for by all names that are known for them.
[[nodiscard]] std::optional<Work> read_work(ForeignObject& in);

}  // namespace agent_access::sources
