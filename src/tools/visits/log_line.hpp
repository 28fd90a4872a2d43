/// \file
/// Lines of the service's own log (JSON, docs/decisions/0032), also as hosts of a worker export them: as a string in
/// JSON of their own (docs/static-hosting.md). Pure; thread safe.
#pragma once

#include <boost/json/object.hpp>
#include <optional>

#include "tools/visits/visit.hpp"

namespace agent_access::tools {

/// Members may stand in any order, and others beside them: other programs may have written the line again. Of a host's
/// object only what a program wrote to the console is read: clients choose other texts. Nothing for another object.
[[nodiscard]] std::optional<LogLine> read_own_line(const boost::json::object& object);

}  // namespace agent_access::tools
