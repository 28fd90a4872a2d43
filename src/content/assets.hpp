/// \file
/// What the program carries for owners: the JSON Schemas of their files and the example that `dev` serves and `init`
/// writes. Compiled in from web/; constants, thread safe.
#pragma once

#include <string_view>

namespace agent_access::content {

/// "schemas/site.schema.json", "example/site.json", … as below web/. Empty for any other name.
[[nodiscard]] std::string_view asset(std::string_view name) noexcept;

}  // namespace agent_access::content
