/// \file
/// The files of web/ and templates/, which are compiled in. Constants; thread safe.
#pragma once

#include <string_view>

namespace agent_access::templates {

/// The text of a file, by its path below web/ or templates/: "schemas/site.schema.json". Empty for any other name.
[[nodiscard]] std::string_view asset(std::string_view name) noexcept;

}  // namespace agent_access::templates
