/// \file
/// The parts of /openapi.json that are not in templates/openapi. Only for openapi*.cpp. Thread safe, no I/O.
///
/// NOT checked: that the examples are valid by the schemas. Tests validate every example, and responses of the service.
#pragma once

#include <boost/json/object.hpp>
#include <string_view>

#include "documents/host_view.hpp"
#include "render/view.hpp"

namespace agent_access::documents::openapi {

/// The JSON of templates/openapi/`name` with the values of `view`.
[[nodiscard]] boost::json::object parse_template(std::string_view name, const render::View& view);

/// Adds the path items of gated documents and gates: openapi_gated.cpp.
void add_gated(const HostView& view, boost::json::object& paths);

}  // namespace agent_access::documents::openapi
