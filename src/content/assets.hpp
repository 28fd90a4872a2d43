/// \file
/// Files for owners, compiled in from web/: the JSON Schemas of their files, and the example that `dev` serves and
/// `init` writes. Constants, thread safe.
#pragma once

#include <string_view>

namespace agent_access::content {

/// "schemas/site.schema.json", "example/site.json", … by the path below web/. Empty for any other name.
[[nodiscard]] std::string_view asset(std::string_view name) noexcept;

}  // namespace agent_access::content
