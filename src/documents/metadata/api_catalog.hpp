/// \file
/// /.well-known/api-catalog: RFC 9727 in the Linkset format of RFC 9264, with relations of RFC 8631. The Link field
/// that section 2 of RFC 9727 requires for HEAD is part of every response.
#pragma once

#include <string>

#include "documents/host_view.hpp"

namespace agent_access::documents {

[[nodiscard]] std::string render_api_catalog(const HostView& view);

}  // namespace agent_access::documents
