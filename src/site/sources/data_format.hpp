/// \file
/// Which format a value of JSON or YAML has, by its members. Thread safe, stateless.
#pragma once

#include <string>

#include "base/result.hpp"
#include "site/sources/formats.hpp"
#include "site/sources/texts/foreign_document.hpp"

namespace agent_access::sources {

/// An error says what the value is instead: "is a site.json already".
[[nodiscard]] base::Result<SourceFormat, std::string> format_of_data(const ForeignDocument& document);

}  // namespace agent_access::sources
